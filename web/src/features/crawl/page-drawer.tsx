import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  type Crawl,
  type CrawlFinding,
  type CrawlIssue,
  type CrawlPage,
  type CrawlPageFacts,
  crawlQueries,
} from '@/api/crawls';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Drawer } from '@/components/ui/dialog';
import { Fold } from '@/components/ui/fold';
import { formatBytes, formatDuration, formatNumber, formatPercent, NO_VALUE, plural } from '@/lib/format';
import { humanise } from '@/lib/words';
import { SEVERITIES, severityWord } from './crawl-words';
import { Evidence } from './evidence';
import { PageBadges } from './pages-table';
import { RenderedPart } from './rendered-part';

/** Facts, headings, redirects and findings of a page; closed without a number. */
export function PageDrawer({
  crawl,
  no,
  definitions,
  onClose,
}: {
  crawl: Crawl;
  no: number | null;
  definitions: readonly CrawlIssue[];
  onClose: () => void;
}) {
  const query = useQuery({ ...crawlQueries.page(crawl.id, no ?? 0), enabled: no !== null });
  const page = no === null ? undefined : query.data?.page;
  const isCompared = crawl.report !== null && crawl.report.added !== null;
  return (
    <Drawer
      open={no !== null}
      onClose={onClose}
      title={page ? (page.title ?? 'No title') : 'Page'}
      description={page ? <About page={page} isCompared={isCompared} /> : undefined}
      className="w-[min(36rem,100vw)]"
    >
      <QueryPanel query={query} fallback="Failed to load the page.">
        {({ page: shown, facts, findings }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 text-[0.8125rem]">
            <Figures page={shown} facts={facts} />
            <Findings findings={findings} definitions={definitions} isCompared={isCompared} />
            {facts.rendered === null ? null : (
              <Part title="HTML and rendered page">
                <RenderedPart page={facts.rendered} />
              </Part>
            )}
            <Redirects facts={facts} />
            <Headings facts={facts} />
            <Content page={shown} facts={facts} />
          </div>
        )}
      </QueryPanel>
    </Drawer>
  );
}

