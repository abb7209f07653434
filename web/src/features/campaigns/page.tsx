import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { campaignQueries } from '@/api/campaigns';
import { CampaignsCard } from '@/components/campaigns/campaigns-card';
import { useCampaignUpdates } from '@/components/campaigns/use-campaign-updates';
import { KillSwitchButton, StoppedNotice } from '@/components/plans/kill-switch-card';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Button, ButtonLink } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { useShortcut } from '@/hooks/use-shortcut';
import { useWorkspaces } from '@/hooks/use-workspaces';

/** All campaigns. */
export default function CampaignsPage() {
  const query = useInfiniteQuery(campaignQueries.list());
  const canChange = useWorkspaces().current?.role !== 'viewer';
  const navigate = useNavigate();
  useCampaignUpdates();
  const create = () => canChange && void navigate('/campaigns/new');
  useShortcut({ id: 'launch', keys: 'l', label: 'New campaign', group: 'On this page', run: create });
  return (
    <>
      <PageHeader
        title="Campaigns"
        description="Rules that turn scored markets into sites, within a budget, until a goal."
        actions={
          <>
            <UpdatedStamp at={query.dataUpdatedAt} busy={query.isFetching} onRefresh={() => query.refetch()} />
            {canChange ? (
              <>
                <KillSwitchButton />
                <Button onClick={create}>
                  <Plus size={15} aria-hidden="true" />
                  New campaign
                </Button>
              </>
            ) : null}
          </>
        }
      />
      <StoppedNotice />
      <CampaignsCard
        canChange={canChange}
        actions={
          <ButtonLink to="/dominator/auto-deployment" variant="outline" size="sm">
            Rules and dry run
          </ButtonLink>
        }
      />
    </>
  );
}
