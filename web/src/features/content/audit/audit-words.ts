import type { ActionResult } from '@/api/engine-results';
import type { NewPlan } from '@/api/plans';
import type { Tone } from '@/components/ui/badge';
import { toCsv } from '@/lib/csv';
import { formatNumber } from '@/lib/format';

export type Audit = ActionResult<'content.audit'>;
export type PageAudit = Audit['pages'][number];
export type PageChange = PageAudit['changes'][number];
export type Verdict = PageAudit['verdict'];

/** Verdicts in the order of the filter. */
export const VERDICTS: readonly { value: Verdict; label: string; tone: Tone }[] = [
  { value: 'improve', label: 'Improve', tone: 'info' },
  { value: 'merge', label: 'Merge', tone: 'warning' },
  { value: 'redirect', label: 'Redirect', tone: 'warning' },
  { value: 'remove', label: 'Remove', tone: 'danger' },
  { value: 'keep', label: 'Keep', tone: 'neutral' },
];

export function verdictWord(verdict: Verdict): { label: string; tone: Tone } {
  return VERDICTS.find(({ value }) => value === verdict) ?? { label: verdict, tone: 'neutral' };
}

const CHANGES: Record<PageChange['kind'], string> = {
  title: 'New title',
  description: 'New description',
  heading: 'First heading',
  add_section: 'New section',
  cut: 'Cut a passage',
  add_link: 'Add a link',
  move_passage: 'Move a passage',
  redirect: 'Redirect',
  remove_page: 'Remove the page',
  fix_links: 'Change the links to it',
  restore: 'Restore the page',
};

export function changeWord(kind: PageChange['kind']): string {
  return CHANGES[kind];
}

/** Path of an address, without its host; the address itself if it has none. */
export function pathOf(url: string): string {
  try {
    const { pathname, search } = new URL(url);
    return `${pathname}${search}`;
  } catch {
    return url;
  }
}

/** Range of extra clicks a month, such as `2 to 14`; null without one. */
export function rangeText(range: PageAudit['extraClicks'] | undefined): string | null {
  if (!range) return null;
  return `${formatNumber(range.low, 0)} to ${formatNumber(range.high, 0)}`;
}

/** True if a page matches the text and the verdict; an empty filter matches all. */
export function isListed(page: PageAudit, text: string, verdict: string): boolean {
  const wanted = text.trim().toLowerCase();
  const all = [page.url, page.title ?? '', page.reason, ...page.missingQueries.map(({ query }) => query)];
  return (verdict === '' || page.verdict === verdict) && all.some((one) => one.toLowerCase().includes(wanted));
}

/** The plan of a page: its tasks, then a change in the log and an experiment that measures it. */
export function planOf(page: PageAudit, websiteId: string): Partial<NewPlan> {
  const title = `${verdictWord(page.verdict).label} ${pathOf(page.url)}`.slice(0, 200);
  const pages = [page.url, ...(page.target ? [page.target] : [])];
  return {
    title,
    reason: page.reason,
    websiteId,
    actions: [
      ...page.tasks.map((task) => ({
        kind: 'complete_task' as const,
        websiteId,
        title: task.title,
        detail: task.detail,
      })),
      { kind: 'add_annotation' as const, websiteId, change: 'edit' as const, title, pages },
      { kind: 'start_experiment' as const, websiteId, title, pages },
    ],
  };
}

const COLUMNS = [
  'url',
  'verdict',
  'target',
  'reason',
  'clicks',
  'impressions',
  'position',
  'links_in',
  'words',
  'extra_clicks_low',
  'extra_clicks_high',
  'tasks',
] as const;

/** The listed pages as CSV. */
export function csvOf(pages: readonly PageAudit[]): string {
  const row = (page: PageAudit) => [
    page.url,
    page.verdict,
    page.target ?? null,
    page.reason,
    page.clicks,
    page.impressions,
    page.position ?? null,
    page.linksIn,
    page.words ?? null,
    page.extraClicks?.low ?? null,
    page.extraClicks?.high ?? null,
    page.tasks.map(({ title }) => title).join(' | '),
  ];
  return toCsv(COLUMNS, pages.map(row));
}