function About({ page, isCompared }: { page: CrawlPage; isCompared: boolean }) {
  return (
    <span className="grid gap-2">
      <a
        href={page.url}
        target="_blank"
        rel="noreferrer noopener"
        className="inline-flex max-w-full items-center gap-1.5 text-brand hover:underline"
      >
        <span className="wrap-anywhere">{page.url}</span>
        <ExternalLink size={12} aria-hidden="true" className="shrink-0" />
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
      <PageBadges page={page} isCompared={isCompared} />
    </span>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

/** Links of a page that the crawler reads at most. */
const MOST_LINKS = 10_000;

function outlinksText(count: CrawlPageFacts['outlinks']): string {
  const text = formatNumber(count, 0);
  return count !== null && count >= MOST_LINKS ? `${text} or more` : text;
}

function Figures({ page, facts }: { page: CrawlPage; facts: CrawlPageFacts }) {
  const figures: [string, string][] = [
    ['SEO score', page.score === null ? NO_VALUE : `${page.score} of 100`],
    ['Response', page.status === null ? NO_VALUE : formatDuration(page.responseMs)],
    ['Complete after', formatDuration(facts.totalMs)],
    ['Size', formatBytes(page.bytes)],
    ['Inlinks', formatNumber(page.inlinks, 0)],
    ['Outlinks', outlinksText(facts.outlinks)],
    ['PageRank', formatPercent(page.pageRank, 2)],
    ['Clicks from the start', formatNumber(facts.clickDepth, 0)],
    ['Words', formatNumber(page.words, 0)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="text-xs text-muted-foreground">{label}</dt>
          <dd className="tabular text-base font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Findings({
  findings,
  definitions,
  isCompared,
}: {
  findings: readonly CrawlFinding[];
  definitions: readonly CrawlIssue[];
  isCompared: boolean;
}) {
  const known = new Map(definitions.map((issue) => [issue.key, issue]));
  const rank = ({ issue }: CrawlFinding) => {
    const severity = known.get(issue)?.severity;
    return severity === undefined ? SEVERITIES.length : SEVERITIES.indexOf(severity);
  };
  const sorted = [...findings].sort((one, other) => rank(one) - rank(other));
  return (
    <Part title={findings.length === 0 ? 'Issues' : plural(findings.length, 'issue')}>
      {findings.length === 0 ? <p className="text-muted-foreground">No issues on this page.</p> : null}
      <ul className="divide-y divide-border">
        {sorted.map((finding) => {
          const issue = known.get(finding.issue);
          const word = issue ? severityWord(issue.severity) : null;
          return (
            <li key={finding.issue}>
              <Fold
                titleClassName="w-full"
                title={
                  <span className="inline-flex min-w-0 flex-wrap items-center gap-2">
                    {issue?.title ?? humanise(finding.issue)}
                    {word ? <Badge tone={word.tone}>{word.one}</Badge> : null}
                    {isCompared && finding.isNew ? <Badge tone="warning">New</Badge> : null}
                  </span>
                }
              >
                <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pl-5">
                  {issue ? <p>{issue.fix}</p> : null}
                  <Evidence name={issue?.evidence ?? 'Evidence'} finding={finding} />
                </div>
              </Fold>
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

function Redirects({ facts }: { facts: CrawlPageFacts }) {
  const chain = facts.redirectChain ?? [];
  if (chain.length === 0 && facts.redirect === null) return null;
  return (
    <Part title="Redirects">
      <ul className="grid gap-1 wrap-anywhere">
        {chain.map((url) => (
          <li key={url}>
            <span className="text-muted-foreground">From</span> {url}
          </li>
        ))}
        {facts.redirect === null ? null : (
          <li>
            <span className="text-muted-foreground">To</span> {facts.redirect}
          </li>
        )}
      </ul>
    </Part>
  );
}

function Headings({ facts: { headings } }: { facts: CrawlPageFacts }) {
  if (headings === null || headings.length === 0) return null;
  return (
    <Part title="Headings">
      <ol className="grid gap-1">
        {headings.map(({ level, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat and never change
          <li key={at} className="flex gap-2" style={{ paddingLeft: `${(level - 1) * 0.75}rem` }}>
            <span className="shrink-0 text-xs/5 text-muted-foreground">h{level}</span>
            <span className="min-w-0 wrap-anywhere">{text || 'No text'}</span>
          </li>
        ))}
      </ol>
    </Part>
  );
}

const ROBOTS: Record<string, string> = {
  allowed: 'Allowed',
  disallowed: 'Disallowed',
  unreachable: 'robots.txt does not answer',
};

function Content({ page, facts }: { page: CrawlPage; facts: CrawlPageFacts }) {
  const all: [string, string | null][] = [
    ['Failure', facts.failure === null ? null : humanise(facts.failure)],
    ['robots.txt', facts.robots === null ? null : (ROBOTS[facts.robots] ?? humanise(facts.robots))],
    ['Canonical URL', facts.canonical],
    ['Discovered from', facts.discoveredFrom],
    ['Steps from the start URL', formatNumber(page.depth, 0)],
    ['Content type', facts.contentType],
    ['Language', facts.language],
    ['Meta description', facts.description],
    ['Images', facts.images === null ? null : formatNumber(facts.images, 0)],
    ['Links', facts.links === null ? null : formatNumber(facts.links, 0)],
    ['Structured data', facts.types?.join(', ') || null],
    ['Start of the content', facts.excerpt],
  ];
  return (
    <Part title="Facts">
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
        {all.map(([name, text]) =>
          text === null ? null : (
            <div key={name} className="contents">
              <dt className="text-muted-foreground">{name}</dt>
              <dd className="wrap-anywhere">{text}</dd>
            </div>
          ),
        )}
      </dl>
    </Part>
  );
}
