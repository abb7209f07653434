import { useQueryClient } from '@tanstack/react-query';
import { type Crawl, type CrawlSchedule, crawlApi, crawlQueries } from '@/api/crawls';
import { ApiError, errorText } from '@/api/errors';
import { scheduleQueries } from '@/api/schedules';
import type { Website } from '@/api/types';
import { SelectField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { beforeLeaving } from '@/lib/unsaved';
import { CrawlFields } from './crawl-fields';
import { bodyOf, valuesOf } from './crawl-form-values';
import { timeOptions } from './schedule-times';

const SWITCHED_OFF = 501;
const WEEKLY = '0 6 * * 1';

interface Props {
  website: Website;
  schedule: CrawlSchedule | null;
  /** Settings that the form shows first. */
  model: Crawl | CrawlSchedule | null;
  onClose: () => void;
  onSwitchedOff: (reason: string) => void;
}

/** Form of the schedule of a website's crawls. */
export function ScheduleDialog({ open, ...props }: Props & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onClose={() => beforeLeaving(props.onClose)}
      title={`Schedule crawls of ${props.website.host}`}
      description="A crawl starts at each time, unless the previous one still runs."
    >
      <ScheduleForm {...props} />
    </Dialog>
  );
}

function ScheduleForm({ website, schedule, model, onClose, onSwitchedOff }: Props) {
  const queries = useQueryClient();
  const timeZone = schedule?.timeZone ?? 'UTC';
  const form = useSaveForm({
    defaultValues: { ...valuesOf(website, model), cron: schedule?.cron ?? WEEKLY },
    save: (values) => crawlApi.saveSchedule({ crawl: bodyOf(values, website.id), cron: values.cron || null, timeZone }),
    nameOf: (field) => field.replace(/^crawl[./]/, ''),
    onSaved: () => {
      queries.invalidateQueries({ queryKey: crawlQueries.schedule(website.id).queryKey });
      queries.invalidateQueries({ queryKey: scheduleQueries.list().queryKey });
      onClose();
    },
    onFailed: (error) => {
      if (!(error instanceof ApiError) || error.status !== SWITCHED_OFF) return;
      onSwitchedOff(errorText(error));
      onClose();
    },
  });
  return (
    <Form form={form}>
      <LeaveGuard isDirty={form.isDirty} />
      <SelectField
        control={form.control}
        name="cron"
        label="Crawl"
        options={timeOptions(schedule?.cron ?? '', timeZone)}
      />
      <CrawlFields control={form.control} />
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={() => beforeLeaving(onClose)}>
          Cancel
        </Button>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          Save schedule
        </Button>
      </div>
    </Form>
  );
}
