import type { WebsiteAccess } from '@/api/access';
import type { Edit, EditChange, EditPreviewFile, ListedEdit, PageFacts } from '@/api/edits';

/** Edits as sent by the server, for tests. */

export const aListedEdit = (change: Partial<ListedEdit> = {}): ListedEdit => ({
  id: 'e1',
  websiteId: 'w1',
  websiteName: 'Example',
  opportunityId: null,
  undoesId: null,
  undoEditId: null,
  title: 'Change the title: /services',
  reason: 'The title does not mention the keyword.',
  status: 'ready',
  detail: '',
  way: 'access',
  step: 'prepare',
  changeCount: 2,
  appliedCount: 0,
  canary: { pages: 1, of: 2, written: 0 },
  runId: null,
  isMeasured: true,
  experimentId: null,
  annotationId: null,
  releaseId: null,
  canBeUndone: false,
  createdBy: 'u1',
  createdAt: '2026-11-26T03:00:00Z',
  updatedAt: '2026-11-26T03:00:00Z',
  approvedBy: null,
  approvedAt: null,
  appliedAt: null,
  undoneAt: null,
  ...change,
});

const facts = (change: Partial<PageFacts> = {}): PageFacts => ({
  title: 'Our services',
  description: null,
  heading: 'Services',
  canonical: null,
  robots: null,
  language: 'en',
  encoding: 'UTF-8',
  structuredDataTypes: [],
  titles: 1,
  descriptions: 0,
  headings: 1,
  links: 4,
  ...change,
});

export const aPreviewFile = (change: Partial<EditPreviewFile> = {}): EditPreviewFile => ({
  path: 'services/index.html',
  url: 'https://example.com/services',
  hunks: [
    {
      beforeStart: 3,
      beforeLines: 2,
      afterStart: 3,
      afterLines: 2,
      lines: [
        { kind: 'context', text: '<head>' },
        { kind: 'removed', text: '<title>Our services</title>' },
        { kind: 'added', text: '<title>Emergency plumber Austin</title>' },
      ],
      isClipped: false,
    },
  ],
  before: facts(),
  after: facts({ title: 'Emergency plumber Austin' }),
  notes: [],
  ...change,
});

export const aTitleChange: EditChange = {
  kind: 'set_title',
  path: '/services',
  title: 'Emergency plumber Austin',
  isApplied: false,
  found: 'Our services',
  problem: null,
  instruction: { where: 'Page /services: replace the SEO title.', snippet: 'Emergency plumber Austin' },
};

export const aLinkChange: EditChange = {
  kind: 'add_link',
  path: '/blog',
  target: '/services',
  anchor: 'emergency plumber',
  isApplied: true,
  found: null,
  problem: null,
  instruction: { where: 'Page /blog: link the words.', snippet: '<a href="/services">emergency plumber</a>' },
};

export const anEdit = (change: Partial<Edit> = {}): Edit => ({
  ...aListedEdit(),
  changes: [aTitleChange, aLinkChange],
  preview: {
    files: [aPreviewFile(), aPreviewFile({ path: 'blog/index.html', url: null, before: null, after: null })],
    problems: [],
  },
  ...change,
});

export const anAccess = (change: Partial<WebsiteAccess> = {}): WebsiteAccess => ({
  kind: 'sftp',
  settings: { host: 'web.example.com', port: 22, user: 'deploy', path: '/srv/www' },
  hasSecrets: true,
  baseUrl: 'https://example.com',
  testedAt: null,
  createdAt: '2026-11-26T03:00:00Z',
  updatedAt: '2026-11-26T03:00:00Z',
  ...change,
});
