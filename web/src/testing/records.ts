import type { KeywordResult } from '@/api/keyword-result';
import type { Achievement, Metric, Milestone } from '@/api/performance';
import type {
  Engine,
  EngineVersion,
  EngineVersions,
  Import,
  Insight,
  Keyword,
  ListedWebsite,
  Money,
  Opportunity,
  Run,
  Website,
} from '@/api/types';
import { http, ok } from './http';

/** Records as sent by the server, for tests. Each takes the relevant fields and fills in the rest. */

export const usd = (lowCents: number, midCents: number, highCents: number): Money => ({
  lowCents,
  midCents,
  highCents,
  currency: 'USD',
});

export const NO_SETTINGS: Website['settings'] = {
  valuePerLeadCents: null,
  currency: null,
  valuePerLeadSpread: null,
  conversionRate: null,
  conversionVisits: null,
  brandTerms: [],
  competitors: [],
  market: null,
  goals: [],
};

export function aWebsite(change: Partial<ListedWebsite> = {}): ListedWebsite {
  return {
    id: 'w1',
    name: 'Northwind',
    url: 'https://northwind.example/',
    host: 'northwind.example',
    kind: 'own',
    simulated: false,
    createdAt: '2026-08-01T10:00:00Z',
    archivedAt: null,
    settings: NO_SETTINGS,
    lastImportAt: '2026-08-02T10:00:00Z',
    status: null,
    deployedAt: null,
    currentRevenue: null,
    currentRevenueCents: null,
    queries: 1200,
    clicks: 5400,
    impressions: 91_000,
    firstDay: '2026-05-01',
    lastDay: '2026-07-31',
    ...change,
  };
}

export function aRun(change: Partial<Run> = {}): Run {
  return {
    id: 'r1',
    kind: 'engine',
    engineId: 'keyword',
    action: 'analyse',
    websiteId: 'w1',
    importId: null,
    status: 'succeeded',
    lane: 'interactive',
    progress: { percent: 100, stage: 'done', message: '' },
    attempt: 1,
    maxAttempts: 3,
    error: null,
    parentId: null,
    children: null,
    cancelRequested: false,
    createdAt: '2026-08-02T10:01:00Z',
    startedAt: '2026-08-02T10:01:01Z',
    finishedAt: '2026-08-02T10:01:04Z',
    durationMs: 3000,
    ...change,
  };
}

export function anEngine(change: Partial<Engine> = {}): Engine {
  return {
    id: 'keyword',
    name: 'Keyword',
    question: 'Which keywords are valuable and within reach, and how many pages do they need?',
    description: 'Groups searches and tells what they are worth.',
    status: 'idle',
    action: null,
    error: null,
    progress: null,
    lastRunAt: '2026-08-02T10:01:04Z',
    nextRunAt: null,
    lastDurationMs: 3000,
    medianDurationMs: 3000,
    runs: 4,
    failures: 1,
    insights: 7,
    freshness: { computedAt: '2026-08-02T10:01:04Z', dataAt: '2026-08-02T10:00:00Z', isStale: false },
    calibration: null,
    needs: [],
    runId: null,
    actions: ['analyse'],
    defaultAction: 'analyse',
    input: null,
    ...change,
  };
}

export function anInsight(change: Partial<Insight> = {}): Insight {
  return {
    id: 'i1',
    engineId: 'keyword',
    runId: 'r1',
    websiteId: 'w1',
    title: '"roof repair" gets half the clicks its position gives',
    kind: 'ctr_gap',
    severity: 'opportunity',
    nature: 'claim',
    confidence: 0.82,
    statedConfidence: null,
    impact: usd(12_000, 34_000, 91_000),
    effortMinutes: 45,
    evidence: [
      {
        type: 'query',
        ref: 'roof repair',
        value: { clicks: 120, expectedClicks: 240 },
        source: 'search_console',
        observedAt: '2026-07-31T00:00:00Z',
      },
    ],
    method: 'Binomial test against the curve',
    methodVersion: '1.0.0',
    assumptions: ['The result page keeps its shape.'],
    action: { kind: 'rewrite_snippet', label: 'Rewrite title and description', target: null },
    falsifier: 'No more clicks 60 days after the change.',
    expiresAt: '2026-10-30T00:00:00Z',
    verdict: 'open',
    createdAt: '2026-08-02T10:01:04Z',
    ...change,
  };
}

