import type {
  Connection,
  ConnectionRecommendation,
  DataProvider,
  Evidence,
  ProviderBudget,
  ProviderCall,
} from '@/api/connections';
import { http, ok } from './http';

/** Records of connections as sent by the server, for tests. */

export function aProvider(change: Partial<DataProvider> = {}): DataProvider {
  return {
    id: 'serper',
    name: 'Serper',
    about: 'Search results of Google at a low price for each call.',
    help: 'Copy the API key from your Serper dashboard.',
    signUpUrl: 'https://serper.dev/api-key',
    docsUrl: 'https://serper.dev/playground',
    fields: [{ name: 'key', label: 'API key', isRequired: true }],
    signsIn: false,
    isAvailable: true,
    takesBaseUrl: false,
    choice: null,
    takesWebsite: false,
    baseUrl: 'https://google.serper.dev',
    capabilities: [{ key: 'serp', label: 'Search results' }],
    engines: ['competitive'],
    isFree: false,
    prices: [
      {
        subject: 'Search results',
        counted: 'call',
        priceMicros: 1_000,
        source: 'https://serper.dev/',
        noted: '2026-11-23',
        isConfirmed: true,
      },
    ],
    ...change,
  };
}

export const searchConsole = aProvider({
  id: 'search_console',
  name: 'Google Search Console',
  about: 'Clicks, impressions and positions of your own site on Google.',
  fields: [],
  signsIn: true,
  choice: 'property',
  takesWebsite: true,
  capabilities: [{ key: 'search_analytics', label: 'Search analytics' }],
  engines: ['keyword', 'pattern'],
  isFree: true,
  prices: [],
});

export function aConnection(change: Partial<Connection> = {}): Connection {
  return {
    id: 'c1',
    provider: 'serper',
    providerName: 'Serper',
    name: 'Rankings',
    status: 'connected',
    message: 'The key is valid.',
    isTesting: false,
    account: { balanceMicros: null, callsLeft: null, models: [], properties: [] },
    settings: {},
    baseUrl: null,
    dayBudgetMicros: 500_000,
    monthBudgetMicros: null,
    spentTodayMicros: 250_000,
    spentMonthMicros: 1_250_000,
    createdAt: '2026-11-01T10:00:00Z',
    testedAt: '2026-11-02T10:00:00Z',
    lastUsedAt: '2026-11-03T10:00:00Z',
    ...change,
  };
}

export function aCall(change: Partial<ProviderCall> = {}): ProviderCall {
  return {
    id: 'p1',
    connectionId: 'c1',
    connectionName: 'Rankings',
    providerName: 'Serper',
    operation: 'search',
    operationName: 'Search results',
    runId: null,
    status: 'succeeded',
    estimateMicros: 2_000,
    costMicros: 1_000,
    at: '2026-11-03T10:00:00Z',
    latencyMs: 420,
    error: null,
    ...change,
  };
}

export function anEvidence(change: Partial<Evidence> = {}): Evidence {
  return {
    id: 'e1',
    providerName: 'DataForSEO',
    operation: 'search_volume',
    operationName: 'Search volumes',
    fetchedAt: '2026-11-03T10:00:00Z',
    status: 'succeeded',
    costMicros: 75_000,
    error: null,
    sizeBytes: 2_048,
    cachedUntil: '2026-12-03T10:00:00Z',
    runId: null,
    expiresAt: '2026-12-03T10:00:00Z',
    ...change,
  };
}

export function aRecommendation(change: Partial<ConnectionRecommendation> = {}): ConnectionRecommendation {
  return {
    provider: 'search_console',
    providerName: 'Google Search Console',
    about: 'Clicks and positions.',
    isFree: true,
    data: ['search_queries'],
    reasons: ['Most analyses start from the queries that bring your visitors, and you have none yet.'],
    engines: [
      { engineId: 'keyword', engineName: 'Keyword', unlocks: ['analyse', 'wins'], improves: [] },
      { engineId: 'pattern', engineName: 'Pattern', unlocks: [], improves: ['anomalies'] },
    ],
    ...change,
  };
}

const BUDGET: ProviderBudget = {
  dayBudgetMicros: null,
  monthBudgetMicros: 10_000_000,
  spentTodayMicros: 250_000,
  spentMonthMicros: 1_250_000,
};

/** Answers of the calls of the tab. */
export function connectionHandlers(connections: () => Connection[], calls: ProviderCall[] = []) {
  return [
    http.get('/api/connections', () => ok({ connections: connections() })),
    http.get('/api/connections/providers', () => ok({ providers: [searchConsole, aProvider()] })),
    http.get('/api/connections/recommendations', () => ok({ recommendations: [aRecommendation()] })),
    http.get('/api/connections/budget', () => ok({ budget: BUDGET })),
    http.get('/api/connections/stats', () =>
      ok({
        scraperStats: {
          totalCalls: 4,
          successRate: 0.75,
          costPerCall: 0.001,
          monthlySpend: 1.25,
          dailySpend: 0.25,
          avgResponseTime: 420,
          lastUsed: null,
        },
        costTracking: { dailyCosts: [], monthlyCosts: [], yearlyProjection: null, costPerRevenue: null },
      }),
    ),
    http.get('/api/connections/calls', () => ok({ calls, nextCursor: null })),
    http.get('/api/evidence', () => ok({ evidence: [anEvidence()], keptDays: 30, nextCursor: null })),
  ];
}
