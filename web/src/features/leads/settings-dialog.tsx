import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type LeadSettings, rentalApi, rentalQueries } from '@/api/rentals';
import { CheckField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { formatNumber } from '@/lib/format';

/** Settings of leads and rent of the workspace. */
export function SettingsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const query = useQuery({ ...rentalQueries.settings(), enabled: open });
  return (
    <Dialog open={open} onClose={onClose} title="Settings of leads">
      {open ? (
        <QueryPanel query={query} fallback="Failed to load the settings.">
          {(settings) => <SettingsForm settings={settings} onSaved={onClose} />}
        </QueryPanel>
      ) : null}
    </Dialog>
  );
}

function valuesOf(settings: LeadSettings) {
  return {
    eraseAfterDays: settings.eraseAfterDays === null ? '' : String(settings.eraseAfterDays),
    offersRejected: settings.offersRejected,
    timeZone: settings.timeZone,
    paymentDays: String(settings.paymentDays),
    emailsInvoices: settings.emailsInvoices,
  };
}

type Values = ReturnType<typeof valuesOf>;

/** True, or the error of a text that is no whole number of this range. */
function within(least: number, most: number, isOptional = false) {
  return (text: string): true | string => {
    const typed = text.trim();
    if (typed === '' && isOptional) return true;
    const isRight = /^\d{1,4}$/.test(typed) && Number(typed) >= least && Number(typed) <= most;
    return isRight || `Enter ${least} to ${formatNumber(most, 0)}${isOptional ? ', or nothing' : ''}.`;
  };
}

function SettingsForm({ settings, onSaved }: { settings: LeadSettings; onSaved: () => void }) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: valuesOf(settings),
    save: (values: Values) =>
      rentalApi.saveSettings({
        eraseAfterDays: values.eraseAfterDays.trim() === '' ? null : Number(values.eraseAfterDays),
        offersRejected: values.offersRejected,
        timeZone: values.timeZone.trim(),
        paymentDays: Number(values.paymentDays),
        emailsInvoices: values.emailsInvoices,
      }),
    failure: 'Failed to save the settings.',
    onSaved: () => {
      onSaved();
      return queries.invalidateQueries({ queryKey: rentalQueries.all() });
    },
  });
  const { control } = form;
  return (
    <Form form={form}>
      <TextField
        control={control}
        name="eraseAfterDays"
        label="Erase personal data after (days)"
        inputMode="numeric"
        hint="For example 365. Empty keeps them. Older data are erased within ten minutes, for good. Spam is erased after 30 days."
        check={within(1, 3650, true)}
      />
      <CheckField
        control={control}
        name="offersRejected"
        label="Offer rejected leads to the next buyer"
        hint="Never to a buyer who had the lead."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          control={control}
          name="timeZone"
          label="Time zone of invoices"
          hint="For example America/Chicago."
          required="Enter a time zone."
        />
        <TextField
          control={control}
          name="paymentDays"
          label="Invoices are due after (days)"
          inputMode="numeric"
          hint="For example 14."
          required="Enter a number of days."
          check={within(0, 90)}
        />
      </div>
      <CheckField
        control={control}
        name="emailsInvoices"
        label="Email invoices to tenants on the day of issue"
        hint="To the email address of the rental. Answers go to the email address under Site operator."
      />
      <div>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          Save settings
        </Button>
      </div>
    </Form>
  );
}
