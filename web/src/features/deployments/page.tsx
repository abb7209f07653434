import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { deploymentQueries } from '@/api/deployments';
import { type PipelineMarket, pipelineQueries } from '@/api/pipeline';
import { siteQueries } from '@/api/sites';
import { StoppedNotice } from '@/components/plans/kill-switch-card';
import { DominatorNav } from '@/components/sites/dominator-nav';
import { OperatorNotice } from '@/components/sites/operator-notice';
import { useSiteUpdates } from '@/components/sites/use-site-updates';
import { LoadingRows, PermissionPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { useUrlState } from '@/hooks/use-url-state';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { DeploymentsCard } from './deployments-card';
import { CHOICE_DEFAULTS, pickedOf } from './market-filter';
import { MarketsCard } from './markets-card';
import { PlanCard } from './plan-card';

/** From scored markets to sites: choose markets, a theme and a target; then follow and approve the deployment. */
export default function GoldmineDeploymentPage() {
  const canChange = useWorkspaces().current?.role !== 'viewer';
  useSiteUpdates();
  return (
    <>
      <DominatorNav />
      <PageHeader
        title="Goldmine deployment"
        description="Turn scored markets into sites. Each is built and checked first; you approve it before it is public."
        actions={
          <ButtonLink to="/dominator/opportunity-discovery" variant="outline">
            Find markets
          </ButtonLink>
        }
      />
      <StoppedNotice />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {canChange ? (
          <>
            <OperatorNotice />
            <Plan />
          </>
        ) : (
          <Card>
            <PermissionPanel />
          </Card>
        )}
        <DeploymentsCard
          canChange={canChange}
          emptyText="Choose markets above. Their deployment appears here with its progress and its errors."
        />
      </div>
    </>
  );
}

/** Markets of the pipeline that have a score and no site yet. */
function scoredOf(markets: readonly PipelineMarket[]): PipelineMarket[] {
  return markets.filter(({ stage }) => stage === 'score');
}

function Plan() {
  const [choice, setChoice] = useUrlState(CHOICE_DEFAULTS);
  const markets = useQuery(pipelineQueries.markets());
  const operator = useQuery(siteQueries.operator());
  const deployments = useInfiniteQuery(deploymentQueries.list());
  const scored = scoredOf(markets.data ?? []);
  const picked = new Set(pickedOf(choice));
  const chosen = scored.filter(({ id }) => picked.has(id));
  const setPicked = (ids: readonly string[]) => setChoice({ pick: ids.join(',') });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <Card aria-label="Markets">
        <QueryPanel query={markets} fallback="Failed to load the markets." loading={<LoadingRows rows={8} />}>
          {() => (
            <MarketsCard markets={scored} choice={choice} picked={picked} onChoice={setChoice} onPick={setPicked} />
          )}
        </QueryPanel>
      </Card>
      <PlanCard
        markets={chosen}
        isReady={operator.data?.missing.length === 0}
        limits={deployments.data?.pages[0]?.limits}
        onStarted={() => setPicked([])}
      />
    </div>
  );
}
