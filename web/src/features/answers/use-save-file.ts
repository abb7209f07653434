import { useState } from 'react';
import { downloadFile } from '@/api/download';
import { errorText } from '@/api/errors';
import { toastFailure } from '@/lib/failed';

/** Saves the file behind a path under a name. */
export function useSaveFile() {
  const [isBusy, setBusy] = useState(false);
  const save = async (path: string, name: string) => {
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
