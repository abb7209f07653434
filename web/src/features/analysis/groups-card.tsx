import type { Analysis } from '@/api/analysis';
import { Card, CardHeader } from '@/components/ui/card';
import { Table, Td, Th } from '@/components/ui/table';
import { formatMoney, formatNumber, formatPercent, NO_VALUE } from '@/lib/format';
import { humanise } from '@/lib/words';
import { profitOf, roiOf, tierText } from './figures';

interface Row {
  name: string;
  sites: number;
  revenueCents: number;
  costCents: number;
}

/** Revenue and costs by tier and by vertical. */
export function GroupsCard({ analysis: { tiers, verticals, currency } }: { analysis: Analysis }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
      <Groups
        title="By tier"
        description="The tier that the markets had when they were added to the pipeline."
        head="Tier"
        currency={currency}
        rows={tiers.map(({ tier, ...sum }) => ({ ...sum, name: tierText(tier) }))}
      />
      <Groups
        title="By vertical"
        description="The vertical of the transaction, otherwise the vertical of its site."
        head="Vertical"
        currency={currency}
        rows={verticals.map(({ vertical, name, ...sum }) => ({
          ...sum,
          name: name ?? (vertical === null ? 'No vertical' : humanise(vertical)),
        }))}
      />
    </div>
  );
}

function Groups({
  title,
  description,
  head,
  rows,
  currency,
}: {
  title: string;
  description: string;
  head: string;
  rows: readonly Row[];
  currency: string;
}) {
  const money = (cents: number) => formatMoney(cents, currency);
  return (
    <Card aria-label={title}>
      <CardHeader title={title} description={description} className="pb-3" />
      <Table stacked label={`Sums ${title.toLowerCase()}`}>
        <thead>
          <tr>
            <Th className="pl-5">{head}</Th>
            <Th numeric>Sites</Th>
            <Th numeric>Revenue</Th>
            <Th numeric>Costs</Th>
            <Th numeric>Profit</Th>
            <Th numeric className="pr-5">
              ROI
            </Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const roi = roiOf(row);
            return (
              <tr key={row.name}>
                <Td stack="line" className="pl-5 font-medium">
                  {row.name}
                </Td>
                <Td numeric label="Sites">
                  {formatNumber(row.sites, 0)}
                </Td>
                <Td numeric label="Revenue">
                  {money(row.revenueCents)}
                </Td>
                <Td numeric label="Costs">
                  {money(row.costCents)}
                </Td>
                <Td numeric label="Profit">
                  {money(profitOf(row))}
                </Td>
                <Td numeric label="ROI" className="pr-5">
                  {roi === null ? NO_VALUE : formatPercent(roi, 0)}
                </Td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </Card>
  );
}
