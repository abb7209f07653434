import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { errorText } from '@/api/errors';
import { experimentApi, type NewExperiment } from '@/api/experiments';
import type { Website } from '@/api/types';
import { websiteQueries } from '@/api/websites';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Drawer } from '@/components/ui/dialog';
import { Field, Input, Select, Textarea } from '@/components/ui/field';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { Segmented } from '@/components/ui/segmented';
import { preferredWebsite } from '@/hooks/use-current-website';
import { beforeLeaving } from '@/lib/unsaved';

/** Asks for what is tried. What can be seen of it is told as soon as it is written down. */
export function ExperimentForm({
  open,
  annotationId,
  onClose,
}: {
  open: boolean;
  /** The noted change that it is about: it gives what is left empty. */
  annotationId: string;
  onClose: () => void;
}) {
  const websites = useQuery({ ...websiteQueries.list(), enabled: open });
  return (
    <Drawer
      open={open}
      onClose={() => beforeLeaving(onClose)}
      title="New experiment"
      description={
        annotationId
          ? 'Measures the change from your change log. Empty fields are filled from it.'
          : 'Enter what you change, where, and from which day.'
      }
    >
      <QueryPanel query={websites}>
        {(all) => <Form websites={all} annotationId={annotationId} onClose={onClose} />}
      </QueryPanel>
    </Drawer>
  );
}

type Metric = 'clicks' | 'impressions' | 'clicks_at_position';

interface Values {
  title: string;
  hypothesis: string;
  websiteIds: string[];
  design: 'before_after' | 'split';
  unit: 'site' | 'page' | 'query';
  metric: Metric;
  targets: string;
  controls: string;
  startsOn: string;
  days: string;
  dollars: string;
}

function Form({
  websites,
  annotationId,
  onClose,
}: {
  websites: readonly Website[];
  annotationId: string;
  onClose: () => void;
}) {
  const preferred = preferredWebsite(websites);
  const [first] = useState<Values>({
    title: '',
    hypothesis: '',
    websiteIds: preferred && !annotationId ? [preferred.id] : [],
    design: 'before_after',
    unit: 'page',
    metric: 'clicks',
    targets: '',
    controls: '',
    startsOn: '',
    days: '28',
    dollars: '',
  });
  const [values, setValues] = useState(first);
  const set = <Key extends keyof Values>(key: Key, value: Values[Key]) =>
    setValues((now) => ({ ...now, [key]: value }));
  const create = useCreate(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(bodyOf(values, annotationId));
  };
  const isSplit = values.design === 'split';
  return (
    <form onSubmit={submit} className="grid gap-5">
      <LeaveGuard isDirty={!create.isSuccess && JSON.stringify(values) !== JSON.stringify(first)} />
      {create.isError ? <Callout tone="danger">{errorText(create.error)}</Callout> : null}
      <Field label="Change">
        {(control) => (
          <Input
            {...control}
            required={!annotationId}
            maxLength={200}
            placeholder="New titles on the service pages"
            value={values.title}
            onChange={(event) => set('title', event.target.value)}
          />
        )}
      </Field>
      <Field label="Hypothesis" hint="Optional. For example: shorter titles raise the CTR.">
        {(control) => (
          <Textarea
            {...control}
            value={values.hypothesis}
            onChange={(event) => set('hypothesis', event.target.value)}
          />
        )}
      </Field>
      <Websites websites={websites} chosen={values.websiteIds} onChoose={(ids) => set('websiteIds', ids)} />
      <Segmented
        label="Design"
        value={values.design}
        options={[
          { value: 'before_after', label: 'Before/after' },
          { value: 'split', label: 'Random split' },
        ]}
        onChange={(design) => set('design', design)}
      />
      {isSplit ? (
        <p className="-mt-3 text-[0.8125rem] text-muted-foreground">
          Half of the pages are chosen at random before the start. Change only those.
        </p>
      ) : (
        <Segmented
          label="Unit"
          value={values.unit}
          options={[
            { value: 'page', label: 'Pages' },
            { value: 'query', label: 'Queries' },
            { value: 'site', label: 'Whole site' },
          ]}
          onChange={(unit) => set('unit', unit)}
        />
      )}
      {values.unit === 'site' && !isSplit ? null : (
        <>
          <Field
            label={isSplit ? 'Pages to choose from' : values.unit === 'query' ? 'Queries' : 'Pages'}
            hint={
              isSplit
                ? 'One per line. Leave empty to use all pages with data.'
                : 'One per line, for example /services/roof-repair.'
            }
          >
            {(control) => (
              <Textarea {...control} value={values.targets} onChange={(event) => set('targets', event.target.value)} />
            )}
          </Field>
          {isSplit ? null : (
            <Field label="Control group" hint="One per line. Leave empty to use the others with the most data.">
              {(control) => (
                <Textarea
                  {...control}
                  value={values.controls}
                  onChange={(event) => set('controls', event.target.value)}
                />
              )}
            </Field>
          )}
        </>
      )}
      <div className="grid grid-cols-2 gap-4">
        <Field label="Start date" hint="Leave empty to start today.">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={values.startsOn}
              onChange={(event) => set('startsOn', event.target.value)}
            />
          )}
        </Field>
        <Field label="Duration, days">
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              max={365}
              required
              value={values.days}
              onChange={(event) => set('days', event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Metric"
          hint={
            metricOf(values) === 'clicks_at_position'
              ? 'For titles and snippets: removes the effect of position changes.'
              : undefined
          }
        >
          {(control) => (
            <Select
              {...control}
              value={metricOf(values)}
              onChange={(event) => set('metric', event.target.value as Metric)}
            >
              <option value="clicks">Clicks</option>
              <option value="impressions">Impressions</option>
              {knowsPositions(values) ? <option value="clicks_at_position">Clicks at equal positions</option> : null}
            </Select>
          )}
        </Field>
        <Field label="Value per unit, $" hint="Optional, for example 0.80 per click.">
          {(control) => (
            <Input
              {...control}
              type="number"
              min={0}
              step="0.01"
              value={values.dollars}
              onChange={(event) => set('dollars', event.target.value)}
            />
          )}
        </Field>
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={create.isPending} needsNetwork>
          Estimate power
        </Button>
      </div>
    </form>
  );
}

