import type { AnswerOverview, AnswerPrompt, AnswerReport, StoredAnswer, StoredAnswerDetail } from '@/api/answers';
import { http, ok } from './http';

export const ENGINE = 'open_ai:gpt-4o-mini:api_web_search';

const share = (count: number, answers: number, low: number, high: number) => ({
  count,
  answers,
  share: count / answers,
  low,
  high,
});

export const REPORT: AnswerReport = {
  windowDays: 7,
  topics: [
    {
      topic: 'repairs',
      engine: ENGINE,
      prompts: 1,
      answers: 5,
      shown: share(5, 5, 0.57, 1),
      brands: [
        {
          brand: { host: 'northwind.example', isOwn: true },
          citations: { mid: 0.4, low: 0.12, high: 0.77 },
          mentions: { mid: 0.2, low: 0.04, high: 0.62 },
        },
        {
          brand: { host: 'rival.example', isOwn: false },
          citations: { mid: 0.6, low: 0.23, high: 0.88 },
          mentions: null,
        },
      ],
    },
  ],
  prompts: [
    {
      prompt: 'p1',
      text: 'Who repairs roofs?',
      topic: 'repairs',
      engine: ENGINE,
      shown: share(5, 5, 0.57, 1),
      citations: share(2, 5, 0.12, 0.77),
      shrunk: { mid: 0.41, low: 0.14, high: 0.74 },
      mentions: share(1, 5, 0.04, 0.62),
      stability: 0.2,
    },
  ],
  changes: [
    {
      prompt: null,
      text: null,
      topic: 'repairs',
      engine: ENGINE,
      brand: { host: 'northwind.example', isOwn: true },
      measure: 'citations',
      before: 0.9,
      after: 0.4,
      low: -0.7,
      high: -0.2,
      q: 0.01,
      isCertain: true,
      direction: 'lost',
    },
  ],
  cited: {
    answers: 5,
    pages: 2,
    own: [
      {
        url: 'https://northwind.example/roofs',
        host: 'northwind.example',
        title: 'Roofs',
        answers: 2,
        engines: [ENGINE],
        kind: 'own',
      },
    ],
    others: [
      { url: 'javascript:alert(1)', host: 'bad.example', title: 'Bad', answers: 1, engines: [ENGINE], kind: 'other' },
    ],
    isFew: true,
    kinds: [],
    titleWords: [],
    titled: 2,
    withYear: null,
  },
  domains: { [ENGINE]: [{ domain: 'northwind.example', citations: 2, answers: 2, share: 0.5, low: 0.2, high: 0.8 }] },
};

export function anOverview(change: Partial<AnswerOverview> = {}): AnswerOverview {
  return {
    success: true,
    report: REPORT,
    computedAt: '2026-11-20T09:00:00Z',
    runId: 'r1',
    check: { answers: 5, spentMicros: 3000, isOutOfBudget: false, failures: [] },
    latest: null,
    settings: { engines: [{ connectionId: 'k1', model: 'gpt-4o-mini', webSearch: true }] },
    prompts: 1,
    connections: [
      {
        id: 'k1',
        name: 'Main',
        provider: 'open_ai',
        providerName: 'OpenAI',
        status: 'connected',
        models: ['gpt-4o-mini'],
        aiMode: false,
      },
    ],
    spend: [{ engine: ENGINE, answers: 5, micros: 3000 }],
    ...change,
  };
}

export const PROMPT: AnswerPrompt = {
  id: 'p1',
  text: 'Who repairs roofs?',
  topic: 'repairs',
  country: 'US',
  city: null,
  language: null,
  valueCents: 12_000,
  paused: false,
  createdAt: '2026-11-19T09:00:00Z',
};

export const ANSWER: StoredAnswer = {
  id: 'a1',
  promptId: 'p1',
  promptText: 'Who repairs roofs?',
  runId: 'r1',
  engine: ENGINE,
  provider: 'open_ai',
  model: 'gpt-4o-mini',
  modelVersion: 'gpt-4o-mini-2024-07-18',
  surface: 'api_web_search',
  country: 'US',
  city: null,
  language: null,
  askedAt: '2026-11-20T09:00:00Z',
  parameters: {},
  costMicros: 600,
  finish: 'complete',
  text: 'Ask Northwind <img src=x onerror=alert(1)> or see https://northwind.example/roofs.',
};

export const DETAIL: StoredAnswerDetail = {
  success: true,
  answer: ANSWER,
  citations: [
    {
      url: 'https://northwind.example/roofs',
      host: 'northwind.example',
      domain: 'northwind.example',
      title: 'Roofs',
      count: 1,
      own: true,
    },
  ],
  mentions: [{ host: 'northwind.example', term: 'Northwind', first: 4, past: 13 }],
};

const SOURCE = { lastDay: '2026-11-20', fileName: 'access.log', importedAt: '2026-11-21T09:00:00Z' };

const VISITS = {
  agent: 'GPTBot',
  purpose: 'training',
  directory: '/blog/',
  requests: 40,
  failed: 10,
  failedShare: 0.25,
  firstDay: '2026-11-19',
  lastDay: '2026-11-20',
  pages: 12,
  allowed: 0,
};

/** A server with this overview, one prompt and one answer. */
export function answerHandlers(overview: AnswerOverview) {
  return [
    http.get('/api/answers/report', () => ok(overview)),
    http.get('/api/crawler-visits', () => ok({ websiteId: 'w1', visits: [VISITS], source: SOURCE, nextCursor: null })),
    http.get('/api/answers/prompts', () => ok({ prompts: overview.prompts > 0 ? [PROMPT] : [] })),
    http.get('/api/answers/suggestions', () =>
      ok({ suggestions: [{ text: 'how to fix a roof', impressions: 900, valueCents: 500 }] }),
    ),
    http.get('/api/answers/prompts/:id/history', () =>
      ok({
        days: [
          {
            day: '2026-11-20',
            engine: ENGINE,
            answers: 5,
            citations: { count: 2, share: 0.4, low: 0.12, high: 0.77 },
            mentions: null,
          },
        ],
      }),
    ),
    http.get('/api/answers', () => ok({ answers: [ANSWER], nextCursor: null })),
    http.get('/api/answers/:id', () => ok(DETAIL)),
  ];
}
