import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type CallFilter,
  type Connection,
  connectionApi,
  connectionQueries,
  type ProviderCall,
} from '@/api/connections';
import { ExportButton } from '@/components/records/export-button';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Choice } from '@/components/ui/choice';
import { FoldingCard } from '@/components/ui/folding-card';
import { Pages } from '@/components/ui/pages';
import { Table, Td, Th } from '@/components/ui/table';
import { TALL_ROWS, useRowPages } from '@/components/ui/use-row-pages';
import { formatDate, formatDuration, formatMicros, NO_VALUE } from '@/lib/format';
import { CallCells, DaysFilter, NoRows, named } from './call-parts';
import { CALL_STATUS } from './connection-words';

const STATUSES = Object.entries(CALL_STATUS).map(([value, { word }]) => ({ value, label: word }));

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
  const loaded = query.data?.pages.flatMap(({ calls }) => calls) ?? [];
  const { rows, ...pages } = useRowPages('calls', JSON.stringify(filter), loaded, query, null, TALL_ROWS);
  const isFiltered = Object.values(state).some((value) => value !== '');
  return (
    <FoldingCard
      title="Calls"
      description="Every call of a provider with its cost, newest first."
      actions={
        <ExportButton address={connectionApi.callsFile(filter)} name="provider-calls.csv">
          Export calls
        </ExportButton>
      }
      summary={loaded[0] ? `last ${formatDate(loaded[0].at)}` : undefined}
      className="overflow-clip"
    >
      <Filters state={state} connections={connections} onChange={(change) => setState({ ...state, ...change })} />
      <div className="border-t border-border">
        <QueryPanel
          query={query}
          fallback="Failed to load the calls."
          isEmpty={(data) => data.pages.every(({ calls }) => calls.length === 0)}
          empty={
            <NoRows
              filtered="No calls with these filters"
              title="No calls yet"
              text="Calls of connected providers are listed here with their cost."
              onClear={isFiltered ? () => setState(ANY) : null}
            />
          }
        >
          {() => <Calls calls={rows} />}
        </QueryPanel>
      </div>
      <Pages label="Pages of calls" {...pages} />
    </FoldingCard>
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
      <Choice
        label="Connection"
        any="Any connection"
        value={state.connectionId}
        options={named(connections)}
        onChange={(connectionId) => onChange({ connectionId })}
      />
      <Choice
        label="Status"
        any="Any status"
        value={state.status}
        options={STATUSES}
        onChange={(status) => onChange({ status })}
      />
      <DaysFilter from={state.from} to={state.to} onChange={onChange} />
    </search>
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
            <CallCells at={call.at} name={call.operationName} about={call.connectionName} error={call.error} />
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
