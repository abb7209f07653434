import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { type ComingPage, type PageLeftOut, type Site, type SiteGrowth, siteApi, siteQueries } from '@/api/sites';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { InOrder } from '@/components/ui/in-order';
import { Progress } from '@/components/ui/progress';
import { RelativeTime } from '@/components/ui/relative-time';
import { toastFailure } from '@/lib/failed';
import { formatNumber, plural } from '@/lib/format';
import { showToast } from '@/lib/toast';
import { ComingPages } from './coming-pages';
import { ResumeGrowthDialog } from './resume-growth-dialog';

const STATES = {
  planned: { label: 'Planned', tone: 'neutral' },
  growing: { label: 'Growing', tone: 'success' },
  paused: { label: 'Paused', tone: 'warning' },
  stopped: { label: 'Waiting', tone: 'warning' },
  complete: { label: 'Complete', tone: 'success' },
} as const satisfies Record<SiteGrowth['status'], { label: string; tone: string }>;

/** Planned pages that follow after the launch: how many are live, when the next ones come, and a button to pause them. */
export function GrowthCard({
  site,
  comingPages,
  leftOut,
  canChange,
}: {
  site: Site;
  comingPages: ComingPage[];
  leftOut: PageLeftOut[];
  canChange: boolean;
}) {
  const { growth } = site;
  if (growth === null) return null;
  const { label, tone } = STATES[growth.status];
  const live = `${formatNumber(growth.livePages, 0)} of ${plural(growth.plannedPages, 'planned page')} live`;
  const share = growth.plannedPages > 0 ? (100 * growth.livePages) / growth.plannedPages : 0;
  return (
    <Card aria-label="Growth">
      <CardHeader
        title="Growth"
        description={`Pages that the launch has no room for follow by themselves, at most ${formatNumber(growth.pagesPerDay, 0)} a day.`}
        actions={
          canChange && growth.status !== 'complete' ? (
            <PauseButton site={site} growth={growth} pages={comingPages} />
          ) : null
        }
      />
      <div className="grid gap-2.5 px-5 pt-3 pb-5 text-[0.8125rem]">
        <p className="flex flex-wrap items-center gap-2.5">
          <span className="tabular font-medium">{live}</span>
          <Badge tone={tone} dot>
            {label}
          </Badge>
        </p>
        <Progress value={share} label={live} />
        <p className="text-pretty text-muted-foreground">
          <Next site={site} growth={growth} />
        </p>
        <ComingPages pages={comingPages} />
        <LeftOut pages={leftOut} />
      </div>
    </Card>
  );
}

function PauseButton({ site, growth, pages }: { site: Site; growth: SiteGrowth; pages: ComingPage[] }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const pause = useMutation({
    mutationFn: (isPaused: boolean) => siteApi.pauseGrowth(site.id, isPaused),
    onSuccess: (_, isPaused) =>
      showToast({ title: isPaused ? 'Growth is paused' : 'Growth goes on: the planned pages follow' }),
    onError: (error) => toastFailure('Failed to change the growth of the site', errorText(error)),
    onSettled: () => {
      setAsking(false);
      return queries.invalidateQueries({ queryKey: siteQueries.all() });
    },
  });
  const { isPaused } = growth;
  return (
    <>
      <Button
        needsNetwork
        size="sm"
        variant="outline"
        busy={pause.isPending && !isAsking}
        aria-haspopup={isPaused ? 'dialog' : undefined}
        onClick={() => (isPaused ? setAsking(true) : pause.mutate(true))}
      >
        {isPaused ? 'Resume growth' : 'Pause growth'}
      </Button>
      <ResumeGrowthDialog
        site={site}
        growth={growth}
        pages={pages}
        open={isAsking}
        busy={pause.isPending}
        onClose={() => setAsking(false)}
        onResume={() => pause.mutate(false)}
      />
    </>
  );
}

function Next({ site, growth }: { site: Site; growth: SiteGrowth }) {
  switch (growth.status) {
    case 'planned':
      return `${plural(growth.laterPages, 'more page')} follow from the day after the launch. The approval of the launch covers them.`;
    case 'paused':
      return `No build adds the ${plural(growth.laterPages, 'other page')}. You approve them by resuming.`;
    case 'stopped':
      return growth.detail;
    case 'complete':
      return 'All planned pages are live.';
    case 'growing':
      if (site.runId !== null || growth.nextAt === null) return 'The next pages are under way.';
      return (
        <>
          The next pages follow <RelativeTime at={growth.nextAt} />.
        </>
      );
  }
}

/** Planned pages that no build could write. */
function LeftOut({ pages }: { pages: PageLeftOut[] }) {
  if (pages.length === 0) return null;
  return (
    <details>
      <summary className="min-h-6 cursor-pointer font-medium">{plural(pages.length, 'page')} left out</summary>
      <ul className="mt-2 grid gap-2">
        <InOrder items={pages}>
          {({ label, path, reason }) => (
            <li>
              <p className="font-medium wrap-anywhere">
                {label} <span className="font-normal text-muted-foreground">{path}</span>
              </p>
              <p className="text-muted-foreground">{reason}</p>
            </li>
          )}
        </InOrder>
      </ul>
    </details>
  );
}
