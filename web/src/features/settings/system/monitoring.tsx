import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { adminQueries, type Worker } from '@/api/admin';
import type { LivePayloads } from '@/api/types';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { Table, Td, Th } from '@/components/ui/table';
import { useLiveEvent } from '@/hooks/use-live-event';
import { formatDuration, formatMinutes, formatNumber, formatPercent, NO_VALUE } from '@/lib/format';
import { wantTopic } from '@/lib/live/topics';
import { humanise } from '@/lib/words';

export function Monitoring() {
  return (
    <>
      <Pulse />
      <Queue />
      <Workers />
    </>
  );
}

const SYSTEM_TOPIC = { join: 'system:subscribe', leave: 'system:unsubscribe', values: [] };

/** Values that the server sends every second on the second channel, while mounted. */
function Pulse() {
  const [figures, setFigures] = useState<LivePayloads['system:update'] | null>(null);
  useEffect(() => wantTopic(SYSTEM_TOPIC), []);
  useLiveEvent('system:update', setFigures);
  return (
    <Card>
      <CardHeader title="Now" description={figures ? 'Updated every second.' : 'Waiting for the first values.'} />
      <CardBody>
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3" aria-busy={!figures}>
          <Figure name="Waiting runs">{formatNumber(figures?.queueDepth)}</Figure>
          <Figure name="Workers">{formatNumber(figures?.workers?.length)}</Figure>
          <Figure name="Requests in 5 min">{formatNumber(figures?.errors?.requests)}</Figure>
          <Figure name="Errors">{formatPercent(figures?.errors?.rate)}</Figure>
          <Figure name="Latency (p95)">{formatDuration(figures?.latency?.p95Ms)}</Figure>
          <Figure name="Uptime">{figures?.uptime == null ? NO_VALUE : formatMinutes(figures.uptime / 60)}</Figure>
        </dl>
      </CardBody>
    </Card>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[0.8125rem] text-muted-foreground">{name}</dt>
      <dd className="mt-0.5 text-lg font-semibold tabular">{children}</dd>
    </div>
  );
}

function Queue() {
  const queue = useQuery(adminQueries.queue());
  return (
    <Card>
      <CardHeader
        title="Queue"
        description={
          queue.data
            ? `Runs by lane. Delivery: ${storeName(queue.data.queue)}. Storage: ${storeName(queue.data.database)}.`
            : 'Runs by lane, with their delivery.'
        }
        actions={<UpdatedStamp at={queue.dataUpdatedAt} busy={queue.isFetching} onRefresh={() => queue.refetch()} />}
      />
      <div className="p-2 pt-3">
        <QueryPanel query={queue} fallback="Failed to load the queue." loading={<LoadingRows rows={2} />}>
          {({ lanes }) => (
            <Table stacked label="Lanes of the queue">
              <thead>
                <tr>
                  <Th>Lane</Th>
                  <Th numeric>Waiting</Th>
                  <Th numeric>Running</Th>
                  <Th numeric>Being delivered</Th>
                </tr>
              </thead>
              <tbody>
                {lanes.map((lane) => (
                  <tr key={lane.lane}>
                    <Td stack="title" className="font-medium">
                      {humanise(lane.lane)}
                    </Td>
                    <Td numeric label="Waiting">
                      {formatNumber(lane.queued)}
                    </Td>
                    <Td numeric label="Running">
                      {formatNumber(lane.running)}
                    </Td>
                    <Td numeric label="Being delivered">
                      {formatNumber(lane.delivering)}
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </QueryPanel>
      </div>
    </Card>
  );
}

/** Names of what delivers and stores runs, by the words of the server. */
const STORES: Partial<Record<string, string>> = {
  memory: 'this process',
  redis: 'Redis',
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
  postgresql: 'PostgreSQL',
};

function storeName(word: string): string {
  return STORES[word] ?? word;
}

function Workers() {
  const workers = useQuery(adminQueries.workers());
  return (
    <Card>
      <CardHeader
        title="Workers"
        description="Processes with a heartbeat in the last 30 seconds."
        actions={
          <UpdatedStamp at={workers.dataUpdatedAt} busy={workers.isFetching} onRefresh={() => workers.refetch()} />
        }
      />
      <div className="p-2 pt-3">
        <QueryPanel
          query={workers}
          fallback="Failed to load the workers."
          isEmpty={(list) => list.length === 0}
          empty={
            <EmptyPanel title="No worker is running" text="Start one with motherlode worker. Runs wait until then." />
          }
        >
          {(list) => <WorkerTable workers={list} />}
        </QueryPanel>
      </div>
    </Card>
  );
}

function WorkerTable({ workers }: { workers: Worker[] }) {
  return (
    <Table stacked label="Workers">
      <thead>
        <tr>
          <Th>Machine</Th>
          <Th numeric>Process</Th>
          <Th>Lanes</Th>
          <Th numeric>Busy</Th>
          <Th>Since</Th>
          <Th>Last heartbeat</Th>
        </tr>
      </thead>
      <tbody>
        {workers.map((worker) => (
          <tr key={worker.id}>
            <Td stack="title" className="font-medium">
              {worker.host}
            </Td>
            <Td numeric label="Process">
              {worker.pid}
            </Td>
            <Td label="Lanes">{worker.lanes.map(humanise).join(', ')}</Td>
            <Td numeric label="Busy">
              {worker.busy} of {worker.slots}
            </Td>
            <Td label="Since" className="whitespace-nowrap text-muted-foreground">
              <RelativeTime at={worker.startedAt} />
            </Td>
            <Td label="Last heartbeat" className="whitespace-nowrap text-muted-foreground">
              <RelativeTime at={worker.heartbeatAt} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
