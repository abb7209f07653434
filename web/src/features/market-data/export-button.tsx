import { Download } from 'lucide-react';
import { useState } from 'react';
import { downloadFile } from '@/api/download';
import { errorText } from '@/api/errors';
import { type MarketTable, marketApi } from '@/api/market-data';
import { Button } from '@/components/ui/button';
import { toastFailure } from '@/lib/failed';

/** Saves a table of market data as CSV. */
export function ExportButton({ table }: { table: MarketTable }) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await downloadFile(marketApi.file(table), `market-data-${table.table}.csv`);
    } catch (error) {
      toastFailure('The export failed', errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="outline" size="sm" needsNetwork busy={isBusy} onClick={() => void save()}>
      <Download size={14} aria-hidden="true" />
      Export {table.table}
    </Button>
  );
}
