import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Buyer, leadApi, ledgerQueries, type StatementAccount, type StatementPeriod } from '@/api/leads';
import { DayFilter } from '@/components/records/day-filter';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button, buttonStyle } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Table, Td, Th } from '@/components/ui/table';
import { useVerticalName } from '@/hooks/use-vertical-name';
import { formatDate, formatMoney } from '@/lib/format';
import { type Debt, PostDialog } from './post-dialog';
import { lineOf } from './words';

const EXACT = { exact: true };

/** What a buyer owes: charged leads, refunds and payments of a period, to print, and to record a payment. */
export function StatementDialog({ buyer, onClose }: { buyer: Buyer | null; onClose: () => void }) {
  return (
    <Dialog
      open={buyer !== null}
      onClose={onClose}
      title={buyer ? `Statement of ${buyer.name}` : 'Statement'}
      description="Charged leads, refunds and payments, from the ledger. Days are in UTC."
      className="w-[min(44rem,calc(100vw-2rem))]"
    >
      {buyer ? <Statement buyer={buyer} /> : null}
    </Dialog>
  );
}

function Statement({ buyer }: { buyer: Buyer }) {
  const [days, setDays] = useState({ from: '', to: '' });
  const [debt, setDebt] = useState<Debt>();
  const period: StatementPeriod = { from: days.from || undefined, to: days.to || undefined };
  const query = useQuery(ledgerQueries.statement(buyer.id, period));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <DayFilter
          label="From"
          value={days.from || (query.data?.from ?? '')}
          onChange={(from) => setDays({ ...days, from })}
        />
        <DayFilter label="To" value={days.to || (query.data?.to ?? '')} onChange={(to) => setDays({ ...days, to })} />
        <a
          className={buttonStyle({ variant: 'outline', size: 'sm' })}
          href={leadApi.statementPage(buyer.id, period)}
          target="_blank"
          rel="noreferrer"
          aria-label={`Print the statement of ${buyer.name} in a new tab`}
        >
          Print
        </a>
      </div>
      <QueryPanel
        query={query}
        fallback="Failed to load the statement."
        isEmpty={({ accounts }) => accounts.length === 0}
        empty={
          <EmptyPanel
            title="Nothing is owed"
            text="Nothing was charged or paid in this period. A lead is charged when you accept it."
            className="py-8"
          />
        }
      >
        {({ accounts, to }) =>
          accounts.map((account) => (
            <Account
              key={account.currency}
              account={account}
              to={to}
              onPay={() => setDebt({ buyer, cents: account.closingCents, currency: account.currency })}
            />
          ))
        }
      </QueryPanel>
      <PostDialog open={debt !== undefined} debt={debt} onClose={() => setDebt(undefined)} />
    </div>
  );
}

function Account({ account, to, onPay }: { account: StatementAccount; to: string; onPay: () => void }) {
  const { currency, openingCents, closingCents, lines } = account;
  const verticalName = useVerticalName();
  const money = (cents: number) => formatMoney(cents, currency, EXACT);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <strong className="text-lg tabular-nums">{money(closingCents)}</strong> owed on {formatDate(to)}
        </p>
        <Button size="sm" needsNetwork onClick={onPay}>
          Record payment
        </Button>
      </div>
      <Table stacked label={`Transactions in ${currency}`}>
        <thead>
          <tr>
            <Th>Day</Th>
            <Th>What</Th>
            <Th numeric>Amount</Th>
          </tr>
        </thead>
        <tbody>
          {openingCents === 0 ? null : (
            <tr>
              <Td stack="line" />
              <Td stack="title">Balance before</Td>
              <Td stack="corner" numeric>
                {money(openingCents)}
              </Td>
            </tr>
          )}
          {lines.map((line) => (
            <tr key={line.id}>
              <Td stack="line">{formatDate(line.day)}</Td>
              <Td stack="title">{lineOf(line, verticalName)}</Td>
              <Td stack="corner" numeric>
                {money(line.amountCents)}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
