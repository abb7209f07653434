import { Download } from 'lucide-react';
import { type MarketTable, marketApi } from '@/api/market-data';
import { Button } from '@/components/ui/button';
import { useExport } from '@/hooks/use-export';

/** Saves a table of market data as CSV. */
export function ExportButton({ table }: { table: MarketTable }) {
  const { isBusy, save } = useExport(marketApi.file(table), `market-data-${table.table}.csv`);
  return (
    <Button variant="outline" size="sm" needsNetwork busy={isBusy} onClick={() => void save()}>
      <Download size={14} aria-hidden="true" />
      Export {table.table}
    </Button>
  );
}
