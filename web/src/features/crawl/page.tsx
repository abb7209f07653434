import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { type Crawl, crawlQueries } from '@/api/crawls';
import type { Website } from '@/api/types';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { WebsiteSwitcher } from '@/components/websites/website-switcher';
import { useCurrentWebsite } from '@/hooks/use-current-website';
import { CrawlButton } from './crawl-button';
import { isUnderWay } from './crawl-words';
import { HistoryCard } from './history-card';
import { NewCrawlDialog } from './new-crawl-dialog';
import { Report } from './report';
import { ScheduleCard } from './schedule-card';
import { CrawlSkeleton } from './skeleton';
import { StateCard } from './state-card';
import { SwitchedOffNotice } from './switched-off-notice';
import { type Starter, useStarter } from './use-starter';

/** The latest crawl of the current website. */
export default function CrawlPage() {
  const { query, websites, current, choose } = useCurrentWebsite();
  const crawls = useInfiniteQuery({ ...crawlQueries.list(current?.id ?? ''), enabled: current !== null });
  const starter = useStarter(current);
  const latest = crawls.data?.pages[0]?.crawls[0];
  return (
    <>
      <PageHeader
        title="Crawl"
        description="Your website as search engines find it: issues, pages and the access of AI crawlers."
        actions={
          <>
            <WebsiteSwitcher websites={websites} current={current} pending={query.isPending} onChoose={choose} />
            <UpdatedStamp at={crawls.dataUpdatedAt} busy={crawls.isFetching} onRefresh={() => crawls.refetch()} />
            {latest && isUnderWay(latest) ? null : <CrawlButton starter={starter} />}
          </>
        }
      />
      <QueryPanel query={query} fallback="Failed to load the websites." loading={<CrawlSkeleton />}>
        {() =>
          current ? (
            <>
              <NewCrawlDialog website={current} starter={starter} />
              <QueryPanel query={crawls} fallback="Failed to load the crawls." loading={<CrawlSkeleton />}>
                {() => <Content key={current.id} website={current} query={crawls} starter={starter} />}
              </QueryPanel>
            </>
          ) : (
            <NoWebsite />
          )
        }
      </QueryPanel>
    </>
  );
}

type Crawls = UseInfiniteQueryResult<{ pages: { crawls: Crawl[] }[] }>;

/** State of the latest crawl, the latest result, and the history. */
function Content({ website, query, starter }: { website: Website; query: Crawls; starter: Starter }) {
  const crawls = query.data?.pages.flatMap((page) => page.crawls) ?? [];
  const latest = crawls[0];
  const complete = crawls.find(({ report }) => report !== null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <SwitchedOffNotice starter={starter} />
      {latest ? null : <NoCrawl website={website} starter={starter} />}
      {latest && latest.report === null ? <StateCard crawl={latest} starter={starter} /> : null}
      {complete ? <Report key={complete.id} crawl={complete} /> : null}
      {website.simulated ? null : <ScheduleCard website={website} latest={latest ?? null} starter={starter} />}
      {latest ? <HistoryCard query={query} crawls={crawls} shownId={complete?.id} starter={starter} /> : null}
    </div>
  );
}

function NoCrawl({ website, starter }: { website: Website; starter: Starter }) {
  return (
    <Card aria-label="First crawl">
      <EmptyPanel
        title={`No crawl of ${website.host} yet`}
        text="A crawl fetches the pages as robots.txt allows. You then see what keeps search engines and visitors from them, why it matters and how to fix it, and what AI crawlers may read."
        action={<CrawlButton starter={starter} label={`Crawl ${website.host}`} />}
      />
      {website.simulated ? (
        <Callout tone="warning" title="This is the sample website" className="mx-5 mb-5">
          <p>It has no pages that could be fetched. Choose or add your own website.</p>
        </Callout>
      ) : null}
    </Card>
  );
}

function NoWebsite() {
  return (
    <Card>
      <EmptyPanel
        title="No website yet"
        text="Add a website to crawl it."
        action={
          <ButtonLink to="/projects/new" size="sm">
            Add a website
          </ButtonLink>
        }
      />
    </Card>
  );
}
