import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import { type KeywordDataSchedule, keywordDataApi, keywordDataQueries } from '@/api/keyword-data';
import { scheduleQueries } from '@/api/schedules';
import type { Website } from '@/api/types';
import { SelectField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDateTime, formatMicros } from '@/lib/format';
import { showToast } from '@/lib/toast';
import { Cost, FoundFields, KeywordFields, MarketFields, NoConnection } from './data-fields';
import { bodyOf, type DataValues, queryOf, type ScheduleValues, timeOptions, valuesOf } from './data-values';

/** When keyword data of a website are fetched by themselves, and which, within a budget of each run. */
export function ScheduleForm({ website, onClose }: { website: Website; onClose: () => void }) {
  const query = useQuery(keywordDataQueries.schedule(website.id));
  return (
    <QueryPanel query={query} fallback="Failed to load the schedule." loading={<Skeleton className="h-80" />}>
      {({ schedule }) => <Fields website={website} schedule={schedule ?? null} onClose={onClose} />}
    </QueryPanel>
  );
}

function Fields({
  website,
  schedule,
  onClose,
}: {
  website: Website;
  schedule: KeywordDataSchedule | null;
  onClose: () => void;
}) {
  const timeZone = schedule?.timeZone ?? 'UTC';
  const first = valuesOf(schedule);
  const form = useScheduleForm(website.id, first, timeZone, onClose);
  const values = useWatch({ control: form.control }) as ScheduleValues;
  const estimate = useQuery(keywordDataQueries.estimate(queryOf(values, website.id))).data;
  const data = form.control as unknown as Control<DataValues>;
  const isOff = values.cron === '';
  return (
    <Form form={form}>
      <LeaveGuard isDirty={form.isDirty} />
      {schedule ? <State schedule={schedule} /> : null}
      {estimate?.connection === null ? <NoConnection /> : null}
      <SelectField
        control={form.control}
        name="cron"
        label="Fetch"
        options={timeOptions(first.cron, timeZone)}
        hint="Each run costs money, so nothing is fetched by itself until you choose a time."
      />
      <KeywordFields control={data} />
      <FoundFields control={data} website={website} first={first} />
      <MarketFields
        control={data}
        website={website}
        estimate={estimate}
        budgetHint="Most that each run may cost. Empty for the estimate of today."
      />
      <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-3 border-t border-border bg-popover px-5 py-4">
        <Cost estimate={estimate} />
        {estimate ? <Budget budget={values.budget} costMicros={estimate.costMicros} /> : null}
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={form.isBusy} disabled={!isOff && !estimate?.connection} needsNetwork>
            Save schedule
          </Button>
        </div>
      </div>
    </Form>
  );
}

function useScheduleForm(websiteId: string, first: ScheduleValues, timeZone: string, onClose: () => void) {
  const queries = useQueryClient();
  return useSaveForm({
    defaultValues: first,
    save: ({ cron, ...values }: ScheduleValues) =>
      keywordDataApi.saveSchedule({
        order: cron === '' ? { websiteId } : bodyOf(values, websiteId),
        cron: cron || null,
        timeZone,
      }),
    nameOf: (field) => {
      const name = field.replace(/^order[./]/, '').split(/[./]/)[0] ?? field;
      return name === 'budgetMicros' ? 'budget' : name;
    },
    onSaved: ({ schedule }) => {
      queries.setQueryData(keywordDataQueries.schedule(websiteId).queryKey, { success: true, schedule });
      queries.invalidateQueries({ queryKey: scheduleQueries.list().queryKey });
      showToast(
        schedule
          ? { title: 'Schedule saved', description: `Next run: ${formatDateTime(schedule.nextRunAt)}.` }
          : { title: 'Schedule removed', description: 'Keyword data are fetched only when you start a run.' },
      );
      onClose();
    },
  });
}

/** Next and last run, and why the last time started none. */
function State({ schedule }: { schedule: KeywordDataSchedule }) {
  return (
    <div className="text-[0.8125rem] text-muted-foreground">
      <p>
        {schedule.nextRunAt
          ? `Next run: ${formatDateTime(schedule.nextRunAt)}, at most ${formatMicros(schedule.order.budgetMicros)}.`
          : 'Paused. Saving resumes it.'}
        {schedule.lastRunAt ? ` Last run: ${formatDateTime(schedule.lastRunAt)}.` : null}
      </p>
      {schedule.skippedReason ? (
        <p className="text-destructive">
          Skipped on {formatDateTime(schedule.skippedAt)}: {schedule.skippedReason}
        </p>
      ) : null}
    </div>
  );
}

/** Whether the budget covers what a run would cost today. */
function Budget({ budget, costMicros }: { budget: string; costMicros: number }) {
  const micros = Number(budget) * 1_000_000;
  if (budget.trim() === '' || !Number.isFinite(micros) || micros >= costMicros) return null;
  return (
    <p className="text-[0.8125rem] text-warning">
      The budget is below this cost. A run stops before the call that its budget does not cover, and keeps what it has.
    </p>
  );
}
