import { useInfiniteQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { Deployment } from '@/api/deployments';
import { type Site, siteQueries } from '@/api/sites';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button, ButtonLink } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { LoadMore } from '@/components/ui/load-more';
import { plural } from '@/lib/format';

/** Lists the sites that an approval deploys, each with its preview. */
export function ApproveDialog({
  deployment,
  open,
  busy,
  onClose,
  onApprove,
}: {
  deployment: Deployment;
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onApprove: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Approve ${plural(deployment.sitesWaiting, 'site')}?`}
      description="The gate passed these sites. Look at each preview: your approval is recorded with your name and makes them public."
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button needsNetwork busy={busy} onClick={onApprove}>
            Approve and deploy
          </Button>
        </>
      }
    >
      {open ? <Waiting deploymentId={deployment.id} /> : null}
    </Dialog>
  );
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
        <p className="text-xs text-muted-foreground">{plural(site.pages, 'page')}</p>
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
