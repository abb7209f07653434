import { useNavigate } from 'react-router';
import type { Keyword } from '@/api/types';
import { EmptyPanel, ErrorPanel, LoadingRows } from '@/components/states/panels';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { WebsiteSwitcher } from '@/components/websites/website-switcher';
import { useCurrentWebsite, withWebsite } from '@/hooks/use-current-website';
import { useUrlState } from '@/hooks/use-url-state';
import { useKeywordResult } from './use-keyword-run';
import { WinsView } from './wins-view';

const DEFAULTS = { win: '' };

/** Quick wins of a website on their own page. */
export default function QuickWinsPage() {
  const { query, websites, current, choose } = useCurrentWebsite();
  return (
    <>
      <PageHeader
        title="Quick wins"
        description="Keywords that can gain clicks with little effort, each backed by a statistical test."
        actions={
          <>
            <ButtonLink to="/quick-rank" variant="outline">
              Audit a page
            </ButtonLink>
            <WebsiteSwitcher websites={websites} current={current} pending={query.isPending} onChoose={choose} />
          </>
        }
      />
      {query.isPending ? <LoadingRows rows={6} /> : null}
      {query.isError && !query.data ? (
        <ErrorPanel error={query.error} fallback="Failed to load the websites." onRetry={() => query.refetch()} />
      ) : null}
      {query.data && !current?.lastImportAt ? <NoData to={withWebsite('/keyword-finder', current?.id)} /> : null}
      {current?.lastImportAt ? <Wins key={current.id} websiteId={current.id} /> : null}
    </>
  );
}

function Wins({ websiteId }: { websiteId: string }) {
  const { current } = useCurrentWebsite();
  const { query, missing } = useKeywordResult(websiteId);
  const [{ win }, setState] = useUrlState(DEFAULTS);
  const navigate = useNavigate();
  if (query.isPending) return <LoadingRows rows={6} />;
  if (missing || !current) return <NotRun to={withWebsite('/keyword-finder', websiteId)} />;
  if (query.isError)
    return <ErrorPanel error={query.error} fallback="Failed to load the quick wins." onRetry={() => query.refetch()} />;
  const open = ({ id, query: text }: Keyword) => {
    const address = `/keyword-finder?q=${encodeURIComponent(text)}&row=${encodeURIComponent(id)}`;
    navigate(withWebsite(address, websiteId));
  };
  return <WinsView website={current} kind={win} onKind={(kind) => setState({ win: kind })} onOpen={open} />;
}

function NoData({ to }: { to: string }) {
  return (
    <Card>
      <EmptyPanel
        title="No search data yet"
        text="Quick wins come from your own positions and clicks. Import a Search Console export."
        action={<ButtonLink to={to}>Import data</ButtonLink>}
      />
    </Card>
  );
}

function NotRun({ to }: { to: string }) {
  return (
    <Card>
      <EmptyPanel
        title="Not analysed yet"
        text="Run the keyword engine. Its quick wins appear here."
        action={<ButtonLink to={to}>Run analysis</ButtonLink>}
      />
    </Card>
  );
}