export function aKeyword(change: Partial<Keyword> = {}): Keyword {
  return {
    id: 'k1',
    query: 'roof repair',
    normalised: 'roof repair',
    intent: 'local',
    intentConfidence: 0.91,
    clusterId: '0',
    clusterHead: 'roof repair',
    clicks: 120,
    impressions: 9_800,
    ctr: 0.0122,
    position: 7.4,
    expectedCtr: 0.031,
    volume: 4_400,
    volumeSource: 'impressions',
    cpcCents: 1250,
    market: null,
    page: 'https://northwind.example/roof-repair',
    wins: [
      {
        kind: 'ctr_gap',
        detail: 'Gets 120 clicks where 300 were expected.',
        impact: usd(9_000, 21_000, 60_000),
        valueBasis: 'replacementCost',
        effortMinutes: 45,
      },
    ],
    value: usd(30_000, 80_000, 210_000),
    source: 'search_console',
    observedFrom: '2026-05-01',
    observedTo: '2026-07-31',
    runId: 'r1',
    isBrand: false,
    place: null,
    intentSource: 'lexicon',
    valueBasis: null,
    potentialClicks: null,
    ...change,
  };
}

export function anOpportunity(change: Partial<Opportunity> = {}): Opportunity {
  return {
    id: 'o1',
    websiteId: 'w1',
    engineId: 'keyword',
    title: 'Rewrite the snippet for "roof repair"',
    status: 'discovered',
    category: 'ctr_gap',
    keyword: 'roof repair',
    difficulty: 22,
    difficultyLevel: null,
    score: 91,
    impact: usd(9_000, 21_000, 60_000),
    effortMinutes: 45,
    quickWin: true,
    automated: false,
    evidence: [],
    createdAt: '2026-08-02T10:01:04Z',
    updatedAt: '2026-08-02T10:01:04Z',
    edited: false,
    planId: null,
    editId: null,
    ...change,
  };
}

export function anImport(change: Partial<Import> = {}): Import {
  return {
    id: 'm1',
    websiteId: null,
    fileName: 'northwind.zip',
    sizeBytes: 48_200,
    status: 'previewed',
    preview: {
      container: 'zip',
      warnings: [],
      rejects: [],
      rejectReasons: [],
      targets: [],
      files: [
        {
          name: 'Queries.csv',
          kind: 'gsc_queries',
          encoding: 'UTF-8',
          delimiter: ',',
          locale: 'en',
          rows: 1000,
          accepted: 1000,
          rejected: 0,
          recognised: [
            { header: 'Top queries', field: 'query' },
            { header: 'Clicks', field: 'clicks' },
          ],
          ignored: [{ header: 'CTR', reason: 'computed from clicks and impressions' }],
          sample: [['roof repair', '120']],
          warnings: ['The export stops at 1,000 rows.'],
          mapping: null,
        },
      ],
    },
    options: { period: null, previousPeriod: null, mappings: [], conflicts: 'newest' },
    market: null,
    suggestedUrl: 'https://northwind.example/',
    rows: 0,
    rejected: 0,
    rejects: [],
    rejectReasons: [],
    runId: null,
    createdAt: '2026-08-02T10:00:00Z',
    importedAt: null,
    error: null,
    ...change,
  };
}

export const RESULT: KeywordResult = {
  totals: {
    rows: 1200,
    rejected: 0,
    queries: 1200,
    clusters: 84,
    clicks: 5400,
    impressions: 91_000,
    brandClicks: 0,
    brandImpressions: 0,
    abstained: 0,
    volume: 40_000,
    volumeUpperBound: 61_000,
    value: usd(500_000, 1_200_000, 3_100_000),
    valueBasis: 'leadValue',
  },
  curve: {
    points: [
      { position: 1, ctr: 0.24, prior: 0.28, clicks: 40, impressions: 200 },
      { position: 20, ctr: 0.004, prior: 0.005, clicks: 1, impressions: 300 },
    ],
    source: 'composite of published studies',
    isFitted: true,
  },
  factors: [
    {
      name: 'conversionRate',
      label: 'Leads a visit',
      distribution: 'Beta(10, 190)',
      interval: { low: 0.031, mid: 0.049, high: 0.071, mean: 0.05 },
      source: 'assumption: 5 %',
      observedAt: '2025-05-01',
      isAssumption: true,
      parameter: 'conversionRate',
    },
  ],
  needs: [{ kind: 'volumes', label: 'Bring a Keyword Planner export.' }],
};

