import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Pause, Play, Rocket } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { campaignQueries } from '@/api/campaigns';
import { type Deployment, deploymentApi, deploymentQueries } from '@/api/deployments';
import { errorText } from '@/api/errors';
import type { PipelineStatus } from '@/api/pipeline';
import { pipelineQueries } from '@/api/pipeline';
import { CampaignsCard } from '@/components/campaigns/campaigns-card';
import { useCampaignUpdates } from '@/components/campaigns/use-campaign-updates';
import { KillSwitchButton, StoppedNotice } from '@/components/plans/kill-switch-card';
import { isAtWork } from '@/components/sites/site-words';
import { FirstLoad } from '@/components/states/first-load';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { useShortcut } from '@/hooks/use-shortcut';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { toastFailure } from '@/lib/failed';
import { formatNumber, plural } from '@/lib/format';
import { navigation } from '@/lib/strings';
import { showToast } from '@/lib/toast';
import { BatchDialog } from './batch-dialog';
import { DeploymentsCard } from './deployments-card';
import { useRefreshDeployments } from './use-deployment-actions';

/** Control of all campaigns and deployments: launch, pause and resume all, and the kill switch. */
export default function ControlPage() {
  const deployments = useInfiniteQuery(deploymentQueries.list());
  const status = useQuery(pipelineQueries.status());
  const campaigns = useInfiniteQuery(campaignQueries.list());
  const canChange = useWorkspaces().current?.role !== 'viewer';
  const [isDeploying, setDeploying] = useState(false);
  const navigate = useNavigate();
  useCampaignUpdates();
  const launch = () => canChange && void navigate('/campaigns/new');
  useShortcut({ id: 'launch', keys: 'l', label: 'Launch a campaign', group: 'On this page', run: launch });
  const all = deployments.data?.pages.flatMap((page) => page.deployments) ?? [];
  return (
    <>
      <PageHeader
        title={navigation.domination}
        description="Launch campaigns, hold their deployments, or stop every execution."
        actions={
          <>
            <UpdatedStamp
              at={deployments.dataUpdatedAt}
              busy={deployments.isFetching}
              onRefresh={() => Promise.all([deployments.refetch(), status.refetch()])}
            />
            {canChange ? (
              <>
                <KillSwitchButton />
                <Button needsNetwork onClick={launch}>
                  <Rocket size={15} aria-hidden="true" />
                  Launch campaign
                </Button>
              </>
            ) : null}
          </>
        }
      />
      <StoppedNotice />
      <FirstLoad queries={[status, campaigns, deployments]}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <QueryPanel query={status} fallback="Failed to load the deployment status.">
            {(data) => <Stages status={data} />}
          </QueryPanel>
          <CampaignsCard
            canChange={canChange}
            actions={
              <ButtonLink to="/dominator/auto-deployment" variant="outline" size="sm">
                Rules and dry run
              </ButtonLink>
            }
          />
          <DeploymentsCard
            canChange={canChange}
            emptyText="Launch a campaign, deploy a batch of the best markets, or choose single ones in goldmine deployment."
            actions={
              <>
                {canChange ? <HoldAll deployments={all} /> : null}
                {canChange ? (
                  <Button variant="outline" size="sm" needsNetwork onClick={() => setDeploying(true)}>
                    Deploy a batch
                  </Button>
                ) : null}
                <ButtonLink to="/dominator/goldmine-deployment" variant="outline" size="sm">
                  Choose markets
                </ButtonLink>
              </>
            }
          />
        </div>
      </FirstLoad>
      <BatchDialog open={isDeploying} limits={deployments.data?.pages[0]?.limits} onClose={() => setDeploying(false)} />
    </>
  );
}

const STAGES = [
  { stage: 'score', label: 'Scored, without a site' },
  { stage: 'build', label: 'In build, up to approval' },
  { stage: 'deploy', label: 'Being deployed' },
  { stage: 'revenue', label: 'Live' },
] as const;

/** Number of markets in each stage of the pipeline. */
function Stages({ status }: { status: PipelineStatus }) {
  return (
    <Card aria-label="Markets by stage">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-border sm:grid-cols-4">
        {STAGES.map(({ stage, label }) => (
          <div key={stage} className="bg-card px-5 py-4">
            <dt className="text-xs text-muted-foreground">{label}</dt>
            <dd className="tabular mt-1 text-xl font-semibold">{formatNumber(status.stages[stage], 0)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Pauses all deployments at work, or resumes all paused ones. */
function HoldAll({ deployments }: { deployments: readonly Deployment[] }) {
  const refresh = useRefreshDeployments();
  const active = deployments.filter(({ status }) => isAtWork(status) && status !== 'paused');
  const paused = deployments.filter(({ status }) => status === 'paused');
  const hold = useMutation({
    mutationFn: (step: 'pause' | 'resume') =>
      Promise.all((step === 'pause' ? active : paused).map(({ id }) => deploymentApi.act(id, step))),
    onSuccess: (done, step) =>
      showToast({ title: `${plural(done.length, 'deployment')} ${step === 'pause' ? 'paused' : 'resumed'}` }),
    onError: (error) => toastFailure('Not all deployments were changed', errorText(error)),
    onSettled: refresh,
  });
  if (active.length > 0) {
    return (
      <Button needsNetwork variant="outline" size="sm" busy={hold.isPending} onClick={() => hold.mutate('pause')}>
        <Pause size={14} aria-hidden="true" />
        Pause all
      </Button>
    );
  }
  if (paused.length === 0) return null;
  return (
    <Button needsNetwork variant="outline" size="sm" busy={hold.isPending} onClick={() => hold.mutate('resume')}>
      <Play size={14} aria-hidden="true" />
      Resume all
    </Button>
  );
}
