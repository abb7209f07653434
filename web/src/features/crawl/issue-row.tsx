import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChevronDown, Download } from 'lucide-react';
import { useId, useState } from 'react';
import { type Crawl, type CrawlPage, crawlApi, crawlQueries } from '@/api/crawls';
import { errorText } from '@/api/errors';
import { ErrorPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { useExport } from '@/hooks/use-export';
import { cn } from '@/lib/cn';
import { plural } from '@/lib/format';
import { shortUrl } from './crawl-words';
import { Evidence } from './evidence';
import type { CountedIssue } from './issue-groups';

/** Pages that an open issue lists at once. */
const PAGES = 10;

/** An issue; open, its reason, fix and pages. */
export function IssueRow({
  crawl,
  issue,
  isCompared,
  isOpen,
  onToggle,
  onPage,
}: {
  crawl: Crawl;
  issue: CountedIssue;
  isCompared: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onPage: (no: number) => void;
}) {
  const id = useId();
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className="flex min-h-11 w-full items-start gap-3 px-5 py-2.5 text-left -outline-offset-2 hover:bg-accent/60"
        onClick={onToggle}
      >
        <ChevronDown size={16} aria-hidden="true" className={cn('mt-0.5 shrink-0', !isOpen && '-rotate-90')} />
        <span
          className={cn(
            'flex min-w-0 flex-1 items-baseline justify-between gap-x-4 gap-y-1',
            isCompared && 'flex-wrap',
          )}
        >
          <span className="min-w-0 font-medium text-pretty">{issue.title}</span>{' '}
          <span className="tabular flex shrink-0 flex-wrap items-center gap-2 text-[0.8125rem]">
            {isCompared ? <Changes issue={issue} /> : null}{' '}
            {plural(issue.pages, issue.category === 'response' ? 'URL' : 'page')}
          </span>
        </span>
      </button>
      {isOpen ? (
        <div id={id} className="grid grid-cols-[minmax(0,1fr)] gap-4 px-5 pt-1 pb-5 sm:pl-12">
          <Advice issue={issue} />
          <IssuePages crawl={crawl} issue={issue} onPage={onPage} />
        </div>
      ) : null}
    </li>
  );
}

function Changes({ issue }: { issue: CountedIssue }) {
  return (
    <>
      {issue.new > 0 ? <Badge tone="warning">{plural(issue.new, 'new', 'new')}</Badge> : null}{' '}
      {issue.regressed > 0 ? (
        <Badge tone="danger">{plural(issue.regressed, 'back after a fix', 'back after a fix')}</Badge>
      ) : null}{' '}
      {issue.fixed > 0 ? <Badge tone="success">{plural(issue.fixed, 'fixed', 'fixed')}</Badge> : null}
    </>
  );
}

function Advice({ issue }: { issue: CountedIssue }) {
  return (
    <dl className="grid max-w-3xl gap-x-6 gap-y-2 text-[0.8125rem] text-pretty sm:grid-cols-[auto_minmax(0,1fr)]">
      <dt className="text-muted-foreground">Why</dt>
      <dd>{issue.why}</dd>
      <dt className="text-muted-foreground">Fix</dt>
      <dd>{issue.fix}</dd>
    </dl>
  );
}

function IssuePages({ crawl, issue, onPage }: { crawl: Crawl; issue: CountedIssue; onPage: (no: number) => void }) {
  const query = useInfiniteQuery(crawlQueries.pages(crawl.id, { issue: issue.key }, PAGES));
  const file = useExport(crawlApi.pagesFile(crawl.id, { issue: issue.key }), `crawl-${issue.key}.csv`);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <QueryPanel query={query} fallback="Failed to load the pages." loading={<LoadingRows rows={3} className="p-0" />}>
        {(data) => (
          <ul aria-label={`Pages: ${issue.title}`} className="divide-y divide-border border-y border-border">
            {data.pages
              .flatMap(({ pages }) => pages)
              .map((page) => (
                <PageLine key={page.no} crawl={crawl} issue={issue} page={page} onPage={onPage} />
              ))}
          </ul>
        )}
      </QueryPanel>
      <div className="flex flex-wrap gap-2">
        {query.hasNextPage ? (
          <Button
            variant="outline"
            size="sm"
            needsNetwork
            busy={query.isFetchingNextPage}
            onClick={() => query.fetchNextPage()}
          >
            Load more pages
          </Button>
        ) : null}
        <Button variant="outline" size="sm" needsNetwork busy={file.isBusy} onClick={file.save}>
          <Download size={14} aria-hidden="true" />
          Export these pages
        </Button>
      </div>
    </div>
  );
}

function PageLine({
  crawl,
  issue,
  page,
  onPage,
}: {
  crawl: Crawl;
  issue: CountedIssue;
  page: CrawlPage;
  onPage: (no: number) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 py-2 text-[0.8125rem]">
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <button
          type="button"
          className="min-h-6 min-w-0 text-left wrap-anywhere hover:text-brand hover:underline"
          onClick={() => onPage(page.no)}
        >
          {shortUrl(page.url, crawl.url)}
        </button>
        <Button
          variant="link"
          size="inline"
          aria-expanded={isOpen}
          className="min-h-6"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide evidence' : 'Show evidence'}{' '}
          <span className="sr-only">of {shortUrl(page.url, crawl.url)}</span>
        </Button>
      </span>
      {isOpen ? <PageEvidence crawl={crawl} issue={issue} no={page.no} /> : null}
    </li>
  );
}

function PageEvidence({ crawl, issue, no }: { crawl: Crawl; issue: CountedIssue; no: number }) {
  const query = useQuery(crawlQueries.page(crawl.id, no));
  if (query.isPending) return <LoadingRows rows={1} className="p-0" />;
  if (query.isError) {
    return (
      <ErrorPanel
        error={query.error}
        fallback={errorText(query.error)}
        onRetry={() => query.refetch()}
        className="py-3"
      />
    );
  }
  const finding = query.data.findings.find((each) => each.issue === issue.key);
  if (!finding) return <p className="text-muted-foreground">No evidence is stored.</p>;
  return <Evidence name={issue.evidence} finding={finding} />;
}
