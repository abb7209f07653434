import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { type Campaign, campaignQueries } from '@/api/campaigns';
import { isNotFound } from '@/api/errors';
import { marketQueries } from '@/api/market-data';
import { ActionsLog } from '@/components/campaigns/actions-log';
import { BudgetGauge } from '@/components/campaigns/budget-gauge';
import { CampaignButtons } from '@/components/campaigns/campaign-buttons';
import { CampaignFacts } from '@/components/campaigns/campaign-facts';
import { CampaignBadge, CampaignMoney, NextStep } from '@/components/campaigns/campaign-item';
import { DECISION_WORDS, decisionState } from '@/components/campaigns/campaign-words';
import { StageBars } from '@/components/campaigns/stage-bars';
import { useDeleteCampaign } from '@/components/campaigns/use-campaign-action';
import { useCampaignUpdates } from '@/components/campaigns/use-campaign-updates';
import { KillSwitchButton, StoppedNotice } from '@/components/plans/kill-switch-card';
import { NotFound } from '@/components/states/not-found';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Choice } from '@/components/ui/choice';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { LOADING_LINE, PageHeader } from '@/components/ui/page-header';
import { useUrlState } from '@/hooks/use-url-state';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { oneOf } from '@/lib/one-of';
import { BurnDown } from './burn-down';
import { GoalProgress } from './goal-progress';

const DEFAULTS = { decision: '' };

/** A campaign: its goal, stages, budget, rules, and the log of its decisions. */
export default function CampaignPage() {
  const { id = '' } = useParams();
  const query = useQuery(campaignQueries.detail(id));
  const canChange = useWorkspaces().current?.role !== 'viewer';
  useCampaignUpdates();
  if (query.isError && isNotFound(query.error)) return <NotFound />;
  return (
    <>
      <PageHeader
        title={query.data?.name ?? 'Campaign'}
        eyebrow={
          <Link to="/campaigns" className="hover:text-foreground">
            Campaigns
          </Link>
        }
        description={query.data ? <NextStep campaign={query.data} /> : query.isPending ? LOADING_LINE : undefined}
        actions={
          <>
            <UpdatedStamp at={query.dataUpdatedAt} busy={query.isFetching} onRefresh={() => query.refetch()} />
            {canChange ? <KillSwitchButton /> : null}
          </>
        }
      />
      <StoppedNotice />
      <QueryPanel query={query} fallback="Failed to load the campaign." loading={<LoadingRows rows={8} />}>
        {(campaign) => <Panels campaign={campaign} canChange={canChange} />}
      </QueryPanel>
    </>
  );
}

function Panels({ campaign, canChange }: { campaign: Campaign; canChange: boolean }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Card aria-label="Status">
        <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <CampaignBadge campaign={campaign} />
            {canChange ? <Steps campaign={campaign} /> : null}
          </div>
          <div className="grid gap-x-8 gap-y-5 lg:grid-cols-3">
            <GoalProgress campaign={campaign} />
            <StageBars campaign={campaign} />
            <BudgetGauge campaign={campaign} />
          </div>
          <CampaignMoney campaign={campaign} />
        </CardBody>
      </Card>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
        <PlanCard campaign={campaign} />
        <Card aria-label="Budget">
          <CardBody>
            <BurnDown campaign={campaign} />
          </CardBody>
        </Card>
      </div>
      <LogCard campaign={campaign} />
    </div>
  );
}

function Steps({ campaign }: { campaign: Campaign }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const remove = useDeleteCampaign(campaign, () => void navigate('/campaigns'));
  const isDraft = campaign.status === 'draft';
  const canDelete = isDraft || campaign.status === 'finished' || campaign.status === 'stopped';
  return (
    <div className="flex flex-wrap gap-2">
      {isDraft || campaign.status === 'paused' ? (
        <ButtonLink to={`/campaigns/${campaign.id}/edit`} variant="outline" size="sm">
          Edit
        </ButtonLink>
      ) : null}
      {canDelete ? (
        <Button size="sm" variant="outline" needsNetwork onClick={() => setAsking(true)}>
          Delete
        </Button>
      ) : null}
      <CampaignButtons campaign={campaign} isMain />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
        busy={remove.isPending}
        title={`Delete ${campaign.name}?`}
        text="The campaign and its log are deleted. Its sites and their revenue stay."
        action="Delete campaign"
      />
    </div>
  );
}

function PlanCard({ campaign }: { campaign: Campaign }) {
  const verticals = useQuery(marketQueries.verticals());
  return (
    <Card aria-label="Plan">
      <CardHeader
        title="Plan"
        actions={
          <ButtonLink to={`/dominator/auto-deployment?campaign=${campaign.id}`} variant="outline" size="sm">
            Dry run
          </ButtonLink>
        }
      />
      <CardBody>
        <CampaignFacts plan={campaign} verticals={verticals.data ?? []} />
      </CardBody>
    </Card>
  );
}

function LogCard({ campaign }: { campaign: Campaign }) {
  const [{ decision }, setUrl] = useUrlState(DEFAULTS);
  const known = oneOf(DECISION_WORDS, decision);
  return (
    <Card aria-label="Log">
      <CardHeader
        title="Log"
        description="Decisions of each step with their reasons, the latest first. Entries are never changed."
        className="pb-4"
        actions={
          <Choice
            label="Decision"
            any="All decisions"
            value={decision}
            options={DECISION_WORDS.map((value) => ({ value, label: decisionState(value).label }))}
            onChange={(value) => setUrl({ decision: value })}
          />
        }
      />
      <ActionsLog id={campaign.id} filter={known ? { decision: known } : {}} />
    </Card>
  );
}
