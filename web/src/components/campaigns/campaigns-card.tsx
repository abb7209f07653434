import { useInfiniteQuery } from '@tanstack/react-query';
import { Target } from 'lucide-react';
import type { ReactNode } from 'react';
import { campaignQueries } from '@/api/campaigns';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { ButtonLink } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { LoadMore } from '@/components/ui/load-more';
import { CampaignItem } from './campaign-item';

/** Campaigns, the newest first, with their stages and budgets. */
export function CampaignsCard({ canChange, actions }: { canChange: boolean; actions?: ReactNode }) {
  const query = useInfiniteQuery(campaignQueries.list());
  return (
    <Card aria-label="Campaigns">
      <CardHeader
        title="Campaigns"
        description="Each starts sites by its rules, within its budget, until its goal. You approve every site."
        actions={actions}
      />
      <QueryPanel
        query={query}
        fallback="Failed to load the campaigns."
        isEmpty={({ pages }) => pages.every(({ campaigns }) => campaigns.length === 0)}
        empty={
          <EmptyPanel
            icon={Target}
            title="No campaigns yet"
            text="A campaign turns scored markets into sites by rules and within a budget."
            className="py-8"
            action={
              canChange ? (
                <ButtonLink to="/campaigns/new" variant="outline" size="sm">
                  Create campaign
                </ButtonLink>
              ) : null
            }
          />
        }
      >
        {({ pages }) => (
          <>
            <ul className="mt-3 divide-y divide-border border-t border-border">
              {pages
                .flatMap(({ campaigns }) => campaigns)
                .map((campaign) => (
                  <CampaignItem key={campaign.id} campaign={campaign} canChange={canChange} />
                ))}
            </ul>
            <LoadMore query={query} />
          </>
        )}
      </QueryPanel>
    </Card>
  );
}
