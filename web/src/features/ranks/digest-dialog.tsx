import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { type RankDigestSettings, rankApi, rankQueries } from '@/api/ranks';
import { scheduleQueries } from '@/api/schedules';
import type { Website } from '@/api/types';
import { CheckField, SelectField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { showToast } from '@/lib/toast';
import { beforeLeaving } from '@/lib/unsaved';
import { ownTimeZone, WEEKDAYS } from './rank-words';

interface Props {
  website: Website;
  digest: RankDigestSettings;
  onClose: () => void;
}

/** When the digest of a website's ranks is sent. */
export function DigestDialog({ isOpen, ...props }: Props & { isOpen: boolean }) {
  return (
    <Dialog
      open={isOpen}
      onClose={() => beforeLeaving(props.onClose)}
      title="Digest"
      description={`When the digest of the ranks of ${props.website.host} is sent, at 7:00 in the time zone ${ownTimeZone()}.`}
    >
      {isOpen ? <DigestForm {...props} /> : null}
    </Dialog>
  );
}

const FREQUENCIES = [
  { value: 'off', label: 'Off' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
];

function DigestForm({ website, digest, onClose }: Props) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: {
      frequency: digest.frequency as string,
      weekday: String(digest.weekday),
      sendsEmpty: digest.sendsEmpty,
    },
    save: ({ frequency, weekday, sendsEmpty }) =>
      rankApi.saveDigest({
        websiteId: website.id,
        frequency: frequency as RankDigestSettings['frequency'],
        weekday: Number(weekday),
        timeZone: ownTimeZone(),
        sendsEmpty,
      }),
    onSaved: () => {
      showToast({ title: 'Digest saved' });
      queries.invalidateQueries({ queryKey: rankQueries.digest(website.id).queryKey });
      queries.invalidateQueries({ queryKey: scheduleQueries.list().queryKey });
      onClose();
    },
  });
  const frequency = useWatch({ control: form.control, name: 'frequency' });
  return (
    <Form form={form}>
      <LeaveGuard isDirty={form.isDirty} />
      <SelectField control={form.control} name="frequency" label="Frequency" options={FREQUENCIES} />
      {frequency === 'weekly' ? (
        <SelectField
          control={form.control}
          name="weekday"
          label="Day of the week"
          options={WEEKDAYS.map((label, day) => ({ value: String(day), label }))}
        />
      ) : null}
      {frequency === 'off' ? null : (
        <CheckField control={form.control} name="sendsEmpty" label="Also send it when nothing has changed" />
      )}
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={() => beforeLeaving(onClose)}>
          Cancel
        </Button>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          Save digest
        </Button>
      </div>
    </Form>
  );
}
