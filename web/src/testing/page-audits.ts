import type { FullPageAudit, PageAudit, PageFix, PageReport } from '@/api/page-audits';

/** Audits of pages as sent by the server, for tests. */

export const aPageAudit = (change: Partial<PageAudit> = {}): PageAudit => ({
  id: 'pa1',
  websiteId: 'w1',
  runId: 'r1',
  url: 'https://example.com/services',
  keyword: 'emergency plumber austin',
  createdAt: '2026-11-26T03:00:00Z',
  finishedAt: '2026-11-26T03:00:09Z',
  fixes: 3,
  status: 'succeeded',
  error: null,
  ...change,
});

export const aPageFix = (change: Partial<PageFix> = {}): PageFix => ({
  key: 'title',
  title: 'Change the title',
  reason: 'The title “Our services” does not mention “emergency plumber austin”.',
  isBlocking: false,
  impact: 80,
  effortMinutes: 10,
  priority: 192,
  clicks: { low: 1.2, mid: 4, high: 11 },
  clicksMissing: null,
  snippet: { place: 'In the head of the page', language: 'html', text: '<title>Emergency plumber Austin</title>' },
  evidence: [],
  source: 'HTML of the page',
  changes: [{ kind: 'set_title', path: '/services', title: 'Emergency plumber Austin' }],
  ...change,
});

const FIXES: PageFix[] = [
  aPageFix(),
  aPageFix({
    key: 'alt-missing',
    title: 'Describe each image',
    reason: 'Images have no alternative text.',
    impact: 35,
    effortMinutes: 73,
    priority: 23.9,
    clicks: null,
    clicksMissing: 'No effect on the rank is known, so no clicks are computed.',
    snippet: null,
    evidence: ['/a.png'],
    source: 'Crawl of the page',
    changes: [],
  }),
  aPageFix({
    key: 'description',
    title: 'Add a meta description',
    impact: 25,
    effortMinutes: 5,
    priority: 75,
    changes: [],
  }),
];

export const aPageReport = (change: Partial<PageReport> = {}): PageReport => ({
  page: {
    url: 'https://example.com/services',
    status: 200,
    title: 'Our services',
    description: null,
    h1: 'Services',
    words: 412,
    canonical: null,
    isIndexable: true,
    types: [],
    responseMs: 120,
    observedAt: '2026-11-26T03:00:05Z',
  },
  scores: [
    { kind: 'lighthouse', value: 91, detail: '8 of 9 audits passed.', source: 'SEO audits of Lighthouse, on the HTML' },
    { kind: 'placement', value: 40, detail: '3 of 7 places have it.', source: 'HTML of the page' },
    {
      kind: 'coverage',
      value: null,
      detail: 'Texts of at least two top-ranking pages are missing.',
      source: 'Texts of top-ranking pages in this workspace',
    },
  ],
  places: [
    { place: 'title', isFound: false, weight: 30 },
    { place: 'text', isFound: true, weight: 25 },
  ],
  lighthouse: [
    { id: 'document-title', isPassed: true, weight: 1 },
    { id: 'meta-description', isPassed: false, weight: 1 },
  ],
  search: {
    position: { value: 8.4, source: 'Search Console, by the keyword engine', observedAt: '2026-11-20' },
    rankingUrl: null,
    beyond: null,
    clicks: null,
    impressions: null,
    volume: null,
    serp: null,
  },
  fixes: FIXES,
  missing: [{ what: 'Search volume', unlock: 'Import a keyword list.' }],
  assumptions: ['Those of several fixes do not add up.'],
  method: 'page fixes',
  methodVersion: 'page-fixes-1.0.0',
  ...change,
});

export const aFullPageAudit = (change: Partial<FullPageAudit> = {}): FullPageAudit => ({
  ...aPageAudit(),
  report: aPageReport(),
  ...change,
});