export function versions(change: Partial<EngineVersions> = {}): EngineVersions {
  const prior: EngineVersion = {
    id: null,
    name: 'prior',
    role: 'champion',
    action: null,
    parameters: {},
    note: 'The engine as it comes.',
    createdAt: null,
    promotedAt: null,
    score: null,
  };
  return { success: true, versions: [prior], scoredAt: null, ...change };
}

/** Clicks of 28 days compared with the previous 28, with two days of data. */
export function aMetric(change: Partial<Metric> = {}): Metric {
  return {
    id: 'clicks',
    name: 'Clicks',
    unit: 'clicks',
    value: 3475,
    previous: 3400,
    change: 0.022,
    direction: 'up_is_good',
    series: [
      { t: '2026-10-30', v: 120 },
      { t: '2026-10-31', v: 130 },
    ],
    source: 'Search Console, days',
    measured: true,
    low: null,
    high: null,
    at: '2026-10-31T00:00:00Z',
    ...change,
  };
}

/** URLs of calls with their queries, for tests of requests. */
export type Asked = URL[];

/** On its way: 11,208 of 20,000 clicks. */
export function aMilestone(change: Partial<Milestone> = {}): Milestone {
  return {
    id: 'm1',
    websiteId: 'w1',
    title: '20000 clicks',
    description: 'Clicks in the period.',
    status: 'in_progress',
    target: 20_000,
    current: 11_208,
    unit: 'clicks',
    dueAt: null,
    completedAt: null,
    ...change,
  };
}

/** Not earned yet. */
export function anAchievement(change: Partial<Achievement> = {}): Achievement {
  return { id: 'a', title: 'Real data', description: 'Import.', icon: 'x', earnedAt: null, progress: 0.4, ...change };
}

/** A server with one website, its data and one finished run. Overrides by `server.use` come first. */
export function productHandlers(asked: Asked = []) {
  const note = (request: Request) => asked.push(new URL(request.url));
  return [
    http.get('/api/connections/recommendations', () => ok({ recommendations: [] })),
    http.get('/api/websites', () => ok({ websites: [aWebsite()] })),
    http.get('/api/websites/:id/sources', () => ok({ sources: [] })),
    http.get('/api/websites/:id/revenue', () =>
      ok({ from: '2025-11-29', to: '2026-11-28', source: null, amounts: [], files: [] }),
    ),
    http.get('/api/runs', () => ok({ runs: [aRun()], nextCursor: null })),
    http.get('/api/intelligence-engines/:id/versions', () => ok({ ...versions() })),
    http.get('/api/runs/:id', () => ok({ run: aRun() })),
    http.get('/api/performance/metrics', () => ok({ metrics: [] })),
    http.get('/api/performance/milestones', () => ok({ milestones: [aMilestone()] })),
    http.get('/api/performance/achievements', () => ok({ achievements: [anAchievement()] })),
    http.get('/api/imports', () => ok({ imports: [], nextCursor: null })),
    http.get('/api/intelligence-engines/status', () =>
      ok({
        engines: [anEngine()],
        systemHealth: {
          overall: 97,
          apiLatency: 12,
          dataIngestion: 0,
          processingQueue: 0,
          errorRate: 0,
          uptime: 93_600,
        },
      }),
    ),
    http.get('/api/intelligence-engines/insights', ({ request }) => {
      note(request);
      return ok({ insights: [anInsight()], nextCursor: null });
    }),
    http.get('/api/intelligence-engines/predictive/result', () => ok({ run: null, result: null })),
    http.get('/api/intelligence-engines/keyword/result', () => ok({ run: aRun(), result: { ...RESULT } })),
    http.get('/api/intelligence-engines/keyword/parameters', () =>
      ok({
        schema: {
          type: 'object',
          properties: {
            valuePerLeadCents: { title: 'Value per lead (cents)', type: ['number', 'null'], minimum: 1, default: null },
            targetPosition: { title: 'Target position', type: 'number', minimum: 1, maximum: 10, default: 3 },
          },
        },
      }),
    ),
    http.get('/api/keywords', ({ request }) => {
      note(request);
      return ok({ keywords: [aKeyword()], nextCursor: null, total: 1 });
    }),
    http.get('/api/keywords/clusters', () => ok({ clusters: [], nextCursor: null })),
    http.get('/api/opportunities', ({ request }) => {
      note(request);
      return ok({ opportunities: [anOpportunity()] });
    }),
  ];
}
