import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { type Campaign, campaignQueries } from '@/api/campaigns';
import { ActionsLog } from '@/components/campaigns/actions-log';
import { BudgetGauge } from '@/components/campaigns/budget-gauge';
import { CampaignButtons } from '@/components/campaigns/campaign-buttons';
import { CampaignBadge, NextStep } from '@/components/campaigns/campaign-item';
import { isOpen, rulesText } from '@/components/campaigns/campaign-words';
import { DryRunView } from '@/components/campaigns/dry-run-view';
import { useCampaignUpdates } from '@/components/campaigns/use-campaign-updates';
import { KillSwitchButton, StoppedNotice } from '@/components/plans/kill-switch-card';
import { DominatorNav } from '@/components/sites/dominator-nav';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { useUrlState } from '@/hooks/use-url-state';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { cn } from '@/lib/cn';
import { OneSiteCard } from './one-site-card';
import { planOf, valuesOf } from './plan';

const DEFAULTS = { campaign: '' };

/** Rules of the campaigns, what they would have done in the last 30 days, and what they did. */
export default function AutoDeploymentPage() {
  const query = useInfiniteQuery(campaignQueries.list());
  const canChange = useWorkspaces().current?.role !== 'viewer';
  const [{ campaign: wanted }, setUrl] = useUrlState(DEFAULTS);
  useCampaignUpdates();
  const listed = query.data?.pages.flatMap(({ campaigns }) => campaigns) ?? [];
  const chosen = listed.find(({ id }) => id === wanted) ?? listed.find(isActive) ?? listed.find(isOpen) ?? listed[0];
  return (
    <>
      <DominatorNav />
      <PageHeader
        title="Auto deployment"
        description="Rules start sites for scored markets each day. Every site waits for your approval."
        actions={
          <>
            <UpdatedStamp at={query.dataUpdatedAt} busy={query.isFetching} onRefresh={() => query.refetch()} />
            {canChange ? (
              <>
                <KillSwitchButton />
                <ButtonLink to="/campaigns/new">New rule</ButtonLink>
              </>
            ) : null}
          </>
        }
      />
      <StoppedNotice />
      <QueryPanel
        query={query}
        fallback="Failed to load the rules."
        loading={<LoadingRows rows={8} />}
        isEmpty={({ pages }) => pages.every(({ campaigns }) => campaigns.length === 0)}
        empty={<NoRules canChange={canChange} />}
      >
        {() => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <Card aria-label="Rules">
              <CardHeader
                title="Rules"
                description="Each campaign has its own rules and budget. Choose one to see its dry run and its log."
                className="pb-4"
              />
              <ul className="divide-y divide-border border-t border-border">
                {listed.map((campaign) => (
                  <Rule
                    key={campaign.id}
                    campaign={campaign}
                    isChosen={campaign.id === chosen?.id}
                    canChange={canChange}
                    onChoose={() => setUrl({ campaign: campaign.id })}
                  />
                ))}
              </ul>
              {query.hasNextPage ? (
                <div className="border-t border-border p-3 text-center">
                  <Button
                    variant="outline"
                    size="sm"
                    needsNetwork
                    busy={query.isFetchingNextPage}
                    onClick={() => query.fetchNextPage()}
                  >
                    Load more
                  </Button>
                </div>
              ) : null}
            </Card>
            {chosen ? <Chosen campaign={chosen} canChange={canChange} /> : null}
          </div>
        )}
      </QueryPanel>
      {canChange && !query.isPending ? (
        <div className="mt-6">
          <OneSiteCard />
        </div>
      ) : null}
    </>
  );
}

/** A campaign that starts sites says most: its log is filled. */
const isActive = ({ status }: Campaign) => status === 'active';

function NoRules({ canChange }: { canChange: boolean }) {
  return (
    <Card>
      <EmptyPanel
        icon={ListChecks}
        title="No rules yet"
        text="Create a campaign: its rules decide which markets get a site, and its dry run shows what they would have done."
        action={
          canChange ? (
            <ButtonLink to="/campaigns/new" variant="outline" size="sm">
              Create campaign
            </ButtonLink>
          ) : null
        }
      />
    </Card>
  );
}

function Rule({
  campaign,
  isChosen,
  canChange,
  onChoose,
}: {
  campaign: Campaign;
  isChosen: boolean;
  canChange: boolean;
  onChoose: () => void;
}) {
  return (
    <li
      className={cn(
        'grid grid-cols-[minmax(0,1fr)] gap-3 px-5 py-4',
        isChosen && 'bg-muted/60 shadow-[inset_3px_0_0_var(--primary)]',
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2.5">
            <button
              type="button"
              aria-pressed={isChosen}
              className="min-h-6 text-left font-medium wrap-anywhere underline-offset-4 hover:underline"
              onClick={onChoose}
            >
              {campaign.name}
            </button>
            <CampaignBadge campaign={campaign} />
          </p>
          <p className="mt-1 max-w-3xl text-[0.8125rem]">{rulesText(campaign)}</p>
          <p className="mt-0.5 text-xs text-muted-foreground">
            <NextStep campaign={campaign} />
          </p>
        </div>
        {canChange ? <CampaignButtons campaign={campaign} /> : null}
      </div>
      <div className="max-w-md">
        <BudgetGauge campaign={campaign} />
      </div>
    </li>
  );
}

/** Dry run and log of the chosen campaign. */
function Chosen({ campaign, canChange }: { campaign: Campaign; canChange: boolean }) {
  const dryRun = useQuery({ ...campaignQueries.dryRun(planOf(valuesOf(campaign))), enabled: canChange });
  return (
    <>
      <Card aria-label="Dry run">
        <CardHeader
          title={`Dry run of ${campaign.name}`}
          description="What its rules would have done in the last 30 days. Nothing is written."
          actions={
            <UpdatedStamp at={dryRun.dataUpdatedAt} busy={dryRun.isFetching} onRefresh={() => dryRun.refetch()} />
          }
        />
        <CardBody>
          {canChange ? (
            <QueryPanel
              query={dryRun}
              fallback="Failed to run the rules."
              loading={<LoadingRows rows={6} className="p-0" />}
            >
              {(data) => <DryRunView dryRun={data} />}
            </QueryPanel>
          ) : (
            <p className="text-[0.8125rem] text-muted-foreground">
              You can view campaigns. Ask an editor for a dry run.
            </p>
          )}
        </CardBody>
      </Card>
      <Card aria-label="Audit log">
        <CardHeader
          title={`Audit log of ${campaign.name}`}
          description="What its steps did, and why. Entries are never changed."
          className="pb-4"
          actions={
            <ButtonLink to={`/campaigns/${campaign.id}`} variant="outline" size="sm">
              Open the campaign
            </ButtonLink>
          }
        />
        <ActionsLog id={campaign.id} />
      </Card>
    </>
  );
}
