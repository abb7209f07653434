import { useState } from 'react';
import { downloadFile } from '@/api/download';
import { errorText } from '@/api/errors';
import { toastFailure } from '@/lib/failed';

/** Saves the file behind `path` under `name`. */
export function useExport(path: string, name: string) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await downloadFile(path, name);
    } catch (error) {
      toastFailure('The export failed', errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, save };
}
