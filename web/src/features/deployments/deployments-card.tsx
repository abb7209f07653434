import { useInfiniteQuery } from '@tanstack/react-query';
import { Rocket } from 'lucide-react';
import type { ReactNode } from 'react';
import { deploymentQueries } from '@/api/deployments';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Card, CardHeader } from '@/components/ui/card';
import { LoadMore } from '@/components/ui/load-more';
import { DeploymentItem } from './deployment-item';

/** Deployments, the newest first, with their progress and what a person can do. */
export function DeploymentsCard({
  canChange,
  emptyText,
  actions,
}: {
  canChange: boolean;
  emptyText: string;
  actions?: ReactNode;
}) {
  const query = useInfiniteQuery(deploymentQueries.list());
  return (
    <Card aria-label="Deployments">
      <CardHeader
        title="Deployments"
        description="Each builds its sites, waits for your approval, and deploys them."
        actions={actions}
      />
      <QueryPanel
        query={query}
        fallback="Failed to load the deployments."
        isEmpty={({ pages }) => pages.every(({ deployments }) => deployments.length === 0)}
        empty={<EmptyPanel icon={Rocket} title="No deployments yet" text={emptyText} className="py-8" />}
      >
        {({ pages }) => (
          <>
            <ul className="mt-3 divide-y divide-border border-t border-border">
              {pages
                .flatMap(({ deployments }) => deployments)
                .map((deployment) => (
                  <DeploymentItem key={deployment.id} deployment={deployment} canChange={canChange} />
                ))}
            </ul>
            <LoadMore query={query} />
          </>
        )}
      </QueryPanel>
    </Card>
  );
}
