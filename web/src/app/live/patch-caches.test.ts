import type { QueryKey } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { deploymentQueries } from '@/api/deployments';
import { engineQueries } from '@/api/engines';
import { forecastQueries } from '@/api/forecasts';
import { importedQueries } from '@/api/imported';
import { notificationQueries } from '@/api/notifications';
import { performanceQueries } from '@/api/performance';
import { createQueryClient } from '@/api/query-client';
import { runQueries } from '@/api/runs';
import type { Engine, InboxNotification, Insight } from '@/api/types';
import { websiteQueries } from '@/api/websites';
import { followNobody, followUser } from '@/lib/session/workspace';
import { aRun, aWebsite } from '@/testing/records';
import { aDeployment } from '@/testing/sites';
import { patchCaches } from './patch-caches';

const queries = createQueryClient();
const at = '2026-01-01T00:00:00Z';
const send = (type: string, payload: unknown) => patchCaches(queries, { timestamp: at, type, payload });

const engine = (id: string, status: string) => ({ id, status, name: id }) as Engine;
const insight = (id: string, engineId = 'keyword') => ({ id, engineId, title: id, verdict: 'open' }) as Insight;
const run = (id: string) => aRun({ id, status: 'queued', progress: { percent: 0, stage: '', message: '' } });

beforeEach(() => {
  queries.clear();
  followNobody();
});

