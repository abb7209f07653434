import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { importedFiles, importedQueries, type Lead } from '@/api/imported';
import {
  Address,
  Figures,
  importColumn,
  orUnknown,
  type RecordColumn,
  RecordsCard,
} from '@/components/records/records-card';
import { QueryPanel } from '@/components/states/query-panel';
import { Choice } from '@/components/ui/choice';
import { useUrlState } from '@/hooks/use-url-state';
import { formatDate, formatMoney, plural } from '@/lib/format';
import { optionsOf, RecordFilters } from './record-filters';

const DEFAULTS = { q: '', status: '', from: '', to: '' };

const COLUMNS: readonly RecordColumn<Lead>[] = [
  { name: 'Date', cell: (row) => formatDate(row.day) },
  { name: 'Id', cell: (row) => orUnknown(row.externalId) },
  { name: 'Page', wide: true, cell: (row) => <Address url={row.page} /> },
  { name: 'Keyword', cell: (row) => orUnknown(row.keyword) },
  { name: 'Came from', cell: (row) => orUnknown(row.source) },
  { name: 'Status', cell: (row) => orUnknown(row.status) },
  { name: 'Value', numeric: true, cell: (row) => formatMoney(row.valueCents, row.currency ?? undefined) },
  importColumn,
];

/** Imported leads of a website. */
export function LeadsTab({ websiteId }: { websiteId: string }) {
  const [state, setState] = useUrlState(DEFAULTS);
  const filter = {
    websiteId,
    q: state.q || undefined,
    status: state.status || undefined,
    from: state.from || undefined,
    to: state.to || undefined,
  };
  const query = useInfiniteQuery(importedQueries.leads(filter));
  const summary = useQuery(importedQueries.leadSummary(websiteId));
  const groups = summary.data?.groups ?? [];
  return (
    <RecordsCard
      title="Leads"
      description="Leads from imports. Rows with the same id are one lead."
      summary={
        <QueryPanel query={summary} fallback="Failed to load the totals of the leads." loading={null}>
          {(data) => (
            <Figures
              label="Leads by status"
              figures={data.groups.map((group) => ({
                name: [group.status ?? 'No status', group.currency].filter(Boolean).join(', '),
                text: [
                  plural(group.leads, 'lead'),
                  group.valueCents === null ? null : formatMoney(group.valueCents, group.currency ?? undefined),
                ]
                  .filter(Boolean)
                  .join(', '),
              }))}
            />
          )}
        </QueryPanel>
      }
      filters={
        <RecordFilters label="Page, keyword, source or id contains" state={state} onChange={setState}>
          <Choice
            label="Status"
            any="Any status"
            value={state.status}
            options={optionsOf(groups.map(({ status }) => status))}
            onChange={(status) => setState({ status })}
          />
        </RecordFilters>
      }
      isFiltered={Object.values(state).some((value) => value !== '')}
      onClear={() => setState(DEFAULTS)}
      query={query}
      rowsOf={(page) => page.leads}
      columns={COLUMNS}
      file={{ address: importedFiles.leads(filter), name: 'leads.csv' }}
      formats="Import a list of leads with date, source and status."
    />
  );
}
