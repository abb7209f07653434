import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import {
  connectionApi,
  connectionQueries,
  type DataProvider,
  type Evidence,
  type EvidenceFilter,
} from '@/api/connections';
import { ExportButton } from '@/components/records/export-button';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Choice } from '@/components/ui/choice';
import { FoldingCard } from '@/components/ui/folding-card';
import { Pages } from '@/components/ui/pages';
import { Table, Td, Th } from '@/components/ui/table';
import { TALL_ROWS, useRowPages } from '@/components/ui/use-row-pages';
import { useExport } from '@/hooks/use-export';
import { formatBytes, formatDate, formatDateTime, formatMicros, NO_VALUE, plural } from '@/lib/format';
import { CallCells, DaysFilter, NoRows, named } from './call-parts';
import { CALL_STATUS } from './connection-words';

const ANY = { provider: '', from: '', to: '' };
type State = typeof ANY;

function toFilter({ provider, from, to }: State): EvidenceFilter {
  const known = provider as EvidenceFilter['provider'] | '';
  return { provider: known || undefined, from: from || undefined, to: to || undefined };
}

/** Raw responses of providers, which figures can be traced to. */
export function EvidenceCard({ providers }: { providers: readonly DataProvider[] }) {
  const [state, setState] = useState(ANY);
  const filter = toFilter(state);
  const query = useInfiniteQuery(connectionQueries.evidence(filter));
  const loaded = query.data?.pages.flatMap(({ evidence }) => evidence) ?? [];
  const { rows, ...pages } = useRowPages('responses', JSON.stringify(filter), loaded, query, null, TALL_ROWS);
  const isFiltered = Object.values(state).some((value) => value !== '');
  const days = query.data?.pages[0]?.keptDays;
  return (
    <FoldingCard
      title="Stored responses"
      description={`What providers sent, without keys and passwords, newest first.${days ? ` Each is deleted after ${plural(days, 'day')}.` : ''}`}
      actions={
        <ExportButton address={connectionApi.evidenceListFile(filter)} name="evidence.csv">
          Export list
        </ExportButton>
      }
      summary={loaded[0] ? `last ${formatDate(loaded[0].fetchedAt)}` : undefined}
      className="overflow-clip"
    >
      <Filters state={state} providers={providers} onChange={(change) => setState({ ...state, ...change })} />
      <div className="border-t border-border">
        <QueryPanel
          query={query}
          fallback="Failed to load the stored responses."
          isEmpty={(data) => data.pages.every(({ evidence }) => evidence.length === 0)}
          empty={
            <NoRows
              filtered="No responses with these filters"
              title="No stored responses"
              text="Responses of connected providers are listed here, to check what a figure comes from."
              onClear={isFiltered ? () => setState(ANY) : null}
            />
          }
        >
          {() => <Responses rows={rows} />}
        </QueryPanel>
      </div>
      <Pages label="Pages of stored responses" {...pages} />
    </FoldingCard>
  );
}

function Filters({
  state,
  providers,
  onChange,
}: {
  state: State;
  providers: readonly DataProvider[];
  onChange: (change: Partial<State>) => void;
}) {
  return (
    <search
      aria-label="Filter stored responses"
      className="grid grid-cols-2 items-center gap-2 px-4 py-3 sm:flex sm:flex-wrap sm:px-5"
    >
      <Choice
        label="Provider"
        any="Any provider"
        value={state.provider}
        options={named(providers)}
        onChange={(provider) => onChange({ provider })}
      />
      <DaysFilter from={state.from} to={state.to} onChange={onChange} />
    </search>
  );
}

function Responses({ rows }: { rows: readonly Evidence[] }) {
  return (
    <Table stacked label="Stored responses of data providers">
      <thead>
        <tr>
          <Th className="pl-5">Time</Th>
          <Th>Response</Th>
          <Th>Status</Th>
          <Th numeric>Cost</Th>
          <Th numeric>Size</Th>
          <Th>Cached until</Th>
          <Th className="pr-5">
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <CallCells at={row.fetchedAt} name={row.operationName} about={row.providerName} error={row.error} />
            <Td stack="corner">
              {row.status ? (
                <Badge tone={CALL_STATUS[row.status].tone}>{CALL_STATUS[row.status].word}</Badge>
              ) : (
                NO_VALUE
              )}
            </Td>
            <Td numeric label="Cost">
              {formatMicros(row.costMicros)}
            </Td>
            <Td numeric label="Size" className="whitespace-nowrap">
              {formatBytes(row.sizeBytes)}
            </Td>
            <Td label="Cached until" className="text-muted-foreground">
              {row.cachedUntil ? formatDateTime(row.cachedUntil) : 'Not cached'}
            </Td>
            <Td stack="line" className="pr-5 text-right">
              <Save row={row} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Save({ row }: { row: Evidence }) {
  const file = useExport(connectionApi.evidenceFile(row.id), `${row.operation}-${row.id}.json`);
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      needsNetwork
      busy={file.isBusy}
      title="Download response"
      aria-label={`Download response: ${row.operationName}, ${formatDateTime(row.fetchedAt)}`}
      onClick={() => void file.save()}
    >
      <Download size={14} aria-hidden="true" />
    </Button>
  );
}
