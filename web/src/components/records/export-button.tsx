import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { useExport } from '@/hooks/use-export';

/** Saves all rows of a list as a file. */
export function ExportButton({
  address,
  name,
  children = 'Export CSV',
}: {
  /** Path of the file, with the filters of the list. */
  address: string;
  /** Name of the saved file. */
  name: string;
  children?: ReactNode;
}) {
  const file = useExport(address, name);
  return (
    <Button variant="outline" size="sm" needsNetwork busy={file.isBusy} onClick={() => void file.save()}>
      <Download size={14} aria-hidden="true" />
      {children}
    </Button>
  );
}