describe('events change what is on the screen', () => {
  it('engine:status replaces one engine and keeps the rest', () => {
    const key = engineQueries.status().queryKey;
    const systemHealth = { overall: 1, apiLatency: 0, dataIngestion: 0, processingQueue: 0, errorRate: 0, uptime: 0 };
    queries.setQueryData(key, {
      success: true,
      engines: [engine('keyword', 'idle'), engine('causal', 'idle')],
      systemHealth,
    });
    send('engine:status', { engine: engine('keyword', 'running') });
    expect(queries.getQueryData(key)?.engines.map(({ status }) => status)).toEqual(['running', 'idle']);
  });

  it('engine:status leaves the engines of another website alone', () => {
    const systemHealth = { overall: 1, apiLatency: 0, dataIngestion: 0, processingQueue: 0, errorRate: 0, uptime: 0 };
    const keys = [{ websiteId: 'w1' }, { websiteId: 'w2' }, {}].map((about) => engineQueries.status(about).queryKey);
    for (const key of keys)
      queries.setQueryData(key, { success: true, engines: [engine('keyword', 'idle')], systemHealth });
    send('engine:status', { engine: engine('keyword', 'running'), websiteId: 'w1' });
    expect(keys.map((key) => queries.getQueryData(key)?.engines[0]?.status)).toEqual(['running', 'idle', 'idle']);
    expect(keys.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([false, false, true]);
  });

  it('engine:insight goes on top, once, where it belongs, and a hundred are kept', () => {
    const all = engineQueries.insights().queryKey;
    const causal = engineQueries.insights({ engineId: 'causal' }).queryKey;
    queries.setQueryData(all, {
      success: true,
      nextCursor: null,
      insights: Array.from({ length: 100 }, (_, index) => insight(`old-${index}`)),
    });
    queries.setQueryData(causal, { success: true, nextCursor: null, insights: [] });
    send('engine:insight', { insight: insight('new') });
    send('engine:insight', { insight: insight('new') });
    const kept = queries.getQueryData(all)?.insights ?? [];
    expect(kept).toHaveLength(100);
    expect(kept.slice(0, 2).map(({ id }) => id)).toEqual(['new', 'old-0']);
    expect(queries.getQueryData(causal)?.insights).toEqual([]);
  });

  it('engine:insight of a known insight updates its outcome', () => {
    const key = engineQueries.insights().queryKey;
    queries.setQueryData(key, { success: true, nextCursor: null, insights: [insight('i1'), insight('i2')] });
    send('engine:insight', { insight: { ...insight('i2'), verdict: 'confirmed' } });
    expect(queries.getQueryData(key)?.insights.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['i1', 'open'],
      ['i2', 'confirmed'],
    ]);
  });

  it('run:progress moves the run, and run:finished ends it and asks again for what it changed', () => {
    const key = runQueries.detail('r1').queryKey;
    queries.setQueryData(key, { success: true, run: run('r1') });
    send('run:progress', { runId: 'r1', percent: 40, stage: 'score', message: 'Scoring' });
    expect(queries.getQueryData(key)?.run).toMatchObject({ status: 'running', progress: { percent: 40 } });
    send('run:finished', { runId: 'r1', status: 'succeeded' });
    expect(queries.getQueryData(key)?.run.status).toBe('succeeded');
    expect(queries.getQueryState(key)?.isInvalidated).toBe(true);
  });

  it.each([
    [
      'run:finished',
      ['runs', 'engines', 'keywords', 'imports', 'performance', 'forecasts', 'calibration', 'experiments', 'plans'],
    ],
    ['performance:update', ['performance', 'milestones', 'achievements']],
    ['performance:alert', ['performance', 'milestones', 'achievements']],
    ['performance:ranking', ['keywords', 'performance']],
    ['user:achievement', ['achievements']],
    ['user:notification', []],
  ])('%s asks again for what it concerns, and for nothing else', (type, concerned) => {
    const keys: Record<string, QueryKey> = {
      runs: runQueries.log('r1').queryKey,
      engines: engineQueries.history('keyword').queryKey,
      keywords: ['keywords', 'list'],
      imports: ['imports', 'list'],
      performance: performanceQueries.metrics('w1').queryKey,
      milestones: performanceQueries.milestones('w1').queryKey,
      achievements: performanceQueries.achievements().queryKey,
      forecasts: forecastQueries.list().queryKey,
      calibration: forecastQueries.calibration().queryKey,
      experiments: ['experiments', 'list'],
      plans: ['plans', 'list'],
      account: ['account', 'sessions'],
    };
    for (const key of Object.values(keys)) queries.setQueryData(key, {});
    send(type, { runId: 'r1', status: 'succeeded' });
    const again = Object.keys(keys).filter((name) => queries.getQueryState(keys[name] ?? [])?.isInvalidated);
    const wanted = type === 'run:finished' ? [...concerned, 'milestones', 'achievements'] : concerned;
    expect(again.sort()).toEqual([...wanted].sort());
  });

  it('events of another workspace put nothing into this one', () => {
    const insights = engineQueries.insights().queryKey;
    const status = engineQueries.status().queryKey;
    const before = { success: true, engines: [engine('keyword', 'idle')] };
    queries.setQueryData(websiteQueries.list().queryKey, { success: true, websites: [aWebsite({ id: 'here' })] });
    queries.setQueryData(insights, { success: true, nextCursor: null, insights: [] });
    queries.setQueryData<unknown>(status, before);
    followUser({ id: 'u1', workspaces: [{ id: 'own' }, { id: 'shared' }] });
    send('engine:insight', { insight: { ...insight('theirs'), websiteId: 'there' } });
    send('engine:status', { engine: engine('keyword', 'running'), websiteId: 'there' });
    expect(queries.getQueryState(status)?.isInvalidated).toBe(false);
    send('engine:status', { engine: engine('keyword', 'running'), websiteId: null });
    expect(queries.getQueryState(status)?.isInvalidated).toBe(true);
    expect(queries.getQueryData(status)).toEqual(before);
    send('engine:insight', { insight: { ...insight('ours'), websiteId: 'here' } });
    expect(queries.getQueryData(insights)?.insights.map(({ id }) => id)).toEqual(['ours']);
  });

  it('run:finished asks again for imported rows, which a run of a connection may have brought', () => {
    const key = importedQueries.searchSummary('w1').queryKey;
    queries.setQueryData(key, { success: true, websiteId: 'w1', firstDay: null, lastDay: null, sources: [] });
    send('run:finished', { runId: 'r1', status: 'succeeded' });
    expect(queries.getQueryState(key)?.isInvalidated).toBe(true);
  });

  it('an unknown event changes nothing', () => {
    const key = runQueries.detail('r1').queryKey;
    queries.setQueryData(key, { success: true, run: run('r1') });
    send('never:heard-of', { runId: 'r1' });
    expect(queries.getQueryData(key)).toEqual({ success: true, run: run('r1') });
  });

  it('a stored notification goes on top of the inbox, once, in place of those it replaces', () => {
    const key = notificationQueries.list().queryKey;
    const imports = notificationQueries.list({ kind: 'import' }).queryKey;
    const entry = stored('n0', 'engine:error');
    const page = { success: true as const, notifications: [entry], nextCursor: null, unread: 1 };
    queries.setQueryData(key, { pages: [page], pageParams: [null] });
    queries.setQueryData(imports, { pages: [{ ...page, notifications: [] }], pageParams: [null] });
    const payload = { ...stored('n1', 'engine:error'), count: 2, replaces: ['n0'] };
    send('user:notification', payload);
    send('user:notification', payload);
    expect(queries.getQueryData(key)?.pages).toMatchObject([
      { notifications: [{ ...stored('n1', 'engine:error'), count: 2 }], nextCursor: null, unread: 1 },
    ]);
    send('user:notification', { ...stored('n2', 'engine:error'), replaces: [] });
    expect(queries.getQueryData(imports)?.pages[0]).toMatchObject({ notifications: [], nextCursor: null, unread: 2 });
  });

  it('events that are only live put nothing into the inbox', () => {
    const key = notificationQueries.list().queryKey;
    const page = { success: true as const, notifications: [], nextCursor: null, unread: 0 };
    const before = { pages: [page], pageParams: [null] };
    queries.setQueryData(key, before);
    for (let n = 0; n < 10; n += 1) send('engine:insight', { insight: insight(`i${n}`) });
    expect(queries.getQueryData(key)).toEqual(before);
  });
});