function Websites({
  websites,
  chosen,
  onChoose,
}: {
  websites: readonly Website[];
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
}) {
  const id = useId();
  const toggle = (website: string) =>
    onChoose(chosen.includes(website) ? chosen.filter((each) => each !== website) : [...chosen, website]);
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-[0.8125rem] font-medium">Websites (several are pooled)</legend>
      {websites.map((website) => (
        <label key={website.id} htmlFor={`${id}-${website.id}`} className="flex min-h-9 items-center gap-2.5">
          <input
            id={`${id}-${website.id}`}
            type="checkbox"
            className="size-4 accent-primary"
            checked={chosen.includes(website.id)}
            onChange={() => toggle(website.id)}
          />
          <span className="min-w-0 truncate">{website.name}</span>
        </label>
      ))}
    </fieldset>
  );
}

function useCreate(onClose: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: experimentApi.create,
    onSuccess: ({ experiment }) => {
      queries.invalidateQueries({ queryKey: ['experiments'] });
      onClose();
      navigate(`/experiments/${experiment.id}`);
    },
  });
}

/** Positions are those of the pages or searches that are changed, before and after. */
function knowsPositions({ design, unit }: Values): boolean {
  return design === 'before_after' && unit !== 'site';
}

/** What is counted: what was chosen, unless it does not go with the rest. */
function metricOf(values: Values): Metric {
  return values.metric === 'clicks_at_position' && !knowsPositions(values) ? 'clicks' : values.metric;
}

/** What is sent: with a noted change, only what was filled in. */
export function bodyOf(values: Values, annotationId: string): NewExperiment {
  const lines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  const isSite = values.unit === 'site' && values.design !== 'split';
  const targets = isSite ? [] : lines(values.targets);
  const controls = isSite || values.design === 'split' ? [] : lines(values.controls);
  const arms = values.websiteIds.map((websiteId) => ({ websiteId, targets, controls }));
  return {
    ...(annotationId ? { annotationId } : {}),
    ...(values.title.trim() ? { title: values.title.trim() } : {}),
    ...(values.hypothesis.trim() ? { hypothesis: values.hypothesis.trim() } : {}),
    ...(arms.length > 0 ? { arms, unit: values.design === 'split' ? 'page' : values.unit } : {}),
    ...(values.startsOn ? { startsOn: values.startsOn } : {}),
    ...(values.dollars ? { centsPerUnit: Math.round(Number(values.dollars) * 100) } : {}),
    design: values.design,
    metric: metricOf(values),
    days: Number(values.days),
  };
}
