import type { ReactNode } from 'react';
import type { Crawl, CrawlReport } from '@/api/crawls';
import { Callout } from '@/components/ui/callout';
import { Card, CardHeader } from '@/components/ui/card';
import { Fold } from '@/components/ui/fold';
import { RelativeTime } from '@/components/ui/relative-time';
import { formatDateTime, formatDuration, formatNumber, formatPercent, plural } from '@/lib/format';
import {
  answerText,
  changeText,
  countOf,
  effortText,
  goneReasonText,
  goneWord,
  leftOutText,
  renderedText,
  shortUrl,
  stopWords,
} from './crawl-words';
import type { CountedIssue } from './issue-groups';

/** Answer in words and the figures of a crawl. */
export function SummaryCard({
  crawl,
  report,
  issues,
}: {
  crawl: Crawl;
  report: CrawlReport;
  issues: readonly CountedIssue[];
}) {
  const stop = stopWords(report);
  const change = changeText(report);
  return (
    <Card aria-label="Summary" className="overflow-clip">
      <CardHeader title={answerText(report, issues)} />
      <div className="grid max-w-3xl gap-1 px-5 pt-1 pb-5 text-pretty text-muted-foreground">
        <p>{change || 'This is the first crawl. The next one shows what changed.'}</p>
        <p>
          <span title={formatDateTime(crawl.finishedAt)}>
            Finished <RelativeTime at={crawl.finishedAt} />.
          </span>{' '}
          {effortText(report)} {leftOutText(report)} {renderedText(report)}
        </p>
      </div>
      {stop ? (
        <Callout tone="warning" title={stop.title} className="mx-5 mb-5">
          <p>{stop.text} Links and sitemaps to URLs that were not requested are not judged.</p>
        </Callout>
      ) : null}
      <Tiles report={report} issues={issues} />
      <GoneUrls crawl={crawl} report={report} />
    </Card>
  );
}

function Tiles({ report, issues }: { report: CrawlReport; issues: readonly CountedIssue[] }) {
  const errors = countOf(issues, 'error').total;
  return (
    <dl className="grid grid-cols-2 gap-px border-t border-border bg-border md:grid-cols-3 xl:grid-cols-5">
      <Tile name="Pages" value={formatNumber(report.pages, 0)}>
        plus {plural(report.redirected, 'redirect')}
      </Tile>
      <Tile name="Indexable" value={formatNumber(report.indexable, 0)}>
        {report.pages > 0 ? `${formatPercent(report.indexable / report.pages, 0)} of pages` : 'no pages'}
      </Tile>
      <Tile
        name={report.errorPages === null ? 'Errors' : 'URLs with errors'}
        value={formatNumber(report.errorPages ?? errors, 0)}
      >
        {formatNumber(report.failed, 0)} with status 4xx, 5xx or no response
      </Tile>
      <Tile name="Median response time" value={formatDuration(report.medianResponseMs)}>
        until the headers of a page
      </Tile>
      <Tile
        name="SEO score"
        value={report.score === null ? formatNumber(null) : `${formatNumber(report.score, 0)} of 100`}
        className="max-md:col-span-2 md:max-xl:col-span-2"
      >
        mean of the pages by the SEO audits of Lighthouse
      </Tile>
    </dl>
  );
}

function Tile({
  name,
  value,
  className = '',
  children,
}: {
  name: string;
  value: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={`min-h-26 bg-card px-5 py-4 ${className}`}>
      <dt className="text-[0.8125rem] text-muted-foreground">{name}</dt>
      <dd className="mt-0.5">
        <span className="tabular block text-xl font-semibold">{value}</span>
        <span className="mt-0.5 block text-xs text-muted-foreground">{children}</span>
      </dd>
    </div>
  );
}

/** Maximum number of gone URLs that a report has. */
const MOST_GONE = 100;

function GoneUrls({ crawl, report }: { crawl: Crawl; report: CrawlReport }) {
  const { goneUrls } = report;
  if (goneUrls.length === 0) return null;
  const count = report.gone ?? report.notReached ?? goneUrls.length;
  const reason = goneReasonText(report);
  return (
    <Fold
      className="border-t border-border px-5 py-1.5 text-[0.8125rem]"
      title={`${plural(count, 'page')} of the previous crawl ${goneWord(report)}${count > MOST_GONE ? `, the first ${MOST_GONE} listed` : ''}`}
    >
      {reason === null ? null : <p className="text-muted-foreground">{reason}</p>}
      <ul className="mt-2 grid max-h-64 gap-1 overflow-y-auto text-muted-foreground">
        {goneUrls.map((url) => (
          <li key={url} className="wrap-anywhere">
            {shortUrl(url, crawl.url)}
          </li>
        ))}
      </ul>
    </Fold>
  );
}
