import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Crawl, type CrawlSchedule, crawlQueries } from '@/api/crawls';
import type { Website } from '@/api/types';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { formatDateTime } from '@/lib/format';
import { ScheduleDialog } from './schedule-dialog';
import { timesOf } from './schedule-times';
import type { Starter } from './use-starter';

/** When the next crawl of the website starts by itself. */
export function ScheduleCard({
  website,
  latest,
  starter,
}: {
  website: Website;
  /** Its settings are those of a new schedule. */
  latest: Crawl | null;
  starter: Starter;
}) {
  const query = useQuery(crawlQueries.schedule(website.id));
  const [isOpen, setOpen] = useState(false);
  const schedule = query.data?.schedule ?? null;
  return (
    <Card aria-label="Schedule">
      <CardHeader
        title="Schedule"
        actions={
          starter.canCrawl && query.data ? (
            <Button variant="outline" size="sm" needsNetwork onClick={() => setOpen(true)}>
              {schedule ? 'Change schedule' : 'Schedule crawls'}
            </Button>
          ) : null
        }
      />
      <div className="px-5 pb-5 text-muted-foreground">
        <QueryPanel query={query} fallback="Failed to load the schedule.">
          {() => (schedule ? <Times schedule={schedule} /> : <p>No crawls are scheduled.</p>)}
        </QueryPanel>
      </div>
      <ScheduleDialog
        website={website}
        schedule={schedule}
        model={schedule ?? latest}
        open={isOpen}
        onClose={() => setOpen(false)}
        onSwitchedOff={starter.switchOff}
      />
    </Card>
  );
}

function Times({ schedule }: { schedule: CrawlSchedule }) {
  return (
    <>
      <p>
        {schedule.nextRunAt ? `Next crawl: ${formatDateTime(schedule.nextRunAt)}.` : 'Paused.'}{' '}
        {timesOf(schedule.cron, schedule.timeZone)}.
      </p>
      {schedule.skippedReason ? (
        <p className="text-destructive">
          Skipped on {formatDateTime(schedule.skippedAt)}: {schedule.skippedReason}
        </p>
      ) : null}
    </>
  );
}
