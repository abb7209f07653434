import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Control, type FieldErrors, type Resolver, set, useWatch } from 'react-hook-form';
import type { Website } from '@/api/types';
import { websiteApi, websiteQueries } from '@/api/websites';
import { FormField, SelectField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Textarea } from '@/components/ui/field';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { showToast } from '@/lib/toast';
import { MoneyPreview } from './money-preview';
import { OutdatedNotice } from './outdated-notice';
import {
  CURRENCIES,
  formName,
  GOAL_METRICS,
  type GoalMetric,
  readSettings,
  type SettingsValues,
  settingsValues,
} from './settings-values';
import { useOutdatedResults } from './use-outdated-results';

const GOAL_LABELS: Record<GoalMetric, string> = {
  clicks: 'Clicks a month',
  leads: 'Leads a month',
  revenue: 'Revenue a month',
};

const check: Resolver<SettingsValues> = (values) => {
  const { errors } = readSettings(values);
  const found: FieldErrors<SettingsValues> = {};
  for (const [field, message] of Object.entries(errors)) set(found, formName(field), { type: 'validate', message });
  return Object.keys(found).length > 0 ? { values: {}, errors: found } : { values, errors: {} };
};

/** Value per lead, conversion rate, brand terms, competitors, market and goals of a website. */
export function WebsiteSettingsForm({ website }: { website: Website }) {
  const queries = useQueryClient();
  const { outdated, record } = useOutdatedResults(website);
  const form = useSaveForm({
    defaultValues: settingsValues(website.settings),
    resolver: check,
    save: (values) => websiteApi.update(website.id, { settings: readSettings(values).settings }),
    nameOf: formName,
    after: (answer) => settingsValues(answer.website.settings),
    failure: 'Failed to save the settings',
    onSaved: (answer) => {
      queries.setQueryData(websiteQueries.detail(website.id).queryKey, answer);
      queries.invalidateQueries({ queryKey: websiteQueries.all() });
      showToast({ title: 'Settings saved', description: 'The next runs of the engines use them.' });
      // The settings are saved; without the runs only the notice is missing.
      record(website.settings, answer.website.settings).catch(() => undefined);
    },
  });
  const { control } = form;
  return (
    <Form form={form} className="gap-8">
      <LeaveGuard isDirty={form.isDirty} />
      <LeadFields control={control}>
        <MoneyPreview website={website} control={control} isOutdated={outdated.length > 0} />
      </LeadFields>
      <BrandFields control={control} />
      <GoalFields control={control} />
      <div className="grid justify-items-start gap-4">
        <Button type="submit" busy={form.isBusy} disabled={!form.isDirty} needsNetwork>
          Save settings
        </Button>
        <OutdatedNotice website={website} outdated={outdated} />
      </div>
    </Form>
  );
}

function BrandFields({ control }: { control: Control<SettingsValues> }) {
  return (
    <fieldset className="grid items-start gap-5 sm:grid-cols-2">
      <legend className="mb-4 font-medium">Brand and market</legend>
      <TextField
        control={control}
        name="brandTerms"
        label="Brand terms"
        hint="Words that name your brand, separated by commas."
        autoComplete="off"
        placeholder="acme, acme roofing"
      />
      <FormField
        control={control}
        name="competitors"
        label="Competitors"
        hint="Host names, such as rival.example. The competitive engine compares your site with these first."
      >
        {(bound) => <Textarea {...bound} rows={1} className="field-sizing-content min-h-10" autoComplete="off" />}
      </FormField>
      <TextField control={control} name="vertical" label="Trade" hint="For example Plumbing." autoComplete="off" />
      <TextField
        control={control}
        name="place"
        label="Place"
        hint="City or region, for example Austin, TX."
        autoComplete="off"
      />
    </fieldset>
  );
}

function LeadFields({ control, children }: { control: Control<SettingsValues>; children: ReactNode }) {
  const chosen = useWatch({ control, name: 'currency' });
  const currencies = [...new Set([...CURRENCIES, ...(chosen ? [chosen] : [])])];
  return (
    <fieldset className="grid gap-5 sm:grid-cols-2">
      <legend className="mb-4 font-medium">Leads</legend>
      <TextField
        control={control}
        name="valuePerLead"
        label="Value per lead"
        hint="Average revenue per lead, for example 120.50."
        autoComplete="off"
      />
      <SelectField
        control={control}
        name="currency"
        label="Currency"
        hint="Of the value per lead and of revenue goals."
        options={[{ value: '', label: 'Not set (USD)' }, ...currencies.map((code) => ({ value: code, label: code }))]}
      />
      <div>
        <TextField
          control={control}
          name="conversionRate"
          label="Conversion rate (%)"
          hint="Share of visitors who become a lead, for example 3.1."
          autoComplete="off"
        />
        {children}
      </div>
      <TextField
        control={control}
        name="conversionVisits"
        label="Visits behind the conversion rate"
        hint="Visits that the rate was measured on. Empty: taken as exact."
        autoComplete="off"
      />
      <TextField
        control={control}
        name="spread"
        label="Uncertainty of the value per lead"
        hint="0 is exact; 0.5 is about half to twice the value."
        autoComplete="off"
        placeholder="0.5"
      />
    </fieldset>
  );
}

function GoalFields({ control }: { control: Control<SettingsValues> }) {
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-4 font-medium">Goals</legend>
      {GOAL_METRICS.map((metric) => (
        <div key={metric} className="grid gap-5 sm:grid-cols-2">
          <TextField
            control={control}
            name={`goals.${metric}.target`}
            label={GOAL_LABELS[metric]}
            inputMode="decimal"
            autoComplete="off"
          />
          <TextField
            control={control}
            name={`goals.${metric}.by`}
            label="By (optional)"
            type="date"
            aria-label={`${GOAL_LABELS[metric]} by`}
          />
        </div>
      ))}
    </fieldset>
  );
}
