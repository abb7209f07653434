/** A chapter of the user guide; `id` is the name of its file in docs/guide. */
export interface Chapter {
  id: string;
  title: string;
  /** What the reader finds there, in one line. */
  text: string;
}

export interface Part {
  title: string;
  chapters: readonly Chapter[];
}

/** The user guide in reading order. A test compares it with the folder. */
export const PARTS: readonly Part[] = [
  {
    title: 'Begin',
    chapters: [
      { id: 'start', title: 'Start', text: 'Run the app, create an account, make it available to others.' },
      { id: 'import', title: 'Import', text: 'Upload exports, check their columns, undo an import.' },
      { id: 'connections', title: 'Connections', text: 'Search Console, Bing, Analytics and paid providers.' },
      { id: 'glossary', title: 'Glossary', text: 'Every term of the app in one or two sentences.' },
    ],
  },
  {
    title: 'Research',
    chapters: [
      {
        id: 'keyword-finder',
        title: 'Keyword finder',
        text: 'Queries with value, difficulty, clusters and quick wins.',
      },
      { id: 'quick-rank', title: 'Quick rank', text: 'Audit one page for one keyword.' },
      { id: 'market-data', title: 'Market data', text: 'Payouts, search volumes and counts of businesses.' },
      { id: 'discovery', title: 'Opportunity discovery', text: 'Markets of a trade in a place, with expected profit.' },
    ],
  },
  {
    title: 'Measurement',
    chapters: [
      { id: 'ranks', title: 'Rank tracking', text: 'Positions by day, device and place.' },
      { id: 'ai-answers', title: 'AI answers', text: 'Whether assistants cite you or your rivals.' },
      { id: 'crawl', title: 'Crawl', text: 'Technical issues, facts of pages, access of AI agents.' },
      { id: 'visits', title: 'Visits', text: 'Sessions, sources and conversions without cookies.' },
      {
        id: 'experiments',
        title: 'Experiments and plans',
        text: 'Measure a change, and approve steps before they run.',
      },
      { id: 'reports', title: 'Reports', text: 'A report under your name as page, PDF, email and link.' },
    ],
  },
  {
    title: 'Content and changes',
    chapters: [
      { id: 'content', title: 'Content', text: 'Write a page from facts, with a source for each sentence.' },
      { id: 'documents', title: 'Documents and packs', text: 'Import, export and translate documents and packs.' },
      { id: 'edits', title: 'Edits of pages', text: 'Change existing pages, with a preview and an undo.' },
      { id: 'site-access', title: 'Access to websites', text: 'WordPress, Git, SFTP and patches.' },
    ],
  },
  {
    title: 'Sites and revenue',
    chapters: [
      { id: 'sites', title: 'Sites', text: 'Build, check, approve and deploy sites.' },
      { id: 'deploy-targets', title: 'Deploy targets', text: 'Where sites are served from.' },
      { id: 'campaigns', title: 'Campaigns', text: 'Goals, targets, budget and review.' },
      { id: 'leads', title: 'Leads and ledger', text: 'Forms, calls, buyers, rentals, invoices.' },
      { id: 'analysis', title: 'Analysis of sites', text: 'What earns, by age, tier and trade.' },
    ],
  },
  {
    title: 'Administration',
    chapters: [
      { id: 'accounts', title: 'Accounts', text: 'Email, Google sign-in, workspaces and API keys.' },
      { id: 'assistants', title: 'AI assistants', text: 'Work with the app from an MCP client.' },
      { id: 'automation', title: 'Schedules and webhooks', text: 'Repeat runs, and notify other systems.' },
      { id: 'data-sources', title: 'Data sources', text: 'Where built-in data come from, and their licenses.' },
      { id: 'formats', title: 'Formats', text: 'Columns of each recognized file.' },
      { id: 'sentence-vectors', title: 'Sentence vectors', text: 'Install an optional model for similar texts.' },
      { id: 'monitoring', title: 'Monitoring', text: 'Logs, metrics and traces of the server.' },
      { id: 'backup', title: 'Backup', text: 'Save and restore everything.' },
      { id: 'distributed', title: 'Running distributed', text: 'PostgreSQL, Redis and several workers.' },
    ],
  },
];

const FILES = import.meta.glob<string>('../../../../docs/guide/*.md', { query: '?raw', import: 'default' });
const PICTURES = import.meta.glob<string>('../../../../docs/images/guide/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Returns the chapter with this id, or undefined. */
export function chapterOf(id: string): Chapter | undefined {
  return PARTS.flatMap(({ chapters }) => chapters).find((chapter) => chapter.id === id);
}

/** Loads the text of a chapter without its title, which is the heading of the page. Fails for an unknown id. */
export async function chapterText(id: string): Promise<string> {
  const load = FILES[`../../../../docs/guide/${id}.md`];
  if (!load) throw new Error(`There is no chapter ${id}`);
  return (await load()).replace(/^# .*\n/, '');
}

/** Returns the address of a picture that a chapter names as `../images/guide/NAME.webp`. */
export function pictureAddress(href: string): string | undefined {
  return PICTURES[`../../../../docs/guide/${href}`.replace('/guide/../', '/')];
}

/** Returns the page of a document that a chapter links to: another chapter or a method card; null for other files. */
export function documentAddress(href: string): string | null {
  const engine = /^\.\.\/engines\/([a-z]+)\.md/.exec(href)?.[1];
  if (engine) return `/help/engines/${engine}`;
  const id = /^([a-z-]+)\.md/.exec(href)?.[1];
  return id && chapterOf(id) ? `/help/${id}` : null;
}
