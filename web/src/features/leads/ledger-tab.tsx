import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type LedgerGroup, type LedgerReason, type LedgerTransaction, leadApi, ledgerQueries } from '@/api/leads';
import { REASON } from '@/components/money/reasons';
import { RevenueAnswer } from '@/components/money/revenue-answer';
import { RevenueFigures } from '@/components/money/revenue-figures';
import { ExportButton } from '@/components/records/export-button';
import { FirstLoad } from '@/components/states/first-load';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Select } from '@/components/ui/field';
import { LoadMore } from '@/components/ui/load-more';
import { Table, Td, Th } from '@/components/ui/table';
import { useUrlState } from '@/hooks/use-url-state';
import { useVerticalName } from '@/hooks/use-vertical-name';
import { formatDateTime, formatMoney, formatMonth, formatNumber, NO_VALUE } from '@/lib/format';
import { readable } from '@/lib/readable';
import { PostDialog } from './post-dialog';
import { ReverseButton } from './reverse-button';
import { ACCOUNT } from './words';

const DEFAULTS = { reason: '', by: '' };

const GROUPS: readonly { value: LedgerGroup; label: string }[] = [
  { value: 'month', label: 'Month' },
  { value: 'website', label: 'Website' },
  { value: 'buyer', label: 'Buyer' },
  { value: 'vertical', label: 'Vertical' },
  { value: 'place', label: 'Place' },
];

/** A ledger shows every cent. */
const EXACT = { exact: true };

/** Revenue, totals by group, and the transactions of the ledger. */
export default function LedgerTab() {
  const [{ reason, by }] = useUrlState(DEFAULTS);
  const revenue = useQuery(ledgerQueries.revenue());
  const totals = useQuery(ledgerQueries.summary(groupOf(by).value));
  const transactions = useInfiniteQuery(ledgerQueries.list(filterOf(reason)));
  return (
    <FirstLoad queries={[revenue, totals, transactions]}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <RevenueAnswer metrics={revenue.data?.metrics} />
        <RevenueCard />
        <TotalsCard />
        <TransactionsCard />
      </div>
    </FirstLoad>
  );
}

function groupOf(by: string): (typeof GROUPS)[number] {
  return GROUPS.find(({ value }) => value === by) ?? { value: 'month', label: 'Month' };
}

const REASONS = Object.keys(REASON) as LedgerReason[];

function filterOf(reason: string): { reason?: LedgerReason } {
  return { reason: REASONS.find((each) => each === reason) };
}

function RevenueCard() {
  const query = useQuery(ledgerQueries.revenue());
  return (
    <Card aria-label="Revenue">
      <CardHeader title="Revenue" description="Sums over the ledger, after refunds. Days and months are in UTC." />
      <QueryPanel query={query} fallback="Failed to load the revenue.">
        {({ metrics }) => <RevenueFigures metrics={metrics} />}
      </QueryPanel>
    </Card>
  );
}

