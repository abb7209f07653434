import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { type Invoice, type InvoiceMove, type InvoiceTotal, rentalApi, rentalQueries } from '@/api/rentals';
import { ExportButton } from '@/components/records/export-button';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Select } from '@/components/ui/field';
import { LoadMore } from '@/components/ui/load-more';
import { Table, Td, Th } from '@/components/ui/table';
import { useUrlState } from '@/hooks/use-url-state';
import { toastFailure } from '@/lib/failed';
import { formatDate, formatMoney } from '@/lib/format';
import { showToast } from '@/lib/toast';
import { InvoiceDialog } from './invoice-dialog';
import { INVOICE_MOVE, INVOICE_STATUS } from './words';

const DEFAULTS = { show: '' };
const SHOWN = [
  { value: 'open', label: 'Open', filter: { status: 'open' } },
  { value: 'overdue', label: 'Overdue', filter: { overdue: true } },
  { value: 'paid', label: 'Paid', filter: { status: 'paid' } },
  { value: 'void', label: 'Void', filter: { status: 'void' } },
] as const;
const EXACT = { exact: true };

/** Invoices of rent, and what is due. */
export default function InvoicesTab() {
  const [{ show }, setUrl] = useUrlState(DEFAULTS);
  const [moved, setMoved] = useState<{ invoice: Invoice; move: InvoiceMove } | null>(null);
  const filter = SHOWN.find(({ value }) => value === show)?.filter ?? {};
  const query = useInfiniteQuery(rentalQueries.invoices(filter));
  return (
    <Card aria-label="Invoices" className="overflow-clip">
      <CardHeader
        title="Invoices"
        description="Rent is invoiced by itself on the invoice day of each active rental. All totals are sums over the ledger."
        actions={
          <>
            <Select
              aria-label="Invoices to show"
              className="h-9 w-auto"
              value={show}
              onChange={(event) => setUrl({ show: event.target.value })}
            >
              <option value="">All invoices</option>
              {SHOWN.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
            <ExportButton address={rentalApi.invoicesFile(filter)} name="invoices.csv" />
          </>
        }
      />
      <Totals totals={query.data?.pages[0]?.totals ?? []} />
      <QueryPanel
        query={query}
        fallback="Failed to load the invoices."
        isEmpty={(data) => data.pages.every(({ invoices }) => invoices.length === 0)}
        empty={
          show === '' ? (
            <EmptyPanel
              title="No invoices yet"
              text="Activate a rental under Rentals: its rent is invoiced each month."
            />
          ) : (
            <EmptyPanel title="No such invoices" className="py-8" />
          )
        }
      >
        {(data) => (
          <InvoiceTable
            invoices={data.pages.flatMap(({ invoices }) => invoices)}
            onMove={(invoice, move) => setMoved({ invoice, move })}
          />
        )}
      </QueryPanel>
      <LoadMore query={query} />
      <InvoiceDialog moved={moved} onClose={() => setMoved(null)} />
    </Card>
  );
}

function Totals({ totals }: { totals: readonly InvoiceTotal[] }) {
  if (totals.length === 0) return null;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 px-5 pt-4 pb-5 sm:flex sm:flex-wrap">
      {totals.flatMap(({ currency, openCents, overdueCents, paidCents, creditCents }) =>
        [
          { name: `Owed (${currency})`, cents: openCents },
          { name: `Overdue (${currency})`, cents: overdueCents },
          { name: `Paid (${currency})`, cents: paidCents },
          ...(creditCents === 0 ? [] : [{ name: `Owed to tenants (${currency})`, cents: creditCents }]),
        ].map(({ name, cents }) => (
          <div key={name}>
            <dt className="text-xs text-muted-foreground">{name}</dt>
            <dd className="font-medium tabular">{formatMoney(cents, currency, EXACT)}</dd>
          </div>
        )),
      )}
    </dl>
  );
}

function InvoiceTable({
  invoices,
  onMove,
}: {
  invoices: readonly Invoice[];
  onMove: (invoice: Invoice, move: InvoiceMove) => void;
}) {
  return (
    <Table stacked label="Invoices">
      <thead>
        <tr>
          <Th className="pl-5">Invoice</Th>
          <Th>Status</Th>
          <Th numeric>Amount</Th>
          <Th>Period</Th>
          <Th>Due</Th>
          <Th className="pr-5">
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} onMove={onMove} />
        ))}
      </tbody>
    </Table>
  );
}