function stored(id: string, kind: InboxNotification['kind']): InboxNotification {
  const about = { route: '/', objectType: 'run', objectId: 'r1', workspaceId: null };
  return {
    id,
    kind,
    type: 'error',
    title: 'Engine Error',
    message: 'No data',
    count: 1,
    ...about,
    readAt: null,
    createdAt: at,
  };
}

describe('events of sites', () => {
  it('deployment:updated changes the deployment in the list, and refetches a list without it', () => {
    const key = deploymentQueries.list().queryKey;
    const limits = { newSitesPerDay: 3, pagesAtLaunch: 45, newPagesPerDay: 10 };
    const page = {
      success: true as const,
      deployments: [aDeployment(), aDeployment({ id: 'd2' })],
      limits,
      nextCursor: null,
    };
    queries.setQueryData(key, { pages: [page], pageParams: [undefined] });
    const { kind: _, ...event } = aDeployment({ status: 'deploying', progress: 80 });
    send('deployment:updated', event);
    expect(queries.getQueryData(key)?.pages[0]?.deployments.map(({ status, progress }) => [status, progress])).toEqual([
      ['deploying', 80],
      ['waiting', 50],
    ]);
    expect(queries.getQueryState(key)?.isInvalidated).toBe(false);
    send('deployment:updated', aDeployment({ id: 'd3' }));
    expect(queries.getQueryState(key)?.isInvalidated).toBe(true);
  });

  it('campaign:updated and revenue:tick ask again for campaigns and the analysis', () => {
    const keys = [
      ['campaigns', 'list'],
      ['pipeline', 'analysis', ''],
    ] as const;
    for (const key of keys) queries.setQueryData(key, {});
    send('campaign:updated', { campaignId: 'c1' });
    expect(keys.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([true, false]);
    send('revenue:tick', {});
    expect(keys.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
  });

  it('site:updated and pipeline:stages ask again for what they changed', () => {
    const keys = [
      ['sites', 'detail', 's1'],
      ['pipeline', 'status'],
      ['campaigns', 'list'],
    ] as const;
    for (const key of keys) queries.setQueryData(key, {});
    send('pipeline:stages', { stages: {} });
    expect(keys.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([false, true, false]);
    send('site:updated', { siteId: 's1', status: 'live' });
    expect(keys.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]);
  });
});
