import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorText } from '@/api/errors';
import { isFinished } from '@/api/runs';
import { type DataSource, sourceApi, sourceQueries } from '@/api/sources';
import type { Website } from '@/api/types';
import { RunProgress } from '@/components/runs/run-progress';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import { RelativeTime } from '@/components/ui/relative-time';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { toastFailure } from '@/lib/failed';
import { formatDate, formatDateTime, formatNumber, plural } from '@/lib/format';
import { periodWords } from '@/lib/period-words';
import { backFill, preliminaryDays, sourceState } from './source-words';

const CONNECTIONS = '/settings?tab=connections';

/** Connections that fetch data of a website: which days they have, the last and the next sync. */
export function SourcesCard({ website }: { website: Website }) {
  const sources = useQuery(sourceQueries.list(website.id));
  return (
    <Card aria-label="Data sources">
      <CardHeader
        title="Data sources"
        description="Connections fetch new data once a day. Days of a connection count instead of days of an import."
      />
      <CardBody>
        <QueryPanel
          query={sources}
          fallback="Failed to load the sources."
          loading={<LoadingRows rows={1} className="px-0" />}
          isEmpty={(list) => list.length === 0}
          empty={
            <EmptyPanel
              className="py-8"
              title="No data source yet"
              text="Connect Search Console, Bing Webmaster Tools, Google Analytics or PageSpeed, and choose this website for the connection."
              action={
                <ButtonLink variant="outline" size="sm" to={CONNECTIONS}>
                  Add connection
                </ButtonLink>
              }
            />
          }
        >
          {(list) => (
            <ul className="divide-y divide-border">
              {list.map((source) => (
                <SourceRow key={source.connectionId} source={source} website={website} />
              ))}
            </ul>
          )}
        </QueryPanel>
      </CardBody>
    </Card>
  );
}

function SourceRow({ source, website }: { source: DataSource; website: Website }) {
  const canChange = useWorkspaces().current?.role !== 'viewer';
  const sync = useSync(website.id, source);
  const { run } = source;
  const isRunning = run !== null && run !== undefined && !isFinished(run);
  const state = sourceState(source);
  return (
    <li className="grid gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {source.providerName}
            <Badge tone={state.tone} dot>
              {state.label}
            </Badge>
          </p>
          <p className="break-all text-[0.8125rem] text-muted-foreground">{source.property || source.name}</p>
        </div>
        {canChange && !isRunning ? (
          <Button
            variant="outline"
            size="sm"
            needsNetwork
            disabled={website.archivedAt !== null}
            busy={sync.isPending}
            onClick={() => sync.mutate()}
          >
            Sync now
            <span className="sr-only">: {source.providerName}</span>
          </Button>
        ) : null}
      </div>
      <Freshness source={source} />
      {isRunning ? (
        <RunProgress runId={run.id} title={`Sync of ${source.providerName}`} isReadOnly={!canChange} />
      ) : (
        <Problem source={source} />
      )}
    </li>
  );
}

function Freshness({ source }: { source: DataSource }) {
  const preliminary = preliminaryDays(source);
  const filled = backFill(source);
  return (
    <div className="grid gap-2">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-[0.8125rem] sm:grid-cols-4">
        <Fact label="Days">{source.firstDay ? periodWords(source.firstDay, source.lastDay) : 'None yet'}</Fact>
        <Fact label="Rows">{formatNumber(source.rows, 0)}</Fact>
        <Fact label="Last sync">
          <RelativeTime at={source.syncedAt} />
        </Fact>
        <Fact label="Next sync">{source.nextAt ? formatDateTime(source.nextAt) : 'Not scheduled'}</Fact>
      </dl>
      {preliminary > 0 ? (
        <p className="text-[0.8125rem] text-muted-foreground">
          <Badge tone="warning" className="mr-2">
            Preliminary
          </Badge>
          {plural(preliminary, 'day')} after {formatDate(source.lastFinalDay)}. {source.providerName} has not finished
          counting: figures may change, and no engine uses them yet.
        </p>
      ) : null}
      {filled !== null ? (
        <div className="grid gap-1.5">
          <Progress value={filled} label={`First sync of ${source.providerName}`} />
          <p className="text-[0.8125rem] text-muted-foreground">
            First sync: {Math.round(filled)}% of the days since {formatDate(source.wantedFrom)} are stored.
          </p>
        </div>
      ) : null}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  );
}

/** Why the last sync failed, or why the connection does not work. A test that succeeds later makes the first one old. */
function Problem({ source }: { source: DataSource }) {
  const isConnected = source.status === 'connected';
  const text = source.error ?? (isConnected ? null : source.message);
  if (!text) return null;
  if (isConnected) {
    return (
      <p className="text-[0.8125rem] text-muted-foreground">
        The last sync failed: {text} The connection works now: sync again.
      </p>
    );
  }
  return (
    <p className="text-[0.8125rem] text-destructive">
      {text}{' '}
      {source.status === 'expired' || source.status === 'revoked' ? (
        <Link to={CONNECTIONS} className="font-medium underline underline-offset-4">
          Open connections
        </Link>
      ) : null}
    </p>
  );
}

function useSync(websiteId: string, source: DataSource) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: sourceQueries.list(websiteId).queryKey });
  return useMutation({
    mutationFn: () => sourceApi.sync(websiteId, source.connectionId),
    onSuccess: refresh,
    onError: (error) => {
      toastFailure(`${source.providerName} was not synced`, errorText(error));
      refresh();
    },
  });
}
