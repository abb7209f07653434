import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { campaignApi, campaignQueries } from '@/api/campaigns';
import { StoppedNotice } from '@/components/plans/kill-switch-card';
import { LoadingRows, PermissionPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { useAuth } from '@/hooks/use-auth';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { EMPTY, valuesOf } from './plan';
import { Wizard } from './wizard';

/** Whose drafts are stored; null while the user is unknown. */
function ownerOf(user: { id: string } | null, workspace: { id: string } | null): string | null {
  return user === null ? null : `${user.id}.${workspace?.id ?? ''}`;
}

/** Goal, targets, budget and review of a new campaign. */
export default function NewCampaignPage() {
  const { user } = useAuth();
  const { current } = useWorkspaces();
  const queries = useQueryClient();
  const owner = ownerOf(user, current);
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader
        title="New campaign"
        description="A campaign turns scored markets into sites by rules, within a budget, until its goal."
      />
      <StoppedNotice />
      {current?.role === 'viewer' ? (
        <Card>
          <PermissionPanel />
        </Card>
      ) : owner === null ? (
        <LoadingRows rows={8} />
      ) : (
        <Wizard
          key={owner}
          owner={owner}
          draftId="new"
          initial={EMPTY}
          save={async (plan) => {
            const created = await campaignApi.create(plan);
            await queries.invalidateQueries({ queryKey: ['campaigns', 'list'] });
            return created;
          }}
        />
      )}
    </div>
  );
}

/** The same steps for a draft or a paused campaign. */
export function EditCampaignPage() {
  const { id = '' } = useParams();
  const { user } = useAuth();
  const { current } = useWorkspaces();
  const queries = useQueryClient();
  const query = useQuery(campaignQueries.detail(id));
  const owner = ownerOf(user, current);
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader
        title={query.data ? `Edit ${query.data.name}` : 'Edit campaign'}
        description="Changes apply from its next step on."
      />
      <QueryPanel query={query} fallback="Failed to load the campaign." loading={<LoadingRows rows={8} />}>
        {(campaign) =>
          (campaign.status === 'draft' || campaign.status === 'paused') &&
          current?.role !== 'viewer' &&
          owner !== null ? (
            <Wizard
              key={`${owner} ${id}`}
              owner={owner}
              draftId={id}
              isPaused={campaign.status === 'paused'}
              initial={valuesOf(campaign)}
              save={async (plan) => {
                const changed = await campaignApi.change(id, plan);
                await queries.invalidateQueries({ queryKey: ['campaigns'] });
                return changed;
              }}
            />
          ) : (
            <Callout
              tone="warning"
              title="This campaign cannot be edited"
              action={
                <ButtonLink to={`/campaigns/${id}`} variant="outline" size="sm">
                  Open the campaign
                </ButtonLink>
              }
            >
              Only a draft and a paused campaign can be edited, by an editor of the workspace.
            </Callout>
          )
        }
      </QueryPanel>
    </div>
  );
}