function InvoiceRow({ invoice, onMove }: { invoice: Invoice; onMove: (invoice: Invoice, move: InvoiceMove) => void }) {
  return (
    <tr>
      <Td stack="title" className="pl-5">
        <span className="font-medium">Invoice {invoice.number}</span>
        <span className="block text-muted-foreground">
          {invoice.tenant.name}, {invoice.websiteName}
        </span>
        {invoice.emailedAt && invoice.emailedTo ? (
          <span className="block text-muted-foreground">
            Emailed to {invoice.emailedTo} on {formatDate(invoice.emailedAt)}
          </span>
        ) : null}
      </Td>
      <Td stack="corner">
        <Badge tone={invoice.isOverdue ? 'danger' : INVOICE_STATUS[invoice.status].tone} dot>
          {invoice.isOverdue ? 'Overdue' : INVOICE_STATUS[invoice.status].name}
        </Badge>
        {invoice.paidOn ? <span className="block text-muted-foreground">{formatDate(invoice.paidOn)}</span> : null}
      </Td>
      <Td numeric label="Amount">
        {formatMoney(invoice.amountCents, invoice.currency, EXACT)}
        <CreditLines invoice={invoice} />
      </Td>
      <Td label="Period" className="sm:whitespace-nowrap">
        {formatDate(invoice.periodFrom)} to {formatDate(invoice.periodTo)}
      </Td>
      <Td label="Due" className="whitespace-nowrap">
        {formatDate(invoice.dueOn)}
      </Td>
      <Td stack="line" className="pr-5">
        <div className="flex flex-wrap items-center gap-2 sm:justify-end">
          <a
            className="font-medium underline-offset-2 hover:underline"
            href={rentalApi.invoicePage(invoice.id)}
            target="_blank"
            rel="noreferrer"
            aria-label={`Print invoice ${invoice.number} in a new tab`}
          >
            Print
          </a>
          {invoice.status === 'void' ? null : <EmailButton invoice={invoice} />}
          {invoice.moves.map((move) => (
            <Button
              key={move}
              variant={move === 'pay' || move === 'pay_back' ? 'primary' : 'outline'}
              size="sm"
              needsNetwork
              aria-label={`${INVOICE_MOVE[move].button}, invoice ${invoice.number}`}
              onClick={() => onMove(invoice, move)}
            >
              {INVOICE_MOVE[move].button}
            </Button>
          ))}
        </div>
      </Td>
    </tr>
  );
}

/** Credit that pays for an invoice, and what is credited of it. */
function CreditLines({ invoice }: { invoice: Invoice }) {
  const money = (cents: number) => formatMoney(cents, invoice.currency, EXACT);
  const { usedCreditCents, creditedCents, creditedFrom, creditLeftCents, paidBackCents } = invoice;
  const lines = [
    usedCreditCents > 0 ? `${money(usedCreditCents)} paid with credit` : '',
    usedCreditCents > 0 && invoice.status === 'open' ? `${money(invoice.restCents)} to pay` : '',
    creditedFrom ? `${money(creditedCents)} credited from ${formatDate(creditedFrom)}` : '',
    creditLeftCents > 0 ? `${money(creditLeftCents)} owed to the tenant` : '',
    paidBackCents > 0 ? `${money(paidBackCents)} paid back` : '',
  ].filter(Boolean);
  return lines.map((line) => (
    <span key={line} className="block text-muted-foreground">
      {line}
    </span>
  ));
}

function EmailButton({ invoice: { id, number } }: { invoice: Invoice }) {
  const queries = useQueryClient();
  const email = useMutation({
    mutationFn: () => rentalApi.emailInvoice(id),
    onSuccess: ({ invoice }) => showToast({ title: `Invoice ${number} goes to ${invoice.emailedTo ?? 'the tenant'}` }),
    onError: (error) => toastFailure('Failed to email the invoice', errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: rentalQueries.all() }),
  });
  return (
    <Button
      variant="outline"
      size="sm"
      needsNetwork
      busy={email.isPending}
      aria-label={`Email invoice ${number}`}
      onClick={() => email.mutate()}
    >
      <Mail size={14} aria-hidden="true" />
      Email
    </Button>
  );
}
