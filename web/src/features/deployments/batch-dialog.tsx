import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';
import { type BatchDeploy, type DeploymentLimits, deploymentApi } from '@/api/deployments';
import { marketQueries } from '@/api/market-data';
import type { SiteKind, SiteTheme } from '@/api/sites';
import { CheckListField, SelectField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { KINDS } from '@/components/sites/site-words';
import { ThemeChoice } from '@/components/sites/theme-choice';
import { useTargetOptions } from '@/components/sites/use-targets';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { plural } from '@/lib/format';
import { failures } from '@/lib/strings';
import { showToast } from '@/lib/toast';
import { useRefreshDeployments } from './use-deployment-actions';

/** Form of a batch: the best markets of some verticals become sites at once. */
export function BatchDialog({
  open,
  limits,
  onClose,
}: {
  open: boolean;
  limits: DeploymentLimits | undefined;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Deploy a batch"
      description="The best markets of these verticals become sites at once. You approve them before they are public."
      className="w-[min(42rem,calc(100vw-2rem))]"
    >
      {open ? <BatchForm limits={limits} onStarted={onClose} /> : null}
    </Dialog>
  );
}

const EMPTY = {
  verticals: [] as string[],
  kind: 'goldmine' as string,
  states: '',
  minPopulation: '',
  limit: '3',
  theme: '',
  targetId: '',
};

type Values = typeof EMPTY;

/** Postal codes of states, as typed with commas or spaces. */
export function statesOf(text: string): string[] {
  return [...new Set(text.toUpperCase().split(/[\s,;]+/))].filter((state) => state !== '');
}

function checkStates(text: string): true | string {
  const wrong = statesOf(text).find((state) => !/^[A-Z]{2}$/.test(state));
  return wrong === undefined || `${wrong} is not a state. Write its two letters, for example OK.`;
}

const whole =
  (least: number, most: number, text: string) =>
  (typed: string): true | string => {
    const trimmed = typed.trim();
    if (trimmed === '') return true;
    return (/^\d+$/.test(trimmed) && Number(trimmed) >= least && Number(trimmed) <= most) || text;
  };

function bodyOf({ verticals, kind, states, minPopulation, limit, theme, targetId }: Values): BatchDeploy {
  const codes = statesOf(states);
  return {
    verticals,
    kind: kind as SiteKind,
    limit: Number(limit),
    ...(codes.length > 0 ? { states: codes } : {}),
    ...(minPopulation.trim() ? { minPopulation: Number(minPopulation) } : {}),
    ...(theme ? { theme: theme as SiteTheme } : {}),
    ...(targetId ? { targetId } : {}),
  };
}

function BatchForm({ limits, onStarted }: { limits: DeploymentLimits | undefined; onStarted: () => void }) {
  const [key] = useState(() => crypto.randomUUID());
  const refresh = useRefreshDeployments();
  const form = useSaveForm({
    defaultValues: EMPTY,
    save: (values: Values) => deploymentApi.batchDeploy(bodyOf(values), key),
    failure: failures.batchDeployment,
    onSaved: async ({ totalSitesPlanned }) => {
      showToast({ title: `Batch started: ${plural(totalSitesPlanned, 'site')} planned` });
      onStarted();
      await refresh();
    },
  });
  return (
    <Form form={form}>
      <BatchFields control={form.control} />
      <Review control={form.control} limits={limits} />
      <div>
        <Button type="submit" needsNetwork busy={form.isBusy}>
          Build the sites
        </Button>
      </div>
    </Form>
  );
}

function BatchFields({ control }: { control: Control<Values> }) {
  const verticals = useQuery(marketQueries.verticals());
  const targets = useTargetOptions();
  const theme = useController({ control, name: 'theme' });
  return (
    <>
      <QueryPanel
        query={verticals}
        fallback="Failed to load the verticals."
        loading={<LoadingRows rows={3} className="p-0" />}
      >
        {(list) => (
          <CheckListField
            control={control}
            name="verticals"
            label="Verticals"
            required="Choose at least one vertical."
            options={list.map(({ slug, name }) => ({ value: slug, label: name }))}
            className="mt-2 grid max-h-44 grid-cols-1 gap-2 overflow-y-auto rounded-md border border-border p-3 sm:grid-cols-2"
          />
        )}
      </QueryPanel>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          control={control}
          name="kind"
          label="Kind of sites"
          options={KINDS.map(({ value, label, text }) => ({ value, label: `${label}: ${text.toLowerCase()}` }))}
        />
        <TextField
          control={control}
          name="limit"
          label="Maximum sites"
          inputMode="numeric"
          hint="1 to 10,000, for example 3. One site of a trade serves a metropolitan area."
          required="Enter how many sites."
          check={whole(1, 10_000, 'Enter a number from 1 to 10,000.')}
        />
        <TextField
          control={control}
          name="states"
          label="States (optional)"
          hint="For example OK, TX. Empty for all states."
          check={checkStates}
        />
        <TextField
          control={control}
          name="minPopulation"
          label="Minimum population (optional)"
          inputMode="numeric"
          hint="For example 50000."
          check={whole(0, 100_000_000, 'Enter a whole number.')}
        />
        <SelectField control={control} name="targetId" label="Target" options={targets} />
      </div>
      <ThemeChoice any value={theme.field.value} onChange={theme.field.onChange} />
    </>
  );
}

function Review({ control, limits }: { control: Control<Values>; limits: DeploymentLimits | undefined }) {
  const { limit, verticals } = useWatch({ control }) as Values;
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1 || verticals.length === 0) return null;
  return (
    <p className="rounded-md bg-muted/60 px-4 py-3 text-[0.8125rem]">
      Up to {plural(most, 'site')} for {plural(verticals.length, 'vertical')} are built and checked. None is public
      before you approve it.
      {limits ? ` At most ${plural(limits.newSitesPerDay, 'new site')} go live on a day.` : ''}
    </p>
  );
}
