import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { type Report, type ReportSection, type ReportSettings, reportApi, reportQueries } from '@/api/reports';
import type { Website } from '@/api/types';
import { CheckListField, SelectField, TextareaField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { type SaveForm, useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { beforeLeaving } from '@/lib/unsaved';
import { ReportCover } from './report-cover';
import { contrastToWhite, FREQUENCY_NAMES, SECTION_NAMES, SECTION_OPTIONS } from './report-words';

const DAY_OPTIONS = ['7', '28', '90'].map((value) => ({ value, label: `${value} days` }));
const FREQUENCY_OPTIONS = Object.entries(FREQUENCY_NAMES).map(([value, label]) => ({ value, label }));
const HOUR_OPTIONS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const LEAST_CONTRAST = 4.5;

export interface Values {
  websiteId: string;
  title: string;
  brandName: string;
  accent: string;
  days: string;
  sections: readonly string[];
  frequency: string;
  hour: string;
  /** Addresses, one per line. */
  recipients: string;
}

function valuesOf(report: Report | null, websites: readonly Website[]): Values {
  const settings = report?.settings;
  return {
    websiteId: report?.websiteId ?? websites[0]?.id ?? '',
    title: settings?.title ?? 'Search report',
    brandName: settings?.brandName ?? '',
    accent: settings?.accent ?? '#1d4ed8',
    days: String(settings?.days ?? 28),
    sections: settings?.sections ?? SECTION_OPTIONS.map(({ value }) => value),
    frequency: settings?.frequency ?? 'none',
    hour: String(settings?.hour ?? 7),
    recipients: settings?.recipients.join('\n') ?? '',
  };
}

/** Settings of the form's values. Sections keep their order, and a schedule is in the browser's time zone. */
export function settingsOf(values: Values, timeZone: string): ReportSettings {
  return {
    title: values.title,
    brandName: values.brandName,
    accent: values.accent,
    days: Number(values.days),
    sections: (Object.keys(SECTION_NAMES) as ReportSection[]).filter((name) => values.sections.includes(name)),
    frequency: values.frequency as ReportSettings['frequency'],
    hour: Number(values.hour),
    timeZone,
    recipients: values.recipients.split(/[\s,;]+/).filter((address) => address !== ''),
  };
}

/** Creates a report, or edits `report`, which has `logo`. */
export function ReportForm({
  report,
  logo = null,
  websites,
  onClose,
  onSaved,
}: {
  report: Report | null;
  logo?: string | null;
  websites: readonly Website[];
  onClose: () => void;
  onSaved?: (report: Report) => void;
}) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: valuesOf(report, websites),
    nameOf: (field) => field.replace(/^settings\.?/, '').replace(/^recipients.*/, 'recipients'),
    save: (values: Values) => {
      const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const settings = settingsOf(values, report ? report.settings.timeZone : here);
      return report ? reportApi.update(report.id, settings) : reportApi.create(values.websiteId, settings);
    },
    onSaved: async (saved) => {
      await queries.invalidateQueries({ queryKey: reportQueries.all() });
      onClose();
      onSaved?.(saved.report);
    },
  });
  return (
    <Form form={form}>
      <LeaveGuard isDirty={form.isDirty} />
      <Fields form={form} websites={report ? [] : websites}>
        <Preview form={form} logo={logo} about={report?.websiteName} websites={websites} />
      </Fields>
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={() => beforeLeaving(onClose)}>
          Cancel
        </Button>
        <Button needsNetwork type="submit" busy={form.isBusy}>
          {report ? 'Save' : 'Create report'}
        </Button>
      </div>
    </Form>
  );
}

function Fields({
  form,
  websites,
  children,
}: {
  form: SaveForm<Values>;
  websites: readonly Website[];
  children: ReactNode;
}) {
  const { control } = form;
  return (
    <>
      {websites.length > 0 ? (
        <SelectField
          control={control}
          name="websiteId"
          label="Website"
          options={websites.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : null}
      <TextField control={control} name="title" label="Title" maxLength={120} required="Enter a title." />
      <TextField
        control={control}
        name="brandName"
        label="Your name"
        hint="The agency that sends the report, e.g. Lovelace Media."
        maxLength={80}
        required="Enter the name under which the report appears."
      />
      <TextField control={control} name="accent" label="Color" type="color" check={checkColor} inputClassName="p-1" />
      <SelectField control={control} name="days" label="Period" options={DAY_OPTIONS} />
      <CheckListField
        control={control}
        name="sections"
        label="Sections"
        required="Choose at least one section."
        options={SECTION_OPTIONS}
      />
      {children}
      <div className="grid grid-cols-2 gap-4">
        <SelectField control={control} name="frequency" label="Send" options={FREQUENCY_OPTIONS} />
        <SelectField control={control} name="hour" label="At" options={HOUR_OPTIONS} />
      </div>
      <TextareaField
        control={control}
        name="recipients"
        label="Recipients"
        hint="Email addresses, one per line, at most ten."
      />
    </>
  );
}

function checkColor(color: string): true | string {
  const contrast = contrastToWhite(color);
  if (contrast === null) return 'Enter a color such as #1d4ed8.';
  return contrast >= LEAST_CONTRAST || 'Too light to read on white. Choose a darker color.';
}

/** The cover as it will look. */
function Preview({
  form,
  logo,
  about,
  websites,
}: {
  form: SaveForm<Values>;
  logo: string | null;
  /** Name of the website of a report that exists. */
  about: string | undefined;
  websites: readonly Website[];
}) {
  const values = useWatch({ control: form.control });
  const accent = values.accent ?? '';
  if (checkColor(accent) !== true) return <p className="text-[0.8125rem] text-destructive">{checkColor(accent)}</p>;
  const website = about ?? websites.find(({ id }) => id === values.websiteId)?.name ?? '';
  return (
    <section aria-label="Preview of the cover">
      <ReportCover
        brand={{ name: values.brandName || 'Your name', accent, logo }}
        title={values.title ?? ''}
        about={website}
        period={`The last ${values.days} days, compared with the ${values.days} days before`}
      />
    </section>
  );
}
