import { useInfiniteQuery } from '@tanstack/react-query';
import { Rocket } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { deploymentQueries } from '@/api/deployments';
import { DEPLOYMENT_STATUSES, deploymentState } from '@/components/sites/site-words';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Card, CardHeader } from '@/components/ui/card';
import { Choice } from '@/components/ui/choice';
import { LoadMore } from '@/components/ui/load-more';
import { oneOf } from '@/lib/one-of';
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
  const [status, setStatus] = useState('');
  const query = useInfiniteQuery(deploymentQueries.list(oneOf(DEPLOYMENT_STATUSES, status)));
  return (
    <Card aria-label="Deployments">
      <CardHeader
        title="Deployments"
        description="Each builds its sites, waits for your approval, and deploys them."
        actions={
          <>
            <Choice
              label="Status of deployments"
              any="All statuses"
              value={status}
              options={DEPLOYMENT_STATUSES.map((value) => ({ value, label: deploymentState(value).label }))}
              onChange={setStatus}
            />
            {actions}
          </>
        }
      />
      <QueryPanel
        query={query}
        fallback="Failed to load the deployments."
        isEmpty={({ pages }) => pages.every(({ deployments }) => deployments.length === 0)}
        empty={
          status === '' ? (
            <EmptyPanel icon={Rocket} title="No deployments yet" text={emptyText} className="py-8" />
          ) : (
            <EmptyPanel
              icon={Rocket}
              title="No deployment has this status"
              text="Choose another one."
              className="py-8"
            />
          )
        }
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