function TotalsCard() {
  const [{ by }, setUrl] = useUrlState(DEFAULTS);
  const group = groupOf(by);
  const query = useQuery(ledgerQueries.summary(group.value));
  const verticalName = useVerticalName();
  const nameOf = ({ name, id }: { name: string | null; id: string | null }) => {
    if (!name) return id ? 'Deleted' : 'None';
    return group.value === 'vertical' ? verticalName(name) : formatMonth(name);
  };
  return (
    <Card aria-label="Totals" className="overflow-clip">
      <CardHeader
        title="Totals"
        actions={
          <Select
            aria-label="Totals by"
            className="h-9 w-auto"
            value={group.value}
            onChange={(event) => setUrl({ by: event.target.value })}
          >
            {GROUPS.map(({ value, label }) => (
              <option key={value} value={value}>
                By {label.toLowerCase()}
              </option>
            ))}
          </Select>
        }
      />
      <QueryPanel
        query={query}
        fallback="Failed to load the totals."
        isEmpty={({ groups }) => groups.length === 0}
        empty={
          <EmptyPanel
            title="No transactions yet"
            text="Revenue and costs of each month appear here with the first transaction."
            className="py-8"
          />
        }
      >
        {({ groups }) => (
          <Table label="Totals">
            <thead>
              <tr>
                <Th className="pl-5">{group.label}</Th>
                <Th numeric>Revenue</Th>
                <Th numeric>Costs</Th>
                <Th numeric className="pr-5">
                  Transactions
                </Th>
              </tr>
            </thead>
            <tbody>
              {groups.map((sum) => (
                <tr key={`${sum.currency} ${sum.id ?? sum.name}`}>
                  <Td className="pl-5">{nameOf(sum)}</Td>
                  <Td numeric>{formatMoney(sum.revenueCents, sum.currency, EXACT)}</Td>
                  <Td numeric>{formatMoney(sum.costCents, sum.currency, EXACT)}</Td>
                  <Td numeric className="pr-5">
                    {formatNumber(sum.transactions, 0)}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </QueryPanel>
    </Card>
  );
}

function TransactionsCard() {
  const [{ reason }, setUrl] = useUrlState(DEFAULTS);
  const [isPosting, setPosting] = useState(false);
  const filter = filterOf(reason);
  const query = useInfiniteQuery(ledgerQueries.list(filter));
  return (
    <Card aria-label="Transactions" className="overflow-clip">
      <CardHeader
        title="Transactions"
        description="Double-entry. A transaction is never changed or deleted. One that you posted can be reversed."
        actions={
          <>
            <Select
              aria-label="Reason"
              className="h-9 w-auto"
              value={reason}
              onChange={(event) => setUrl({ reason: event.target.value })}
            >
              <option value="">Any reason</option>
              {REASONS.map((each) => (
                <option key={each} value={each}>
                  {REASON[each]}
                </option>
              ))}
            </Select>
            <ExportButton address={leadApi.ledgerFile(filter)} name="ledger.csv" />
            <Button size="sm" onClick={() => setPosting(true)}>
              <Plus size={14} aria-hidden="true" />
              Post transaction
            </Button>
          </>
        }
      />
      <QueryPanel
        query={query}
        fallback="Failed to load the transactions."
        isEmpty={(data) => data.pages.every(({ transactions }) => transactions.length === 0)}
        empty={
          <EmptyPanel
            title="No transactions"
            text="Accepted leads are posted here. Post rent, payments and costs yourself."
            className="py-8"
          />
        }
      >
        {(data) => <TransactionTable rows={data.pages.flatMap(({ transactions }) => transactions)} />}
      </QueryPanel>
      <LoadMore query={query} />
      <PostDialog open={isPosting} onClose={() => setPosting(false)} />
    </Card>
  );
}

function TransactionTable({ rows }: { rows: readonly LedgerTransaction[] }) {
  return (
    <Table stacked label="Transactions">
      <thead>
        <tr>
          <Th className="pl-5">Time</Th>
          <Th>Reason</Th>
          <Th numeric>Amount</Th>
          <Th>Debit</Th>
          <Th>Credit</Th>
          <Th>About</Th>
          <Th className="pr-5">
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one.id}>
            <Td stack="line" className="pl-5 whitespace-nowrap max-sm:text-muted-foreground">
              {formatDateTime(one.occurredAt)}
            </Td>
            <Td stack="title" className="max-sm:font-medium">
              {REASON[one.reason]}
            </Td>
            <Td stack="corner" numeric className="max-sm:font-medium">
              {formatMoney(one.amountCents, one.currency, EXACT)}
            </Td>
            <Td label="Debit">{ACCOUNT[one.debited]}</Td>
            <Td label="Credit">{ACCOUNT[one.credited]}</Td>
            <Td stack="line">
              {readable([one.websiteName, one.buyerName, one.note].filter(Boolean).join(' · ')) || NO_VALUE}
            </Td>
            <Td stack="line" className="pr-5 text-right">
              {one.reversalId ? <Badge tone="neutral">Reversed</Badge> : null}
              {one.isByHand && !one.reversalId ? <ReverseButton of={one} /> : null}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
