import { useQuery } from '@tanstack/react-query';
import { type Crawl, crawlQueries } from '@/api/crawls';
import { QueryPanel } from '@/components/states/query-panel';
import { Skeleton } from '@/components/ui/skeleton';
import { useUrlState } from '@/hooks/use-url-state';
import { AiCard } from './ai-card';
import { AiDirectoriesCard } from './ai-directories-card';
import { countedIssues } from './issue-groups';
import { IssuesCard } from './issues-card';
import { PageDrawer } from './page-drawer';
import { PagesCard } from './pages-card';
import { SummaryCard } from './summary-card';

const DEFAULTS = { page: '' };

/** Result of a complete crawl: answer, issues, pages, AI crawlers. */
export function Report({ crawl }: { crawl: Crawl }) {
  const [{ page }, setUrl] = useUrlState(DEFAULTS);
  const definitions = useQuery(crawlQueries.issues());
  const { report } = crawl;
  if (report === null) return null;
  const openPage = (no: number) => setUrl({ page: String(no) }, { replace: false });
  return (
    <>
      <QueryPanel query={definitions} fallback="Failed to load the list of issues." loading={<ReportSkeleton />}>
        {(all) => {
          const issues = countedIssues(report, all);
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
              <SummaryCard crawl={crawl} report={report} issues={issues} />
              <IssuesCard crawl={crawl} report={report} issues={issues} onPage={openPage} />
            </div>
          );
        }}
      </QueryPanel>
      <PagesCard crawl={crawl} report={report} onPage={openPage} />
      {report.ai ? <AiCard ai={report.ai} /> : null}
      <AiDirectoriesCard crawl={crawl} />
      <PageDrawer
        crawl={crawl}
        no={/^\d+$/.test(page) ? Number(page) : null}
        definitions={definitions.data ?? []}
        onClose={() => setUrl({ page: '' })}
      />
    </>
  );
}

function ReportSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-6">
      <Skeleton className="h-88 rounded-lg sm:h-64 xl:h-48" />
      <Skeleton className="h-160 rounded-lg" />
    </div>
  );
}
