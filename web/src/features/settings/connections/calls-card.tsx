import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import {
  type CallFilter,
  type Connection,
  connectionApi,
  connectionQueries,
  type ProviderCall,
} from '@/api/connections';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Input, Select } from '@/components/ui/field';
import { LoadMore } from '@/components/ui/load-more';
import { Table, Td, Th } from '@/components/ui/table';
import { useExport } from '@/hooks/use-export';
import { formatDateTime, formatDuration, formatMicros, NO_VALUE } from '@/lib/format';
import { CALL_STATUS, callError } from './connection-words';

const ANY = { connectionId: '', status: '', from: '', to: '' };
type State = typeof ANY;

function toFilter({ connectionId, status, from, to }: State): Omit<CallFilter, 'runId'> {
  const known = status as ProviderCall['status'] | '';
  return {
    connectionId: connectionId || undefined,
    status: known || undefined,
    from: from || undefined,
    to: to || undefined,
  };
}

/** The ledger of calls, with filters and an export. */
export function CallsCard({ connections }: { connections: readonly Connection[] }) {
  const [state, setState] = useState(ANY);
  const filter = toFilter(state);
  const query = useInfiniteQuery(connectionQueries.calls(filter));
  const isFiltered = Object.values(state).some((value) => value !== '');
  return (
    <Card aria-label="Calls" className="overflow-clip">
      <CardHeader
        title="Calls"
        description="Every call of a provider with its cost, newest first."
        actions={<Export filter={filter} />}
      />
      <Filters state={state} connections={connections} onChange={(change) => setState({ ...state, ...change })} />
      <div className="border-t border-border">
        <QueryPanel
          query={query}
          fallback="Failed to load the calls."
          isEmpty={(data) => data.pages.every(({ calls }) => calls.length === 0)}
          empty={
            isFiltered ? (
              <EmptyPanel
                title="No calls with these filters"
                className="py-8"
                action={
                  <Button variant="outline" size="sm" onClick={() => setState(ANY)}>
                    Clear filters
                  </Button>
                }
              />
            ) : (
              <EmptyPanel
                title="No calls yet"
                text="Calls of connected providers are listed here with their cost."
                className="py-8"
              />
            )
          }
        >
          {(data) => <Calls calls={data.pages.flatMap(({ calls }) => calls)} />}
        </QueryPanel>
      </div>
      <LoadMore query={query} />
    </Card>
  );
}

function Export({ filter }: { filter: Omit<CallFilter, 'runId'> }) {
  const file = useExport(connectionApi.callsFile(filter), 'provider-calls.csv');
  return (
    <Button variant="outline" size="sm" needsNetwork busy={file.isBusy} onClick={() => void file.save()}>
      <Download size={14} aria-hidden="true" />
      Export calls
    </Button>
  );
}

function Filters({
  state,
  connections,
  onChange,
}: {
  state: State;
  connections: readonly Connection[];
  onChange: (change: Partial<State>) => void;
}) {
  return (
    <search
      aria-label="Filter calls"
      className="grid grid-cols-2 items-center gap-2 px-4 py-3 sm:flex sm:flex-wrap sm:px-5"
    >
      <Select
        aria-label="Connection"
        className="h-9 w-full min-w-0 sm:w-auto"
        value={state.connectionId}
        onChange={(event) => onChange({ connectionId: event.target.value })}
      >
        <option value="">Any connection</option>
        {connections.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Status"
        className="h-9 w-full min-w-0 sm:w-auto"
        value={state.status}
        onChange={(event) => onChange({ status: event.target.value })}
      >
        <option value="">Any status</option>
        {Object.entries(CALL_STATUS).map(([value, { word }]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </Select>
      <Day label="First day" value={state.from} onChange={(from) => onChange({ from })} />
      <Day label="Last day" value={state.to} onChange={(to) => onChange({ to })} />
    </search>
  );
}

/** A day in UTC of a filter. */
export function Day({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <Input
      type="date"
      aria-label={label}
      title={`${label} (UTC)`}
      className="h-9 w-full min-w-0 sm:w-auto"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Calls({ calls }: { calls: readonly ProviderCall[] }) {
  return (
    <Table stacked label="Calls of data providers">
      <thead>
        <tr>
          <Th className="pl-5">Time</Th>
          <Th>Call</Th>
          <Th>Status</Th>
          <Th numeric>Estimate</Th>
          <Th numeric>Cost</Th>
          <Th numeric className="pr-5">
            Duration
          </Th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <tr key={call.id}>
            <Td label="Time" className="pl-5 whitespace-nowrap text-muted-foreground">
              {formatDateTime(call.at)}
            </Td>
            <Td stack="title" className="sm:min-w-48">
              <p>{call.operationName}</p>
              <p className="text-xs text-muted-foreground">{call.connectionName}</p>
              {call.error ? <p className="text-xs text-destructive">{callError(call.error)}</p> : null}
            </Td>
            <Td stack="corner">
              <Badge tone={CALL_STATUS[call.status].tone}>{CALL_STATUS[call.status].word}</Badge>
            </Td>
            <Td numeric label="Estimate">
              {formatMicros(call.estimateMicros)}
            </Td>
            <Td numeric label="Cost">
              {formatMicros(call.costMicros)}
            </Td>
            <Td numeric label="Duration" className="pr-5 whitespace-nowrap">
              {call.latencyMs === null ? NO_VALUE : formatDuration(call.latencyMs)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
