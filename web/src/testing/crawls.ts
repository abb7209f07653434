import type {
  Crawl,
  CrawlFinding,
  CrawlIssue,
  CrawlPage,
  CrawlPageFacts,
  CrawlReport,
  CrawlSchedule,
} from '@/api/crawls';
import { http, ok } from './http';

/** Records of crawls as sent by the server, for tests. */

export const ISSUES: CrawlIssue[] = [
  {
    key: 'title-missing',
    severity: 'error',
    category: 'snippets',
    title: 'No title',
    why: 'The title is the headline of the result.',
    fix: 'Add a title.',
    evidence: 'Address',
  },
  {
    key: 'client-error',
    severity: 'error',
    category: 'response',
    title: 'Page not found or refused (4xx)',
    why: 'Visitors reach a dead end.',
    fix: 'Restore the page.',
    evidence: 'Status',
  },
  {
    key: 'thin-content',
    severity: 'warning',
    category: 'content',
    title: 'Little text',
    why: 'A page with little text answers little.',
    fix: 'Write more.',
    evidence: 'Words',
  },
];

export function aReport(change: Partial<CrawlReport> = {}): CrawlReport {
  return {
    fetched: 1_250,
    pages: 1_204,
    indexable: 1_100,
    redirected: 30,
    failed: 16,
    blocked: 3,
    leftOut: 0,
    bytes: 20_000_000,
    elapsedMs: 372_000,
    stopped: null,
    score: 86.6,
    medianResponseMs: 180,
    issues: [
      { issue: 'client-error', pages: 16, new: 2, fixed: 0, regressed: 1 },
      { issue: 'title-missing', pages: 15, new: 1, fixed: 4, regressed: 0 },
      { issue: 'thin-content', pages: 240, new: 0, fixed: 0, regressed: 0 },
    ],
    errorPages: 28,
    warningPages: 230,
    added: 5,
    gone: 2,
    changed: 9,
    goneReason: null,
    notReached: null,
    rendered: null,
    goneUrls: ['https://northwind.example/old'],
    ai: {
      agents: [
        { name: 'GPTBot', purpose: 'training', allowed: 0, refused: 1_204, nosnippet: 0, isUnbound: false },
        { name: 'OAI-SearchBot', purpose: 'searchIndex', allowed: 1_204, refused: 0, nosnippet: 12, isUnbound: false },
        {
          name: 'Perplexity-User',
          purpose: 'userRequest',
          allowed: 1_000,
          refused: 204,
          nosnippet: null,
          isUnbound: true,
        },
      ],
      scriptPages: 1,
      hasLlmsTxt: false,
    },
    ...change,
  };
}

export function aCrawl(change: Partial<Crawl> = {}): Crawl {
  return {
    id: 'c1',
    websiteId: 'w1',
    runId: 'r1',
    importId: 'm1',
    url: 'https://northwind.example/',
    settings: { maxPages: 500, maxDepth: 3, delayMs: 100, scope: 'subdomains', include: ['/blog/'], exclude: [] },
    createdAt: '2026-11-20T10:00:00Z',
    finishedAt: '2026-11-20T10:06:12Z',
    report: aReport(),
    status: 'succeeded',
    ...change,
  };
}

export function aSchedule(change: Partial<CrawlSchedule> = {}): CrawlSchedule {
  return {
    id: 's1',
    url: 'https://northwind.example/',
    settings: { maxPages: 200, maxDepth: 1000, delayMs: 250, scope: 'host', include: [], exclude: [] },
    cron: '0 6 * * 1',
    timeZone: 'UTC',
    paused: false,
    nextRunAt: '2026-11-30T06:00:00Z',
    lastRunAt: null,
    skippedAt: null,
    skippedReason: null,
    ...change,
  };
}

export function aPage(change: Partial<CrawlPage> = {}): CrawlPage {
  return {
    no: 7,
    url: 'https://northwind.example/about',
    status: 200,
    title: 'About Northwind',
    depth: 1,
    inlinks: 12,
    pageRank: 0.0123,
    words: 340,
    responseMs: 95,
    bytes: 18_000,
    isIndexable: true,
    score: 92,
    issues: ['title-missing'],
    change: 'changed',
    ...change,
  };
}

export const FACTS: CrawlPageFacts = {
  canonical: 'https://northwind.example/about',
  clickDepth: 1,
  contentType: 'text/html',
  description: null,
  discoveredFrom: 'https://northwind.example/',
  excerpt: null,
  failure: null,
  headings: [{ level: 1, text: 'Who we are' }],
  images: 2,
  language: 'en',
  links: 20,
  outlinks: 8,
  redirect: null,
  redirectChain: ['https://northwind.example/team'],
  rendered: null,
  robots: 'allowed',
  totalMs: 120,
  types: [],
};

export const FINDING: CrawlFinding = { issue: 'title-missing', count: 3, isNew: true, evidence: ['https://a.example'] };

export const NO_BROWSER = 'This installation has no browser. The operator can set MOTHERLODE_CHROMIUM.';

/** A server with these crawls and one page. Notes the queries for pages. */
/** Two directories at two crawlers, filtered as asked. */
function aiAccess(asked: URLSearchParams) {
  const agents = [
    { name: 'GPTBot', purpose: 'training' },
    { name: 'OAI-SearchBot', purpose: 'searchIndex' },
  ];
  const wanted = agents.filter(
    ({ name, purpose }) => [null, name].includes(asked.get('agent')) && [null, purpose].includes(asked.get('purpose')),
  );
  const rows = ['/blog/', null].flatMap((directory) =>
    wanted.map(({ name, purpose }) => {
      const allowed = name === 'GPTBot' ? 0 : 40;
      const counts = { pages: 40, allowed, permitted: 38, inHtml: 39, ready: Math.min(allowed, 37) };
      return { directory, agent: name, purpose, isUnbound: false, ...counts };
    }),
  );
  return { isKnown: true, rows, agents, otherHosts: 3, nextCursor: null };
}

export function crawlHandlers(crawls: Crawl[], asked: URLSearchParams[] = []) {
  return [
    http.get('/api/crawls', () => ok({ crawls, nextCursor: null })),
    http.get('/api/crawls/schedule', () => ok({ schedule: null })),
    http.get('/api/crawls/rendering', () => ok({ isAvailable: false, reason: NO_BROWSER })),
    http.get('/api/crawls/issues', () => ok({ issues: ISSUES })),
    http.get('/api/crawls/:id/ai-access', ({ request }) => ok(aiAccess(new URL(request.url).searchParams))),
    http.get('/api/crawls/:id/pages', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return ok({ pages: [aPage()], nextCursor: null, searched: null });
    }),
    http.get('/api/crawls/:id/pages/:no', () => ok({ page: aPage(), facts: FACTS, findings: [FINDING] })),
  ];
}
