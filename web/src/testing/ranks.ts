import type {
  KeywordRankCheck,
  RankAlert,
  RankAlertSubscription,
  RankDigestSettings,
  RankEstimate,
  RankSettings,
  RankSummary,
  TrackedKeyword,
} from '@/api/ranks';
import type { Schemas } from '@/api/types';
import { http, ok } from './http';

/** Records of rank tracking as sent by the server, for tests. */

export function aKeyword(change: Partial<TrackedKeyword> = {}): TrackedKeyword {
  return {
    id: 'k1',
    websiteId: 'w1',
    keyword: 'roof repair waco',
    country: 'us',
    place: '',
    device: 'desktop',
    language: 'en',
    tags: ['core'],
    targetUrl: null,
    createdAt: '2026-10-01T00:00:00Z',
    checkedAt: '2026-11-19T05:00:00Z',
    rank: 4,
    absoluteRank: 6,
    depth: 20,
    url: 'https://northwind.example/roofs',
    previousRank: 7,
    bestRank: 4,
    change: 3,
    features: ['local_pack', 'people_also_ask'],
    ownedFeatures: ['local_pack'],
    aiOverview: 'absent',
    isCited: false,
    volatility: 0.2,
    nextAt: '2026-11-22T05:00:00Z',
    failedAt: null,
    error: null,
    volume: 320,
    valueCents: 12_000,
    points: [
      { at: '2026-11-17T05:00:00Z', rank: 7, depth: 20 },
      { at: '2026-11-19T05:00:00Z', rank: 4, depth: 20 },
    ],
    ...change,
  };
}

export function aRankSummary(change: Partial<RankSummary> = {}): RankSummary {
  return {
    success: true,
    keywords: 2,
    checked: 2,
    failed: 0,
    shareOfVoice: { low: 0.12, mid: 0.182, high: 0.26, weighted: 2 },
    visibility: 0.3,
    distribution: { top3: 0, top10: 1, top20: 0, top50: 0, top100: 0, beyond: 1 },
    withOverview: 1,
    cited: 0,
    days: [],
    moversUp: [],
    moversDown: [],
    features: [{ feature: 'local_pack', keywords: 2, owned: 1 }],
    tags: [{ name: 'core', keywords: 2, share: 0.18, top10: 1 }],
    devices: [{ name: 'desktop', keywords: 2, share: 0.18, top10: 1 }],
    places: [{ name: '', keywords: 2, share: 0.18, top10: 1 }],
    marks: [],
    ...change,
  };
}

export function someSettings(change: Partial<RankSettings> = {}): RankSettings {
  return {
    success: true,
    connectionId: null,
    depth: 20,
    wantsOverview: false,
    monthBudgetMicros: 5_000_000,
    spentMicros: 0,
    isDaily: true,
    alertRules: {
      isOn: true,
      minValueCents: 0,
      sigmas: 3,
      top: 10,
      drops: true,
      tops: true,
      features: true,
      citations: true,
    },
    connections: [
      { id: 'c1', name: 'Serper', provider: 'Serper', status: 'connected', checkMicros: 2_000, hasMobile: false },
    ],
    countries: [{ key: 'us', name: 'United States' }],
    tags: [{ tag: 'core', keywords: 2 }],
    ...change,
  };
}

export function aDigest(change: Partial<RankDigestSettings> = {}): RankDigestSettings {
  return {
    success: true,
    frequency: 'off',
    weekday: 1,
    timeZone: 'UTC',
    sendsEmpty: true,
    nextAt: null,
    skippedAt: null,
    skippedReason: null,
    last: null,
    isSubscribed: false,
    obstacle: null,
    subscribers: 0,
    ...change,
  };
}

export function anEstimate(change: Partial<RankEstimate> = {}): RankEstimate {
  return {
    connection: 'Serper',
    checkMicros: 2_000,
    due: 0,
    runMicros: 0,
    monthMicros: 124_000,
    spentMicros: 10_000,
    budgetMicros: 5_000_000,
    daily: 2,
    weekly: 0,
    monthly: 0,
    uncovered: 0,
    ...change,
  };
}

/** A check of a keyword as the history lists it. */
export function aKeywordCheck(own: Partial<KeywordRankCheck> = {}): KeywordRankCheck {
  return {
    keywordId: 'k1',
    keyword: 'roof repair waco',
    country: 'us',
    place: '',
    device: 'mobile',
    language: 'en',
    runId: 'r1',
    checkedAt: '2026-11-20T05:00:00Z',
    rank: 4,
    absoluteRank: 6,
    depth: 20,
    url: 'https://northwind.example/roofs',
    otherUrls: [],
    features: ['local_pack'],
    ownedFeatures: [],
    aiOverview: 'present',
    aiUrls: [],
    isCited: true,
    topHosts: ['rival.example', 'northwind.example'],
    results: null,
    provider: 'serp_api',
    costMicros: 5_000,
    ...own,
  };
}

function rankTables(rows: number): Schemas['ObservationTableSummary'][] {
  return rows > 0 ? [{ table: 'rankings', rows, importedAt: '2026-11-28T02:00:00Z' }] : [];
}

export function rankHandlers({
  keywords = [aKeyword()],
  summary = aRankSummary(),
  settings = someSettings(),
  estimate = anEstimate(),
  alerts = [],
  digest = aDigest(),
  history = [],
  importedRanks = 0,
  alertSubscription = { isSubscribed: false, obstacle: null, subscribers: 0 },
}: {
  keywords?: TrackedKeyword[];
  summary?: RankSummary;
  settings?: RankSettings;
  estimate?: RankEstimate;
  alerts?: RankAlert[];
  digest?: RankDigestSettings;
  history?: KeywordRankCheck[];
  /** Ranks that were imported from files. */
  importedRanks?: number;
  alertSubscription?: Pick<RankAlertSubscription, 'isSubscribed' | 'obstacle' | 'subscribers'>;
}) {
  return [
    http.get('/api/observations/summary', () => ok({ tables: rankTables(importedRanks), websiteId: 'w1' })),
    http.get('/api/ranks/keywords', () => ok({ keywords, total: keywords.length, nextCursor: null })),
    http.get('/api/ranks/summary', () => ok(summary)),
    http.get('/api/ranks/settings', () => ok(settings)),
    http.get('/api/ranks/estimate', () => ok({ estimate })),
    http.get('/api/ranks/alerts', () => ok({ alerts, nextCursor: null })),
    http.get('/api/ranks/alerts/subscription', () => ok(alertSubscription)),
    http.get('/api/ranks/digest', () => ok(digest)),
    http.get('/api/ranks/history', () =>
      ok({ checks: history, firstAt: null, lastAt: history[0]?.checkedAt ?? null, nextCursor: null }),
    ),
  ];
}
