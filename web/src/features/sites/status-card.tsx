import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { siteQueries } from '@/api/sites';
import { RunProgress } from '@/components/runs/run-progress';
import { type NextAction, nextStep } from '@/components/sites/site-words';
import { SiteStatusBadge } from '@/components/sites/status-badge';
import { useTargetName } from '@/components/sites/use-targets';
import { Button, buttonStyle } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { Keys } from '@/components/ui/keys';
import { useShortcut } from '@/hooks/use-shortcut';
import { formatMoney, formatNumber } from '@/lib/format';
import { ApproveDialog } from './approve-dialog';
import type { SiteTabProps } from './detail-page';
import { publicHost } from './site-address';
import { useSiteActions } from './use-site-actions';

const LABELS: Record<Exclude<NextAction, null | 'visit'>, string> = {
  build: 'Build site',
  approve: 'Approve and deploy',
  deploy: 'Deploy site',
};

/** The next action of a site, by its button and by its keys. An approval is asked for first. */
function useNextStep({ site, releases, canChange }: SiteTabProps) {
  const latest = site.latestRelease;
  const release = useQuery({ ...siteQueries.release(latest?.id ?? ''), enabled: latest !== null });
  const [isApproving, setApproving] = useState(false);
  const { build, deploy } = useSiteActions(site);
  const { sentence, action } = nextStep(site, release.data?.gate);
  const isBusy = build.isPending || deploy.isPending;
  const act = () => {
    if (!canChange || isBusy) return;
    if (action === 'build') build.mutate([]);
    if (action === 'approve' && latest) setApproving(true);
    if (action === 'deploy' && latest) deploy.mutate(approvedRelease(site, releases) ?? latest.id);
  };
  // In a field of the settings the keys belong to its form.
  const actByKey = () => {
    if (!document.activeElement?.matches('input, textarea, select')) act();
  };
  useShortcut({
    id: 'next-action',
    keys: 'mod+Enter',
    label: 'Do the next action',
    group: 'On this page',
    run: actByKey,
  });
  return { sentence, action, isBusy, act, isApproving, close: () => setApproving(false) };
}

/** Status of a site in one sentence, the next action, and the figures of the site. */
export function StatusCard(props: SiteTabProps) {
  const { site, canChange } = props;
  const { sentence, action, isBusy, act, isApproving, close } = useNextStep(props);
  const target = useTargetName()(site.targetId);
  const latest = site.latestRelease;
  return (
    <Card aria-label="Status" className="grid gap-4 p-5">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <SiteStatusBadge site={site} />
            <span className="text-[0.8125rem] wrap-anywhere text-muted-foreground">{placeOf(site, target)}</span>
          </div>
          <p className="mt-2 text-[0.9375rem] font-medium text-pretty">{sentence}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {site.liveRelease?.url && site.status !== 'offline' ? <Visit url={site.liveRelease.url} /> : null}
          {canChange && action !== null && action !== 'visit' ? (
            <>
              <span className="hidden lg:inline-flex">
                <Keys keys="mod+Enter" />
              </span>
              <Button needsNetwork busy={isBusy} onClick={act}>
                {LABELS[action]}
              </Button>
            </>
          ) : null}
        </div>
      </div>
      {site.runId ? <RunProgress key={site.runId} runId={site.runId} isReadOnly={!canChange} /> : null}
      {site.lastError && !site.runId ? (
        <Callout
          tone="danger"
          title={site.liveRelease ? 'The last step failed; the live release still serves' : 'The last step failed'}
        >
          {site.lastError}
        </Callout>
      ) : null}
      <dl className="flex flex-wrap gap-x-8 gap-y-2 border-t border-border pt-4 text-[0.8125rem]">
        {[
          { label: 'Pages', value: formatNumber(site.pages, 0) },
          { label: 'Live release', value: site.liveRelease ? String(site.liveRelease.number) : 'None' },
          { label: 'Leads', value: formatNumber(site.leads, 0) },
          { label: 'Revenue', value: formatMoney(site.currentRevenueCents, site.currency) },
        ].map(({ label, value }) => (
          <div key={label}>
            <dt className="text-xs text-muted-foreground">{label}</dt>
            <dd className="tabular font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <ApproveDialog site={site} release={latest} open={isApproving} onClose={close} />
    </Card>
  );
}

/** Address and target of a site. A live site may be at a target whose address nobody entered. */
function placeOf(site: SiteTabProps['site'], target: string): string {
  const host = publicHost(site) ?? (site.liveRelease ? 'No public address' : null);
  return host ? `${host} on ${target}` : `On ${target}`;
}

/** The newest approved release. */
function approvedRelease(site: SiteTabProps['site'], releases: SiteTabProps['releases']): string | null {
  if (site.latestRelease?.approvedAt) return site.latestRelease.id;
  return releases.find(({ approvedAt }) => approvedAt !== null)?.id ?? null;
}

function Visit({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer" className={buttonStyle({ variant: 'outline' })}>
      Open site
      <ExternalLink size={14} aria-hidden="true" />
      <span className="sr-only">(opens a new tab)</span>
    </a>
  );
}
