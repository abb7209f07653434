import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { type ScheduleChanges, scheduleApi, scheduleQueries } from '@/api/schedules';
import type { Schedule } from '@/api/types';
import { websiteQueries } from '@/api/websites';
import { actionName } from '@/components/engines/action-name';
import { engineInfo } from '@/components/engines/engine-words';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { RelativeTime } from '@/components/ui/relative-time';
import { Table, Td, Th } from '@/components/ui/table';
import { toastFailure } from '@/lib/failed';
import { formatDateTime } from '@/lib/format';
import { timesText } from './times';

export function ScheduleTable({ schedules }: { schedules: Schedule[] }) {
  const [chosen, setChosen] = useState<Schedule | null>(null);
  const { data: websites } = useQuery(websiteQueries.list());
  const hostOf = (id: string | null) => websites?.find((website) => website.id === id)?.name ?? '';
  const { update, remove } = useScheduleChanges(() => setChosen(null));
  return (
    <>
      <Table label="Schedules">
        <thead>
          <tr>
            <Th>Schedule</Th>
            <Th>Time</Th>
            <Th>Next run</Th>
            <Th>Last run</Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {schedules.map((schedule) => (
            <tr key={schedule.id}>
              <Td>
                <p className="font-medium">{labelOf(schedule)}</p>
                <p className="text-xs text-muted-foreground">
                  {[schedule.name ? whatOf(schedule) : '', hostOf(schedule.websiteId)].filter(Boolean).join(' · ')}
                </p>
              </Td>
              <Td>
                <p>{timesText(schedule.cron)}</p>
                <p className="text-xs text-muted-foreground">{schedule.timeZone}</p>
              </Td>
              <Td className="whitespace-nowrap">
                {schedule.nextRunAt ? formatDateTime(schedule.nextRunAt) : <Badge>Paused</Badge>}
              </Td>
              <LastRun schedule={schedule} />
              <Td>
                <div className="flex justify-end gap-2">
                  <Button
                    needsNetwork
                    variant="outline"
                    size="sm"
                    busy={update.isPending && update.variables.id === schedule.id}
                    aria-label={`${schedule.paused ? 'Resume' : 'Pause'} ${labelOf(schedule)}`}
                    onClick={() => update.mutate({ id: schedule.id, paused: !schedule.paused })}
                  >
                    {schedule.paused ? 'Resume' : 'Pause'}
                  </Button>
                  <Button
                    needsNetwork
                    variant="outline"
                    size="sm"
                    aria-label={`Delete ${labelOf(schedule)}`}
                    onClick={() => setChosen(schedule)}
                  >
                    Delete
                  </Button>
                </div>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <ConfirmDialog
        open={chosen !== null}
        onClose={() => setChosen(null)}
        onConfirm={() => chosen && remove.mutate(chosen.id)}
        busy={remove.isPending}
        title={`Delete ${chosen ? labelOf(chosen) : 'the schedule'}?`}
        text="It starts no new runs. Its earlier runs are kept."
        action="Delete schedule"
      />
    </>
  );
}

function LastRun({ schedule }: { schedule: Schedule }) {
  return (
    <Td className="whitespace-nowrap text-muted-foreground">
      <RelativeTime at={schedule.lastRunAt} />
      {schedule.skippedReason ? (
        <p className="max-w-64 whitespace-normal text-xs text-destructive">
          Skipped <RelativeTime at={schedule.skippedAt} />: {schedule.skippedReason}
        </p>
      ) : null}
    </Td>
  );
}

function whatOf({ kind, engineId, action }: Schedule): string {
  if (kind === 'sync') return 'Data source';
  if (kind === 'crawl') return 'Crawl';
  const engine = engineId ? engineInfo(engineId).name : 'Run';
  return action ? `${engine}: ${actionName(action).toLowerCase()}` : engine;
}

function labelOf(schedule: Schedule): string {
  return schedule.name || whatOf(schedule);
}

function useScheduleChanges(onRemoved: () => void) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: scheduleQueries.list().queryKey });
  const update = useMutation({
    mutationFn: (change: ScheduleChanges & { id: string }) => scheduleApi.update(change),
    onError: (error) => toastFailure('Failed to change the schedule', errorText(error)),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: scheduleApi.delete,
    onError: (error) => toastFailure('Failed to delete the schedule', errorText(error)),
    onSettled: () => {
      onRemoved();
      return refresh();
    },
  });
  return { update, remove };
}
