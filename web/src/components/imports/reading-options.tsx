import { useQueryClient } from '@tanstack/react-query';
import type { ImportOptions } from '@/api/imports';
import { importApi, importQueries } from '@/api/imports';
import type { Import } from '@/api/types';
import { SelectField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';

const KEYED = ['backlinks', 'sessions', 'leads', 'revenue'];

const RULES = [
  { value: 'newest', label: 'Replace them by the rows of this file' },
  { value: 'existing', label: 'Keep them' },
  { value: 'highest', label: 'Keep the one with the higher authority (backlinks)' },
];

/** True for exports of a period: the file may lack its days. */
function hasPeriod(kind: string): boolean {
  return /^(gsc|bing|ga4)_/.test(kind);
}

/** Periods of the export, and what happens to rows that are already stored; null where neither applies. */
export function ReadingOptions({ record }: { record: Import }) {
  const kinds = record.preview?.files.map(({ kind }) => kind) ?? [];
  const isComparison = record.market?.isComparison === true;
  const isStated = Boolean(record.options.period ?? record.options.previousPeriod);
  const lacksDays = kinds.some(hasPeriod) && (!record.market?.from || (isComparison && !record.market.previousFrom));
  const asksPeriod = isStated || lacksDays;
  const asksRule = kinds.some((kind) => KEYED.some((keyed) => kind.endsWith(keyed)));
  if (!asksPeriod && !asksRule) return null;
  return <OptionsForm record={record} asksPeriod={asksPeriod} asksPrevious={isComparison} asksRule={asksRule} />;
}

function OptionsForm({
  record,
  asksPeriod,
  asksPrevious,
  asksRule,
}: {
  record: Import;
  asksPeriod: boolean;
  asksPrevious: boolean;
  asksRule: boolean;
}) {
  const queries = useQueryClient();
  const { period, previousPeriod, conflicts } = record.options;
  const form = useSaveForm({
    defaultValues: {
      from: period?.from ?? '',
      to: period?.to ?? '',
      previousFrom: previousPeriod?.from ?? '',
      previousTo: previousPeriod?.to ?? '',
      conflicts: conflicts as string,
    },
    save: (values) =>
      importApi.setOptions(record.id, {
        ...record.options,
        period: days(values.from, values.to),
        previousPeriod: days(values.previousFrom, values.previousTo),
        conflicts: values.conflicts as ImportOptions['conflicts'],
      }),
    onSaved: ({ success, import: changed, duplicates }) =>
      queries.setQueryData(importQueries.detail(record.id).queryKey, { success, import: changed, duplicates }),
    nameOf: (field) => (field === 'period/to' ? 'to' : field === 'previousPeriod/to' ? 'previousTo' : field),
  });
  const { control } = form;
  return (
    <Form form={form} className="gap-4 rounded-lg border border-border px-4 py-4">
      {asksPeriod ? (
        <fieldset className="grid grid-cols-2 gap-4">
          <legend className="pb-2 text-[0.8125rem] text-muted-foreground">
            The file does not have its days. Enter them as they were chosen in the export.
          </legend>
          <TextField control={control} name="from" label="First day" type="date" />
          <TextField control={control} name="to" label="Last day" type="date" />
          {asksPrevious ? (
            <>
              <TextField control={control} name="previousFrom" label="First day of the previous period" type="date" />
              <TextField control={control} name="previousTo" label="Last day of the previous period" type="date" />
            </>
          ) : null}
        </fieldset>
      ) : null}
      {asksRule ? (
        <SelectField
          control={control}
          name="conflicts"
          label="Rows that are already stored"
          hint="The same link of one provider, the same page and period, or the same id."
          options={RULES}
        />
      ) : null}
      <div className="flex justify-end">
        <Button type="submit" variant="outline" size="sm" busy={form.isBusy} disabled={!form.isDirty} needsNetwork>
          Apply
        </Button>
      </div>
    </Form>
  );
}

function days(from: string, to: string): ImportOptions['period'] {
  return from && to ? { from, to } : null;
}
