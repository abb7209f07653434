import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Settings } from 'lucide-react';
import { useState } from 'react';
import { leadApi, leadQueries, type ReceivedLead, type ReceivedLeadFilter } from '@/api/leads';
import { ExportButton } from '@/components/records/export-button';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Select } from '@/components/ui/field';
import { LoadMore } from '@/components/ui/load-more';
import { Table, Td, Th } from '@/components/ui/table';
import { TypedFilter } from '@/components/ui/typed-filter';
import { useUrlState } from '@/hooks/use-url-state';
import { formatDateTime, formatMoney, NO_VALUE } from '@/lib/format';
import { LeadDrawer } from './lead-drawer';
import { LeadsAnswer } from './leads-answer';
import { SettingsDialog } from './settings-dialog';
import { KIND, STATUS, STATUSES } from './words';

const DEFAULTS = { q: '', status: '', buyer: '', lead: '' };

/** Received leads with filters, and the drawer of one. */
export default function LeadsTab() {
  const [{ q, status, buyer, lead }, setUrl] = useUrlState(DEFAULTS);
  const filter = {
    q: q || undefined,
    status: STATUSES.find((each) => each === status),
    buyerId: buyer || undefined,
  };
  const query = useLeads(filter);
  const isFiltered = q !== '' || status !== '' || buyer !== '';
  // Answer and list appear together: nothing moves.
  const isFirstLoad = query.isPending && !isFiltered;
  const [isSetting, setSetting] = useState(false);
  const leads = query.data?.pages.flatMap((page) => page.leads) ?? [];
  return (
    <>
      {isFiltered ? null : <LeadsAnswer leads={leads} hasMore={query.hasNextPage} />}
      {isFirstLoad ? (
        <Card>
          <LoadingRows rows={8} />
        </Card>
      ) : (
        <LeadsCard query={query} filter={filter} isFiltered={isFiltered} onSettings={() => setSetting(true)} />
      )}
      <SettingsDialog open={isSetting} onClose={() => setSetting(false)} />
      <LeadDrawer id={lead === '' ? null : lead} onClose={() => setUrl({ lead: '' })} />
    </>
  );
}

function useLeads(filter: ReceivedLeadFilter) {
  return useInfiniteQuery(leadQueries.list(filter));
}

function LeadsCard({
  query,
  filter,
  isFiltered,
  onSettings,
}: {
  query: ReturnType<typeof useLeads>;
  filter: ReceivedLeadFilter;
  isFiltered: boolean;
  onSettings: () => void;
}) {
  const [, setUrl] = useUrlState(DEFAULTS);
  return (
    <Card aria-label="Leads" className="overflow-clip">
      <CardHeader
        className="pb-4"
        title="Leads"
        description="Newest first. A qualified lead goes to one buyer."
        actions={
          <>
            <Button variant="outline" size="sm" onClick={onSettings}>
              <Settings size={14} aria-hidden="true" />
              Settings
            </Button>
            <ExportButton address={leadApi.leadsFile(filter)} name="received-leads.csv" />
          </>
        }
      />
      <Filters />
      <div className="min-h-40 border-t border-border">
        <QueryPanel
          query={query}
          fallback="Failed to load the leads."
          isEmpty={(data) => data.pages.every(({ leads }) => leads.length === 0)}
          empty={
            isFiltered ? (
              <EmptyPanel title="No leads with these filters" className="py-8" />
            ) : (
              <EmptyPanel
                title="No leads yet"
                text="Add a form or call tracking under Forms and calls, and a buyer under Buyers."
                className="py-8"
              />
            )
          }
        >
          {(data) => (
            <LeadTable leads={data.pages.flatMap(({ leads }) => leads)} onOpen={(id) => setUrl({ lead: id })} />
          )}
        </QueryPanel>
      </div>
      <LoadMore query={query} />
    </Card>
  );
}

function Filters() {
  const [{ q, status, buyer }, setUrl] = useUrlState(DEFAULTS);
  const buyers = useQuery(leadQueries.buyers());
  const isFiltered = q !== '' || status !== '' || buyer !== '';
  return (
    <search
      aria-label="Filter leads"
      className="grid grid-cols-2 items-center gap-2 border-t border-border px-4 py-3 sm:flex sm:flex-wrap sm:px-5"
    >
      <TypedFilter
        label="Name, contact, message or page"
        value={q}
        onChange={(to) => setUrl({ q: to })}
        className="max-sm:col-span-2 sm:w-72"
        icon
      />
      <Select
        aria-label="Status"
        className="h-9 sm:w-auto"
        value={status}
        onChange={(event) => setUrl({ status: event.target.value })}
      >
        <option value="">Any status</option>
        {STATUSES.map((each) => (
          <option key={each} value={each}>
            {STATUS[each].name}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Buyer"
        className="h-9 sm:w-auto"
        value={buyer}
        onChange={(event) => setUrl({ buyer: event.target.value })}
      >
        <option value="">Any buyer</option>
        {(buyers.data ?? []).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {buyers.isError ? (
        <span role="alert" className="flex items-center gap-2 text-sm text-destructive max-sm:col-span-2">
          Failed to load the buyers.
          <Button variant="outline" size="sm" onClick={() => void buyers.refetch()}>
            Retry
          </Button>
        </span>
      ) : null}
      {isFiltered ? (
        <Button variant="ghost" size="sm" onClick={() => setUrl(DEFAULTS)}>
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}

const CELL = 'first:pl-5 last:pr-5';

function LeadTable({ leads, onOpen }: { leads: readonly ReceivedLead[]; onOpen: (id: string) => void }) {
  return (
    <Table stacked label="Leads">
      <thead>
        <tr>
          <Th className={CELL}>Contact</Th>
          <Th>Status</Th>
          <Th>Received</Th>
          <Th>Source</Th>
          <Th>Buyer or tenant</Th>
          <Th numeric className={CELL}>
            Price
          </Th>
        </tr>
      </thead>
      <tbody>
        {leads.map((lead) => (
          <tr key={lead.id}>
            <Td stack="title" className={CELL}>
              <button
                type="button"
                className="block max-w-56 truncate text-left font-medium hover:underline"
                onClick={() => onOpen(lead.id)}
              >
                {contactOf(lead)}
              </button>
            </Td>
            <Td stack="corner">
              <Badge tone={STATUS[lead.status].tone} dot>
                {STATUS[lead.status].name}
              </Badge>
            </Td>
            <Td className="whitespace-nowrap max-sm:text-muted-foreground">{formatDateTime(lead.receivedAt)}</Td>
            <Td>{KIND[lead.kind]}</Td>
            <Td label="To">{lead.buyerName ?? lead.tenantName ?? NO_VALUE}</Td>
            <Td numeric label="Price" className={CELL}>
              {formatMoney(lead.priceCents, lead.currency ?? undefined)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Name, phone or email of a lead. */
export function contactOf(lead: ReceivedLead): string {
  return lead.name || lead.phone || lead.email || (lead.erasedAt ? 'Erased' : 'Unknown');
}
