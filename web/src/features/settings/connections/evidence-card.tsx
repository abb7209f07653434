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
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Select } from '@/components/ui/field';
import { LoadMore } from '@/components/ui/load-more';
import { Table, Td, Th } from '@/components/ui/table';
import { useExport } from '@/hooks/use-export';
import { formatBytes, formatDateTime, formatMicros, NO_VALUE } from '@/lib/format';
import { Day } from './calls-card';
import { CALL_STATUS, callError } from './connection-words';

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
  const isFiltered = Object.values(state).some((value) => value !== '');
  const days = query.data?.pages[0]?.keptDays;
  return (
    <Card aria-label="Stored responses" className="overflow-clip">
      <CardHeader
        title="Stored responses"
        description={`What providers sent, without keys and passwords, newest first.${days ? ` Each is deleted after ${days} days.` : ''}`}
        actions={<ExportList filter={filter} />}
      />
      <Filters state={state} providers={providers} onChange={(change) => setState({ ...state, ...change })} />
      <div className="border-t border-border">
        <QueryPanel
          query={query}
          fallback="Failed to load the stored responses."
          isEmpty={(data) => data.pages.every(({ evidence }) => evidence.length === 0)}
          empty={
            isFiltered ? (
              <EmptyPanel
                title="No responses with these filters"
                className="py-8"
                action={
                  <Button variant="outline" size="sm" onClick={() => setState(ANY)}>
                    Clear filters
                  </Button>
                }
              />
            ) : (
              <EmptyPanel
                title="No stored responses"
                text="Responses of connected providers are listed here, to check what a figure comes from."
                className="py-8"
              />
            )
          }
        >
          {(data) => <Responses rows={data.pages.flatMap(({ evidence }) => evidence)} />}
        </QueryPanel>
      </div>
      <LoadMore query={query} />
    </Card>
  );
}

function ExportList({ filter }: { filter: EvidenceFilter }) {
  const file = useExport(connectionApi.evidenceListFile(filter), 'evidence.csv');
  return (
    <Button variant="outline" size="sm" needsNetwork busy={file.isBusy} onClick={() => void file.save()}>
      <Download size={14} aria-hidden="true" />
      Export list
    </Button>
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
      <Select
        aria-label="Provider"
        className="h-9 w-full min-w-0 sm:w-auto"
        value={state.provider}
        onChange={(event) => onChange({ provider: event.target.value })}
      >
        <option value="">Any provider</option>
        {providers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Day label="First day" value={state.from} onChange={(from) => onChange({ from })} />
      <Day label="Last day" value={state.to} onChange={(to) => onChange({ to })} />
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
            <Td label="Time" className="pl-5 whitespace-nowrap text-muted-foreground">
              {formatDateTime(row.fetchedAt)}
            </Td>
            <Td stack="title" className="sm:min-w-48">
              <p>{row.operationName}</p>
              <p className="text-xs text-muted-foreground">{row.providerName}</p>
              {row.error ? <p className="text-xs text-destructive">{callError(row.error)}</p> : null}
            </Td>
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
            <Td label="Cached until" className="whitespace-nowrap text-muted-foreground">
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
      variant="outline"
      size="sm"
      needsNetwork
      busy={file.isBusy}
      aria-label={`Download response: ${row.operationName}, ${formatDateTime(row.fetchedAt)}`}
      onClick={() => void file.save()}
    >
      Download
    </Button>
  );
}
