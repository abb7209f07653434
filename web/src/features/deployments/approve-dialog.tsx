import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { type Deployment, deploymentQueries } from '@/api/deployments';
import { type Site, siteQueries } from '@/api/sites';
import { ApprovalDialog } from '@/components/sites/approval-dialog';
import { ErrorPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { ButtonLink } from '@/components/ui/button';
import { LoadMore } from '@/components/ui/load-more';
import { plural } from '@/lib/format';
import { ReviewsForm } from './reviews-form';
import { useDeploymentApproval } from './use-deployment-actions';

/** Lists the sites that an approval deploys, each with its preview. */
export function ApproveDialog({
  deployment,
  open,
  onClose,
}: {
  deployment: Deployment;
  open: boolean;
  onClose: () => void;
}) {
  const detail = useQuery({ ...deploymentQueries.detail(deployment.id), enabled: open, staleTime: 0 });
  const version = useSeen(open, detail.isFetching ? null : detail.data?.waitingVersion);
  const approval = useDeploymentApproval(deployment, version);
  const needed = detail.data?.reviewsNeeded ?? [];
  const unreviewed = needed.reduce((sum, { siteCount }) => sum + siteCount, 0);
  return (
    <ApprovalDialog
      open={open}
      onClose={onClose}
      title={`Approve ${plural(deployment.sitesWaiting, 'site')}?`}
      description="The gate passed these sites. Look at each preview: your approval is recorded with your name and makes them public."
      busy={approval.isPending || (open && detail.isFetching && !version)}
      disabled={!version}
      approve={(review) => approval.mutateAsync(review ? { review } : {})}
      form={
        needed.length > 0 ? (
          <ReviewsForm
            needed={needed}
            hasOthers={deployment.sitesWaiting > unreviewed}
            busy={approval.isPending || !version}
            approve={approval.mutateAsync}
            onClose={onClose}
          />
        ) : null
      }
    >
      {detail.isError && !version ? (
        <ErrorPanel
          error={detail.error}
          fallback="Failed to load the deployment."
          onRetry={() => detail.refetch()}
          className="py-6"
        />
      ) : null}
      <Waiting deploymentId={deployment.id} />
    </ApprovalDialog>
  );
}

/** Keeps the version at which the dialog opened: a site that is built again meanwhile is not approved unseen. */
function useSeen(open: boolean, version: string | null | undefined) {
  const [seen, setSeen] = useState<string | null>(null);
  if (open && !seen && version) setSeen(version);
  if (!open && seen) setSeen(null);
  return seen;
}

function Waiting({ deploymentId }: { deploymentId: string }) {
  const query = useInfiniteQuery(siteQueries.list({ deployment: deploymentId, status: 'waiting' }));
  return (
    <QueryPanel query={query} fallback="Failed to load the sites." loading={<LoadingRows rows={3} className="p-0" />}>
      {({ pages }) => (
        <>
          <ul className="divide-y divide-border">
            {pages
              .flatMap(({ sites }) => sites)
              .map((site) => (
                <Waits key={site.id} site={site} />
              ))}
          </ul>
          <LoadMore query={query} />
        </>
      )}
    </QueryPanel>
  );
}

function Waits({ site }: { site: Site }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2.5">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{site.name}</p>
        <p className="text-xs text-muted-foreground">
          {plural(site.pages, 'page')}
          {site.growth && site.growth.laterPages > 0
            ? `, and ${plural(site.growth.laterPages, 'more page')} after the launch, at most ${site.growth.pagesPerDay} a day`
            : ''}
        </p>
      </div>
      <span className="flex gap-2">
        <ButtonLink
          to={`/dominator/sites/${site.id}`}
          variant="outline"
          size="sm"
          aria-label={`Gate report of ${site.name}`}
        >
          Report
        </ButtonLink>
        {site.previewUrl ? (
          <a
            href={site.previewUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={`Preview of ${site.name} in a new tab`}
            className="inline-flex h-8 items-center gap-1.5 rounded-md border border-border px-3 text-[0.8125rem] font-medium hover:bg-accent"
          >
            Preview
            <ExternalLink size={13} aria-hidden="true" />
          </a>
        ) : null}
      </span>
    </li>
  );
}
