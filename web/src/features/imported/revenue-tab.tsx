import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { importedFiles, importedQueries, type Revenue } from '@/api/imported';
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
import { formatDate, formatMoney } from '@/lib/format';
import { optionsOf, RecordFilters } from './record-filters';

const DEFAULTS = { q: '', kind: '', from: '', to: '' };

const COLUMNS: readonly RecordColumn<Revenue>[] = [
  { name: 'Date', cell: (row) => formatDate(row.day) },
  { name: 'Amount', numeric: true, cell: (row) => formatMoney(row.amountCents, row.currency) },
  { name: 'Id', cell: (row) => orUnknown(row.externalId) },
  { name: 'Kind', cell: (row) => orUnknown(row.kind) },
  { name: 'Page', wide: true, cell: (row) => <Address url={row.page} /> },
  { name: 'Payer', cell: (row) => orUnknown(row.source) },
  { name: 'Vertical', cell: (row) => orUnknown(row.vertical) },
  { name: 'Place', cell: (row) => orUnknown(row.place) },
  importColumn,
];

/** Imported revenue of a website. */
export function RevenueTab({ websiteId }: { websiteId: string }) {
  const [state, setState] = useUrlState(DEFAULTS);
  const filter = {
    websiteId,
    q: state.q || undefined,
    kind: state.kind || undefined,
    from: state.from || undefined,
    to: state.to || undefined,
  };
  const query = useInfiniteQuery(importedQueries.revenue(filter));
  const summary = useQuery(importedQueries.revenueSummary(websiteId));
  const groups = summary.data?.groups ?? [];
  return (
    <RecordsCard
      title="Revenue"
      description="Amounts from imports, each in its currency. Rows with the same id are one entry."
      summary={
        <QueryPanel query={summary} fallback="Failed to load the totals of the revenue." loading={null}>
          {(data) => (
            <Figures
              label="Revenue by kind"
              figures={data.groups.map((group) => ({
                name: `${group.kind ?? 'No kind'}, ${group.currency}`,
                text: formatMoney(group.amountCents, group.currency),
              }))}
            />
          )}
        </QueryPanel>
      }
      filters={
        <RecordFilters label="Page, payer, vertical or place contains" state={state} onChange={setState}>
          <Choice
            label="Kind"
            any="Any kind"
            value={state.kind}
            options={optionsOf(groups.map(({ kind }) => kind))}
            onChange={(kind) => setState({ kind })}
          />
        </RecordFilters>
      }
      isFiltered={Object.values(state).some((value) => value !== '')}
      onClear={() => setState(DEFAULTS)}
      query={query}
      rowsOf={(page) => page.revenue}
      columns={COLUMNS}
      file={{ address: importedFiles.revenue(filter), name: 'revenue.csv' }}
      formats="Import a list of amounts with date, amount and currency."
    />
  );
}
