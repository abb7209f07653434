import { Dialog } from '@/components/ui/dialog';
import { Table, Td, Th } from '@/components/ui/table';
import { keyOf, nameOf, type ScanMarket } from './discovery-state';
import { marketFacts } from './market-facts';

/** Markets that can be compared. */
export const MOST_COMPARED = 4;

/** Up to four markets side by side. */
export function CompareMarkets({
  open,
  markets,
  currency,
  onClose,
}: {
  open: boolean;
  markets: readonly ScanMarket[];
  currency: string;
  onClose: () => void;
}) {
  const columns = markets.slice(0, MOST_COMPARED).map((market) => ({ market, facts: marketFacts(market, currency) }));
  const labels = columns[0]?.facts.map(({ label }) => label) ?? [];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Compare markets"
      description={`Up to ${MOST_COMPARED} selected markets. Ranges are 80% intervals.`}
      className="w-[min(64rem,calc(100vw-2rem))]"
    >
      <Table label="Comparison of markets">
        <thead>
          <tr>
            <Th>Figure</Th>
            {columns.map(({ market }) => (
              <Th key={keyOf(market)} className="min-w-36 whitespace-normal">
                {nameOf(market)}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, row) => (
            <tr key={label}>
              <th
                scope="row"
                className="border-b border-border px-3 py-2.5 text-left font-medium text-muted-foreground"
              >
                {label}
              </th>
              {columns.map(({ market, facts }) => (
                <Td key={keyOf(market)} className="tabular">
                  {facts[row]?.value}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Dialog>
  );
}
