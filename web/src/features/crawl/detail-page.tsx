import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { type Crawl, crawlQueries } from '@/api/crawls';
import { websiteQueries } from '@/api/websites';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { LOADING_LINE, PageHeader } from '@/components/ui/page-header';
import { withWebsite } from '@/hooks/use-current-website';
import { formatDateTime } from '@/lib/format';
import { CrawlButton } from './crawl-button';
import { HistoryCard } from './history-card';
import { NewCrawlDialog } from './new-crawl-dialog';
import { Report } from './report';
import { CrawlSkeleton } from './skeleton';
import { StateCard } from './state-card';
import { SwitchedOffNotice } from './switched-off-notice';
import { type Starter, useStarter } from './use-starter';

/** A crawl. */
export default function CrawlDetailPage() {
  const { id = '' } = useParams();
  const query = useQuery(crawlQueries.detail(id));
  const websites = useQuery(websiteQueries.list());
  const website = websites.data?.find((each) => each.id === query.data?.websiteId) ?? null;
  const starter = useStarter(website);
  return (
    <>
      <PageHeader
        eyebrow={
          <Link to={withWebsite('/crawl', query.data?.websiteId)} className="hover:text-foreground">
            Crawl
          </Link>
        }
        title={query.data ? `Crawl of ${formatDateTime(query.data.createdAt)}` : 'Crawl'}
        description={query.data?.url ?? (query.isPending ? LOADING_LINE : undefined)}
        actions={
          <>
            <UpdatedStamp at={query.dataUpdatedAt} busy={query.isFetching} onRefresh={() => query.refetch()} />
            <CrawlButton starter={starter} />
          </>
        }
      />
      {website ? <NewCrawlDialog website={website} starter={starter} /> : null}
      <QueryPanel query={query} fallback="Failed to load the crawl." loading={<CrawlSkeleton />}>
        {(crawl) => <Content key={crawl.id} crawl={crawl} starter={starter} />}
      </QueryPanel>
    </>
  );
}

function Content({ crawl, starter }: { crawl: Crawl; starter: Starter }) {
  const list = useInfiniteQuery(crawlQueries.list(crawl.websiteId));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <SwitchedOffNotice starter={starter} />
      {crawl.report === null ? <StateCard crawl={crawl} starter={starter} /> : <Report crawl={crawl} />}
      <QueryPanel query={list} fallback="Failed to load the crawls.">
        {({ pages }) => (
          <HistoryCard
            query={list}
            crawls={pages.flatMap((page) => page.crawls)}
            shownId={crawl.report === null ? undefined : crawl.id}
            starter={starter}
          />
        )}
      </QueryPanel>
    </div>
  );
}
