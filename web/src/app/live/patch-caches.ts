import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type Deployment, deploymentQueries } from '@/api/deployments';
import { isElsewhere } from '@/api/elsewhere';
import { engineQueries } from '@/api/engines';
import { performanceQueries } from '@/api/performance';
import { runQueries, TOUCHED_BY_RUNS } from '@/api/runs';
import type { Engine, Insight, LivePayloads, Opportunity, Run } from '@/api/types';
import { INSIGHTS_KEPT } from '@/lib/constants';
import type { LiveEvent } from '@/lib/live/events';
import { addToInbox } from './inbox';

type Patches = { [Type in keyof LivePayloads]?: (queries: QueryClient, payload: LivePayloads[Type]) => void };

const PATCHES: Patches = {
  'engine:status': patchEngine,
  'engine:insight': (queries, { insight }) => addInsight(queries, insight),
  'run:progress': patchProgress,
  'run:finished': finishRun,
  'opportunity:updated': (queries, { opportunity }) => patchOpportunity(queries, opportunity),
  'opportunity:implemented': (queries, { opportunity }) => patchOpportunity(queries, opportunity),
  'performance:update': (queries) => askAgain(queries, ['performance']),
  'performance:alert': (queries) => askAgain(queries, ['performance']),
  'performance:ranking': (queries) => askAgain(queries, ['performance', 'metrics'], ['keywords']),
  'performance:digest': (queries) => askAgain(queries, ['ranks', 'digest']),
  'lead:new': (queries) => askAgain(queries, ['leads']),
  'lead:updated': (queries) => askAgain(queries, ['leads']),
  'revenue:tick': (queries) => askAgain(queries, ['ledger'], ['pipeline', 'analysis'], ['campaigns']),
  'campaign:updated': (queries) => askAgain(queries, ['campaigns']),
  'site:updated': (queries) => askAgain(queries, ['sites'], ['deployments'], ['pipeline'], ['campaigns']),
  'deployment:updated': patchDeployment,
  'pipeline:stages': (queries) => askAgain(queries, ['pipeline']),
  'edit:updated': (queries) => askAgain(queries, ['edits'], ['opportunities']),
  'user:notification': addToInbox,
  'user:achievement': (queries) => askAgain(queries, performanceQueries.achievements().queryKey),
};

/** Updates cached data with an event. Unknown events change nothing. */
export function patchCaches(queries: QueryClient, event: LiveEvent): void {
  const patch = PATCHES[event.type as keyof LivePayloads] as ((on: QueryClient, payload: unknown) => void) | undefined;
  patch?.(queries, event.payload ?? {});
}

/**
 * Updates an engine in the cached lists of the event's website (or of no website, like the event). Lists of the whole
 * workspace are refetched, because they aggregate all websites. Events that may belong to another workspace are never
 * applied; without a website, the server is asked for this workspace.
 */
function patchEngine(queries: QueryClient, payload: LivePayloads['engine:status']): void {
  const { engine, websiteId = null } = payload;
  if (!engine) return;
  if (isElsewhere(queries, websiteId)) {
    if (websiteId === null) askAgain(queries, ['engines']);
    return;
  }
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: ['engines', 'status'] })) {
    const about = (queryKey[2] as { websiteId?: string } | undefined)?.websiteId ?? null;
    if (about === websiteId) putEngine(queries, queryKey, engine);
    else if (about === null) queries.invalidateQueries({ queryKey, exact: true });
  }
  const detail = engineQueries.detail(engine.id).queryKey;
  if (websiteId !== null) queries.invalidateQueries({ queryKey: detail });
  else queries.setQueryData(detail, (before) => before && { ...before, engine: { ...before.engine, ...engine } });
}

function putEngine(queries: QueryClient, queryKey: QueryKey, engine: Engine): void {
  queries.setQueryData<{ engines: Engine[] }>(queryKey, (before) =>
    before
      ? { ...before, engines: before.engines.map((each) => (each.id === engine.id ? { ...each, ...engine } : each)) }
      : before,
  );
}

