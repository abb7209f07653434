import type { DeploymentStatus } from '@/api/deployments';
import type { GateReport, Site, SiteKind, SiteStatus } from '@/api/sites';
import type { Tone } from '@/components/ui/badge';
import { plural } from '@/lib/format';
import { humanise } from '@/lib/words';

interface State {
  label: string;
  tone: Tone;
}

const SITE_STATES: Record<SiteStatus, State> = {
  draft: { label: 'Draft', tone: 'neutral' },
  building: { label: 'Building', tone: 'info' },
  blocked: { label: 'Blocked', tone: 'danger' },
  waiting: { label: 'Awaiting approval', tone: 'warning' },
  approved: { label: 'Approved', tone: 'brand' },
  deploying: { label: 'Deploying', tone: 'info' },
  live: { label: 'Live', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  offline: { label: 'Offline', tone: 'neutral' },
};

export const SITE_STATUSES = Object.keys(SITE_STATES) as SiteStatus[];

/** Unknown statuses are shown unchanged. */
export function siteState(status: string): State {
  return (SITE_STATES as Partial<Record<string, State>>)[status] ?? { label: humanise(status), tone: 'neutral' };
}

/** True while visitors see a release of the site, also when a newer one waits. */
export function isPublic({ status, liveRelease }: Pick<Site, 'status' | 'liveRelease'>): boolean {
  return liveRelease !== null && status !== 'offline';
}

const DEPLOYMENT_STATES: Record<DeploymentStatus, State> = {
  building: { label: 'Building', tone: 'info' },
  waiting: { label: 'Awaiting approval', tone: 'warning' },
  deploying: { label: 'Deploying', tone: 'info' },
  paused: { label: 'Paused', tone: 'warning' },
  succeeded: { label: 'Done', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelling: { label: 'Cancelling', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};

export const DEPLOYMENT_STATUSES = Object.keys(DEPLOYMENT_STATES) as DeploymentStatus[];

export function deploymentState(status: string): State {
  return (DEPLOYMENT_STATES as Partial<Record<string, State>>)[status] ?? { label: humanise(status), tone: 'neutral' };
}

/** True while the deployment can still change by itself. */
export function isAtWork(status: string): boolean {
  return !['succeeded', 'failed', 'cancelled'].includes(status);
}

export const KINDS: readonly { value: SiteKind; label: string; text: string }[] = [
  { value: 'goldmine', label: 'Goldmine', text: 'One trade in one city' },
  { value: 'dominator', label: 'Dominator', text: 'One trade over a region, with a page for each place' },
];

export function kindName(kind: string): string {
  return KINDS.find(({ value }) => value === kind)?.label ?? humanise(kind);
}

/** What a person can do next with a site. */
export type NextAction = 'build' | 'approve' | 'deploy' | 'visit' | null;

export interface NextStep {
  sentence: string;
  action: NextAction;
}

/** Number of blocking and of warning findings. */
export function countFindings(gate: GateReport | undefined): { blocking: number; warnings: number } {
  const blocking = gate?.findings.filter(({ level }) => level === 'block').length ?? 0;
  return { blocking, warnings: (gate?.findings.length ?? 0) - blocking };
}

/** Status of a site and the next action in one or two sentences. */
export function nextStep(site: Site, gate?: GateReport): NextStep {
  const release = site.latestRelease ? `Release ${site.latestRelease.number}` : 'The release';
  switch (site.status) {
    case 'draft':
      return { sentence: 'This site has no release yet. Build it to write and check its pages.', action: 'build' };
    case 'building':
      return { sentence: 'The pages are being written, rendered and checked.', action: null };
    case 'blocked':
      return { sentence: blockedText(release, gate), action: 'build' };
    case 'waiting':
      return { sentence: `${release} passed the gate${warningText(gate)}. Approve it to deploy.`, action: 'approve' };
    case 'approved':
      return { sentence: `${release} is approved. Deploy it to publish the site.`, action: 'deploy' };
    case 'deploying':
      return { sentence: `${release} is being uploaded and verified.`, action: null };
    case 'live':
      return { sentence: `Release ${site.liveRelease?.number ?? '?'} is live.`, action: 'visit' };
    case 'failed':
      return failedStep(site, release);
    case 'offline':
      return {
        sentence: 'The site is offline. Deploy a release to publish it again.',
        action: site.latestRelease?.approvedAt ? 'deploy' : 'build',
      };
    default:
      return { sentence: `Status: ${siteState(site.status).label}.`, action: null };
  }
}

function warningText(gate: GateReport | undefined): string {
  if (!gate) return '';
  const { warnings } = countFindings(gate);
  return warnings === 0 ? ' without a warning' : ` with ${plural(warnings, 'warning')}`;
}

function blockedText(release: string, gate: GateReport | undefined): string {
  const { blocking } = countFindings(gate);
  const by = gate ? `by ${plural(blocking, 'finding')} of the gate` : 'by the gate';
  return `${release} is blocked ${by}. Fix the findings below, then build the site again.`;
}

function failedStep(site: Site, release: string): NextStep {
  if (site.latestRelease?.approvedAt) {
    return { sentence: `The deployment of ${release.toLowerCase()} failed. Deploy it again.`, action: 'deploy' };
  }
  return { sentence: 'The build failed. Build the site again.', action: 'build' };
}
