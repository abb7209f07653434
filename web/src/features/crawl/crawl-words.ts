import type { Crawl, CrawlCategory, CrawlPage, CrawlReport, CrawlSeverity } from '@/api/crawls';
import type { Tone } from '@/components/ui/badge';
import { formatDuration, formatNumber, plural } from '@/lib/format';
import { humanise } from '@/lib/words';
import type { CountedIssue } from './issue-groups';

export const SEVERITIES = ['error', 'warning', 'notice'] as const satisfies readonly CrawlSeverity[];

const SEVERITY_WORDS: Record<CrawlSeverity, { one: string; many: string; tone: Tone }> = {
  error: { one: 'error', many: 'Errors', tone: 'danger' },
  warning: { one: 'warning', many: 'Warnings', tone: 'warning' },
  notice: { one: 'notice', many: 'Notices', tone: 'neutral' },
};

export function severityWord(severity: CrawlSeverity) {
  return SEVERITY_WORDS[severity] ?? { one: severity, many: humanise(severity), tone: 'neutral' };
}

/** Categories in the order of the audit. */
export const CATEGORIES = [
  'response',
  'indexing',
  'languages',
  'snippets',
  'content',
  'links',
  'images',
  'structuredData',
  'security',
  'performance',
  'addresses',
] as const satisfies readonly CrawlCategory[];

export function categoryName(category: CrawlCategory): string {
  return category === 'addresses' ? 'URLs' : humanise(category);
}

/** Whether the report compares with an earlier crawl. */
export function isCompared(report: CrawlReport): boolean {
  return report.added !== null;
}

/** Pages with issues of a severity, each page once per issue, and the number of these issues. */
export function countOf(issues: readonly CountedIssue[], severity: CrawlSeverity): { total: number; kinds: number } {
  const found = issues.filter((issue) => issue.severity === severity && issue.pages > 0);
  return { total: found.reduce((sum, { pages }) => sum + pages, 0), kinds: found.length };
}

/** "1,204 pages: 31 errors of 4 kinds, 240 warnings of 9 kinds. SEO score 87 of 100." */
export function answerText(report: CrawlReport, issues: readonly CountedIssue[]): string {
  const part = (severity: CrawlSeverity) => {
    const { total, kinds } = countOf(issues, severity);
    if (total === 0) return `no ${severityWord(severity).one}s`;
    const all = plural(total, severityWord(severity).one);
    return kinds > 1 ? `${all} of ${formatNumber(kinds, 0)} kinds` : all;
  };
  const score = report.score === null ? '' : ` SEO score ${formatNumber(report.score, 0)} of 100.`;
  return `${plural(report.pages, 'page')}: ${part('error')}, ${part('warning')}.${score}`;
}

/** What changed since the previous crawl; empty for the first one. */
export function changeText(report: CrawlReport): string {
  if (!isCompared(report)) return '';
  const sum = (pick: 'new' | 'fixed' | 'regressed') => report.issues.reduce((total, issue) => total + issue[pick], 0);
  const issues = listed([
    [sum('new'), 'new'],
    [sum('fixed'), 'fixed'],
    [sum('regressed'), 'back after a fix'],
  ]);
  const pages = listed([
    [report.added ?? 0, 'added'],
    [report.gone ?? report.notReached ?? 0, goneWord(report)],
    [report.changed ?? 0, 'changed'],
  ]);
  return `Since the previous crawl: issues ${issues || 'unchanged'}; pages ${pages || 'unchanged'}.`;
}

/** Word for pages that the new crawl does not have: gone, if that is known. */
export function goneWord({ goneReason }: CrawlReport): string {
  return goneReason === null ? 'gone' : 'not reached again';
}

const REASONS: Record<NonNullable<CrawlReport['goneReason']>, string> = {
  endedEarly: 'The crawl ended early, so it is unknown whether they are gone.',
  otherSettings: 'The previous crawl had other settings, so it is unknown whether they are gone.',
  failedPages: 'Pages that answered before did not answer, so it is unknown whether they are gone.',
};

/** Why it is unknown whether pages are gone; null if it is known. */
export function goneReasonText({ goneReason }: CrawlReport): string | null {
  return goneReason === null ? null : REASONS[goneReason];
}

function listed(parts: readonly [number, string][]): string {
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatNumber(count, 0)} ${word}`)
    .join(', ');
}

/** How long the crawl took and how many URLs it requested. */
export function effortText(report: CrawlReport): string {
  const blocked = report.blocked > 0 ? ` robots.txt excludes ${plural(report.blocked, 'URL')}.` : '';
  return `${plural(report.fetched, 'URL')} requested in ${formatDuration(report.elapsedMs)}.${blocked}`;
}

/** How many URLs were left out because the website looks endless; empty if none were. */
export function leftOutText({ leftOut }: CrawlReport): string {
  if (leftOut === null || leftOut === 0) return '';
  const urls = plural(leftOut, 'URL was', 'URLs were');
  return `${urls} left out: calendars, sessions or combinations of filters. "URLs of one pattern" sets how many are fetched.`;
}

/** How many pages a browser rendered; empty if none were to be. */
export function renderedText({ rendered }: CrawlReport): string {
  if (rendered === null) return '';
  const failed = rendered.failed > 0 ? `, ${formatNumber(rendered.failed, 0)} of them without success` : '';
  return `${plural(rendered.pages, 'page')} rendered${failed}; scripts change ${formatNumber(rendered.changed, 0)}.`;
}

const STOPS: Record<string, { title: string; text: string }> = {
  pages: { title: 'The crawl reached its maximum of URLs', text: 'Increase the maximum to crawl the whole website.' },
  time: { title: 'The crawl reached its time limit', text: 'Increase the limit to crawl the whole website.' },
  bytes: { title: 'The crawl reached its maximum of data', text: 'Exclude large areas to crawl the others.' },
};

/** What ended the crawl before all URLs were requested; null if it is complete. */
export function stopWords(report: CrawlReport): { title: string; text: string } | null {
  if (report.stopped === null) return null;
  const words = STOPS[report.stopped];
  return words ?? { title: `The crawl ended early: ${humanise(report.stopped).toLowerCase()}`, text: '' };
}

const STATUS: Record<string, { label: string; tone: Tone }> = {
  queued: { label: 'Waiting', tone: 'info' },
  running: { label: 'Running', tone: 'info' },
  paused: { label: 'Paused', tone: 'info' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};

/** Badge of a crawl without a report; null for a complete crawl. */
export function crawlState(crawl: Crawl): { label: string; tone: Tone } | null {
  if (crawl.report !== null) return null;
  return STATUS[crawl.status ?? ''] ?? { label: 'No result', tone: 'neutral' };
}

export function isUnderWay({ status, report }: Crawl): boolean {
  return report === null && (status === 'queued' || status === 'running' || status === 'paused');
}

/** Badge of a page's HTTP status; without one, the reason. */
export function statusWord({ status, issues }: Pick<CrawlPage, 'status' | 'issues'>): { label: string; tone: Tone } {
  if (status === null && issues.includes('blocked-by-robots'))
    return { label: 'Blocked by robots.txt', tone: 'warning' };
  if (status === null) return { label: 'No response', tone: 'danger' };
  const label = String(status);
  if (status >= 400) return { label, tone: 'danger' };
  if (status >= 300) return { label, tone: 'info' };
  return { label, tone: 'success' };
}

/** URL without the scheme and host of the crawl. */
export function shortUrl(url: string, start: string): string {
  if (!URL.canParse(url) || !URL.canParse(start)) return url;
  const { origin } = new URL(start);
  return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}
