import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { ApiError, errorText } from '@/api/errors';
import type { Website } from '@/api/types';
import { websiteApi, websiteQueries } from '@/api/websites';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Field, Input, Select } from '@/components/ui/field';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { showToast } from '@/lib/toast';
import {
  CURRENCIES,
  GOAL_METRICS,
  type GoalMetric,
  readSettings,
  type SettingsErrors,
  settingsValues,
} from './settings-values';

const GOAL_LABELS: Record<GoalMetric, string> = {
  clicks: 'Clicks a month',
  leads: 'Leads a month',
  revenue: 'Revenue a month',
};

/** Messages of the server by the form's names: "settings/market/vertical" is "market.vertical". */
function serverErrors(error: unknown): SettingsErrors {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).map(([path, text]) => [path.replace(/^settings\//, '').replaceAll('/', '.'), text]),
  );
}

/** Value per lead, conversion rate, brand terms, market and goals of a website. */
export function WebsiteSettingsForm({ website }: { website: Website }) {
  const queries = useQueryClient();
  const stored = useMemo(() => settingsValues(website.settings), [website.settings]);
  const [values, setValues] = useState(stored);
  const [tried, setTried] = useState(false);
  const { settings, errors } = useMemo(() => readSettings(values), [values]);
  const save = useMutation({
    mutationFn: () => websiteApi.update(website.id, { settings }),
    onSuccess: (answer) => {
      queries.setQueryData(websiteQueries.detail(website.id).queryKey, answer);
      queries.invalidateQueries({ queryKey: websiteQueries.all() });
      setValues(settingsValues(answer.website.settings));
      setTried(false);
      showToast({ title: 'Settings saved', description: 'The next runs of the engines use them.' });
    },
  });
  const fromServer = serverErrors(save.error);
  const shown: SettingsErrors = { ...fromServer, ...(tried ? errors : {}) };
  const isDirty = JSON.stringify(values) !== JSON.stringify(stored);
  const set = (change: Partial<typeof values>) => setValues((now) => ({ ...now, ...change }));
  const setGoal = (metric: GoalMetric, change: Partial<{ target: string; by: string }>) =>
    setValues((now) => ({ ...now, goals: { ...now.goals, [metric]: { ...now.goals[metric], ...change } } }));
  const field = (name: keyof typeof values, label: string, hint: string, key: string, placeholder?: string) => (
    <Field label={label} hint={hint} error={shown[key] ?? null}>
      {(control) => (
        <Input
          {...control}
          name={key}
          autoComplete="off"
          placeholder={placeholder}
          value={values[name] as string}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(errors).length === 0) save.mutate();
  };
  const currencies = [...new Set([...CURRENCIES, ...(values.currency ? [values.currency] : [])])];
  return (
    <form noValidate className="grid gap-8" onSubmit={submit}>
      <LeaveGuard isDirty={isDirty} />
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend className="mb-4 font-medium">Leads</legend>
        {field('valuePerLead', 'Value per lead', 'Average revenue per lead, for example 120.50.', 'valuePerLeadCents')}
        <Field label="Currency" hint="Of the value per lead and of revenue goals." error={shown.currency ?? null}>
          {(control) => (
            <Select {...control} value={values.currency} onChange={(event) => set({ currency: event.target.value })}>
              <option value="">Not set (USD)</option>
              {currencies.map((code) => (
                <option key={code} value={code}>
                  {code}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {field(
          'conversionRate',
          'Conversion rate (%)',
          'Share of visitors who become a lead, for example 3.1.',
          'conversionRate',
        )}
        {field(
          'conversionVisits',
          'Visits behind the conversion rate',
          'Visits that the rate was measured on. Empty: taken as exact.',
          'conversionVisits',
        )}
        {field(
          'spread',
          'Uncertainty of the value per lead',
          '0 is exact; 0.5 is about half to twice the value.',
          'valuePerLeadSpread',
          '0.5',
        )}
      </fieldset>
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend className="mb-4 font-medium">Brand and market</legend>
        {field(
          'brandTerms',
          'Brand terms',
          'Words that name your brand, separated by commas.',
          'brandTerms',
          'acme, acme roofing',
        )}
        <div className="hidden sm:block" />
        {field('vertical', 'Trade', 'For example Plumbing.', 'market.vertical')}
        {field('place', 'Place', 'City or region, for example Austin, TX.', 'market.place')}
      </fieldset>
      <fieldset className="grid gap-5">
        <legend className="mb-4 font-medium">Goals</legend>
        {GOAL_METRICS.map((metric) => (
          <div key={metric} className="grid gap-5 sm:grid-cols-2">
            <Field label={GOAL_LABELS[metric]} error={shown[`goals.${metric}`] ?? null}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  autoComplete="off"
                  value={values.goals[metric].target}
                  onChange={(event) => setGoal(metric, { target: event.target.value })}
                />
              )}
            </Field>
            <Field label="By (optional)">
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  aria-label={`${GOAL_LABELS[metric]} by`}
                  value={values.goals[metric].by}
                  onChange={(event) => setGoal(metric, { by: event.target.value })}
                />
              )}
            </Field>
          </div>
        ))}
      </fieldset>
      {save.error && Object.keys(fromServer).length === 0 ? (
        <Callout tone="danger" title="Failed to save the settings">
          {errorText(save.error)}
        </Callout>
      ) : null}
      <div>
        <Button type="submit" busy={save.isPending} disabled={!isDirty} needsNetwork>
          Save settings
        </Button>
      </div>
    </form>
  );
}