/** Adds new insights to the lists of their engine, at most a hundred; of known ones only the verdict is updated. */
function addInsight(queries: QueryClient, insight: Insight | undefined): void {
  if (!insight || isElsewhere(queries, insight.websiteId)) return;
  for (const query of queries.getQueryCache().findAll({ queryKey: ['engines', 'insights'] })) {
    const params = query.queryKey[2] as { engineId?: string } | undefined;
    if (params?.engineId && params.engineId !== insight.engineId) continue;
    queries.setQueryData<{ insights: Insight[] }>(query.queryKey, (before) => {
      if (!before) return before;
      if (before.insights.some((each) => each.id === insight.id))
        return { ...before, insights: judged(before, insight) };
      return { ...before, insights: [insight, ...before.insights].slice(0, INSIGHTS_KEPT) };
    });
  }
}

function judged({ insights }: { insights: Insight[] }, { id, verdict }: Insight): Insight[] {
  return insights.map((each) => (each.id === id ? { ...each, verdict } : each));
}

function patchProgress(queries: QueryClient, { runId, percent, stage, message }: LivePayloads['run:progress']): void {
  const progress = { percent, stage, message };
  const change = (run: Run): Run => (run.id === runId ? { ...run, status: 'running', progress } : run);
  patchRun(queries, runId, change);
}

function finishRun(queries: QueryClient, { runId, status }: LivePayloads['run:finished']): void {
  patchRun(queries, runId, (run) => (run.id === runId ? { ...run, status } : run));
  askAgain(queries, ['runs'], ...TOUCHED_BY_RUNS.map((noun) => [noun]));
}

/** Refetches data for events that report only a change. */
function askAgain(queries: QueryClient, ...keys: QueryKey[]): void {
  for (const queryKey of keys) queries.invalidateQueries({ queryKey });
}

function patchRun(queries: QueryClient, runId: string, change: (run: Run) => Run): void {
  queries.setQueryData<{ run: Run }>(runQueries.detail(runId).queryKey, (before) =>
    before ? { ...before, run: change(before.run) } : before,
  );
  queries.setQueriesData<{ runs: Run[] }>({ queryKey: ['runs', 'list'] }, (before) =>
    before ? { ...before, runs: before.runs.map(change) } : before,
  );
}

/** Updates a deployment; an unknown one is listed by a refetch. Its sites have changed too. */
function patchDeployment(queries: QueryClient, deployment: LivePayloads['deployment:updated']): void {
  const queryKey = deploymentQueries.list().queryKey;
  const known = queries.getQueryData(queryKey)?.pages.flatMap(({ deployments }) => deployments) ?? [];
  queries.setQueryData(
    queryKey,
    (before) => before && { ...before, pages: before.pages.map(withDeployment(deployment)) },
  );
  queries.setQueryData(
    deploymentQueries.detail(deployment.id).queryKey,
    (before) => before && { ...before, deployment: { ...before.deployment, ...deployment } },
  );
  if (!known.some(({ id }) => id === deployment.id)) askAgain(queries, queryKey);
  askAgain(queries, ['sites'], ['pipeline']);
}

function withDeployment(deployment: Deployment) {
  return <Page extends { deployments: Deployment[] }>(page: Page): Page => ({
    ...page,
    deployments: page.deployments.map((each) => (each.id === deployment.id ? { ...each, ...deployment } : each)),
  });
}

function patchOpportunity(queries: QueryClient, opportunity: Opportunity | undefined): void {
  if (!opportunity) return;
  queries.setQueriesData<{ opportunities: Opportunity[] }>({ queryKey: ['opportunities', 'list'] }, (before) =>
    before
      ? {
          ...before,
          opportunities: before.opportunities.map((each) =>
            each.id === opportunity.id ? { ...each, ...opportunity } : each,
          ),
        }
      : before,
  );
}
