import { Package } from 'lucide-react';
import { useState } from 'react';
import type { ListedRelease, Site } from '@/api/sites';
import { EmptyPanel } from '@/components/states/panels';
import { Badge } from '@/components/ui/badge';
import { Button, buttonStyle } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { RelativeTime } from '@/components/ui/relative-time';
import { cn } from '@/lib/cn';
import { ApproveDialog } from './approve-dialog';
import type { SiteTabProps } from './detail-page';
import { FilesDrawer } from './files-drawer';
import { publicPlace } from './site-address';
import { useSaveZip } from './use-save-zip';
import { useSiteActions } from './use-site-actions';

type Asked = { what: 'approve' | 'deploy'; release: ListedRelease } | null;

/** Releases of a site, the newest first: approve, deploy, roll back, download. */
export default function ReleasesTab({ site, releases, canChange }: SiteTabProps) {
  const [asked, setAsked] = useState<Asked>(null);
  const [opened, setOpened] = useState<ListedRelease | null>(null);
  const { deploy } = useSiteActions(site);
  const close = () => setAsked(null);
  const confirm = () => {
    if (asked?.what === 'deploy') deploy.mutate(asked.release.id, { onSettled: close });
  };
  return (
    <Card aria-label="Releases">
      <CardHeader
        title="Releases"
        description="A release never changes. To roll back, deploy an older approved release."
      />
      {releases.length === 0 ? (
        <EmptyPanel icon={Package} title="No releases yet" text="The first build makes the first release." />
      ) : (
        <ul className="mt-3 divide-y divide-border border-t border-border">
          {releases.map((release) => (
            <Row
              key={release.id}
              site={site}
              release={release}
              canChange={canChange}
              onAsk={(what) => setAsked({ what, release })}
              onFiles={() => setOpened(release)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asked?.what === 'deploy'}
        onClose={close}
        onConfirm={confirm}
        busy={deploy.isPending}
        {...questionOf(asked, site)}
      />
      <ApproveDialog
        site={site}
        release={asked?.what === 'approve' ? asked.release : null}
        open={asked?.what === 'approve'}
        onClose={close}
      />
      <FilesDrawer release={opened} onClose={() => setOpened(null)} />
    </Card>
  );
}

function questionOf(asked: Asked, site: Site): { title: string; text: string; action: string } {
  const name = `release ${asked?.release.number ?? ''}`;
  const isBack = asked !== null && isOlder(asked.release, site);
  return {
    title: isBack ? `Roll back to ${name}?` : `Deploy ${name}?`,
    text: site.liveRelease
      ? `It replaces release ${site.liveRelease.number}, which keeps serving until the files are verified.`
      : `The site becomes public ${publicPlace(site)}.`,
    action: isBack ? 'Roll back' : 'Deploy release',
  };
}

function isOlder(release: ListedRelease, { liveRelease }: Site): boolean {
  return liveRelease !== null && release.number < liveRelease.number;
}

function stateOf(release: ListedRelease, site: Site) {
  if (site.liveRelease?.id === release.id) return { label: 'Live', tone: 'success' as const };
  if (release.isBlocked) return { label: 'Blocked', tone: 'danger' as const };
  if (release.approvedAt) return { label: 'Approved', tone: 'brand' as const };
  return { label: 'Not approved', tone: 'warning' as const };
}

function Row({
  site,
  release,
  canChange,
  onAsk,
  onFiles,
}: {
  site: Site;
  release: ListedRelease;
  canChange: boolean;
  onAsk: (what: 'approve' | 'deploy') => void;
  onFiles: () => void;
}) {
  const state = stateOf(release, site);
  const name = `release ${release.number}`;
  return (
    <li className="grid gap-3 px-5 py-3.5 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2.5">
          <span className="font-medium">Release {release.number}</span>
          <Badge tone={state.tone} dot>
            {state.label}
          </Badge>
        </p>
        <p className="mt-1 text-xs text-muted-foreground">
          Built <RelativeTime at={release.createdAt} />
          {release.approvedAt ? (
            <>
              {' · approved '}
              <RelativeTime at={release.approvedAt} />
            </>
          ) : null}
          {release.deployedAt ? (
            <>
              {' · deployed '}
              <RelativeTime at={release.deployedAt} />
            </>
          ) : null}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Decision site={site} release={release} canChange={canChange} onAsk={onAsk} />
        <a
          href={release.previewUrl}
          target="_blank"
          rel="noreferrer"
          aria-label={`Preview ${name} in a new tab`}
          className={cn(buttonStyle({ variant: 'outline', size: 'sm' }))}
        >
          Preview
        </a>
        <Zip site={site} release={release} />
        <Button variant="outline" size="sm" aria-label={`Files of ${name}`} onClick={onFiles}>
          Files
        </Button>
      </div>
    </li>
  );
}

/** Approval of a release that waits, or the deployment of an approved one. */
function Decision({
  site,
  release,
  canChange,
  onAsk,
}: {
  site: Site;
  release: ListedRelease;
  canChange: boolean;
  onAsk: (what: 'approve' | 'deploy') => void;
}) {
  const isLive = site.liveRelease?.id === release.id && site.status !== 'offline';
  if (!canChange || release.isBlocked || isLive) return null;
  if (release.approvedAt) {
    const isBack = isOlder(release, site);
    return (
      <Button
        needsNetwork
        variant="outline"
        size="sm"
        disabled={site.runId !== null}
        aria-label={isBack ? `Roll back to release ${release.number}` : `Deploy release ${release.number}`}
        onClick={() => onAsk('deploy')}
      >
        {isBack ? 'Roll back' : 'Deploy'}
      </Button>
    );
  }
  return (
    <Button
      needsNetwork
      variant="outline"
      size="sm"
      disabled={site.runId !== null}
      aria-label={`Approve release ${release.number}`}
      onClick={() => onAsk('approve')}
    >
      Approve
    </Button>
  );
}

function Zip({ site, release }: { site: Site; release: ListedRelease }) {
  const save = useSaveZip(site, release);
  return (
    <Button
      needsNetwork
      variant="outline"
      size="sm"
      busy={save.isPending}
      aria-label={`Download release ${release.number} as a ZIP file`}
      onClick={() => save.mutate()}
    >
      Download ZIP
    </Button>
  );
}
