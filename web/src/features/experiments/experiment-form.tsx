import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { experimentApi, experimentQueries, type NewExperiment } from '@/api/experiments';
import type { Website } from '@/api/types';
import { websiteQueries } from '@/api/websites';
import { CheckListField, SegmentedField, SelectField, TextareaField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/dialog';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { preferredWebsite } from '@/hooks/use-current-website';
import { beforeLeaving } from '@/lib/unsaved';

/** Creates an experiment. Its power is computed once it is stored. */
export function ExperimentForm({
  open,
  annotationId,
  onClose,
}: {
  open: boolean;
  /** Change log entry of which the data fill empty fields; empty for none. */
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
      <QueryPanel query={websites} fallback="Failed to load the websites.">
        {(all) => <NewExperimentForm websites={all} annotationId={annotationId} onClose={onClose} />}
      </QueryPanel>
    </Drawer>
  );
}

type Metric = 'clicks' | 'impressions' | 'clicks_at_position' | 'visits' | 'conversions' | 'ai_visits';

interface Values {
  title: string;
  hypothesis: string;
  websiteIds: string[];
  design: 'before_after' | 'split';
  unit: 'site' | 'page' | 'query';
  metric: Metric;
  /** Pages or queries, one per line. */
  targets: string;
  controls: string;
  startsOn: string;
  days: string;
  dollars: string;
}

const BLANK: Values = {
  title: '',
  hypothesis: '',
  websiteIds: [],
  design: 'before_after',
  unit: 'page',
  metric: 'clicks',
  targets: '',
  controls: '',
  startsOn: '',
  days: '28',
  dollars: '',
};

const DESIGNS = [
  { value: 'before_after', label: 'Before/after' },
  { value: 'split', label: 'Random split' },
] as const;

const UNITS = [
  { value: 'page', label: 'Pages' },
  { value: 'query', label: 'Queries' },
  { value: 'site', label: 'Whole site' },
] as const;

const MAX_DAYS = 365;

function NewExperimentForm({
  websites,
  annotationId,
  onClose,
}: {
  websites: readonly Website[];
  annotationId: string;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const preferred = preferredWebsite(websites);
  const form = useSaveForm({
    defaultValues: { ...BLANK, websiteIds: preferred && !annotationId ? [preferred.id] : [] },
    save: (values) => experimentApi.create(bodyOf(values, annotationId)),
    nameOf: (field) => REQUEST_FIELDS[field] ?? field,
    onSaved: ({ experiment }) => {
      queries.invalidateQueries({ queryKey: experimentQueries.all() });
      onClose();
      navigate(`/experiments/${experiment.id}`);
    },
  });
  const { control } = form;
  return (
    <Form form={form}>
      <LeaveGuard isDirty={form.isDirty} />
      <TextField
        control={control}
        name="title"
        label="Change"
        maxLength={200}
        placeholder="New titles on the service pages"
        required={annotationId ? undefined : 'Enter what changes.'}
      />
      <TextareaField
        control={control}
        name="hypothesis"
        label="Hypothesis"
        hint="Optional. For example: shorter titles raise the CTR."
      />
      <CheckListField
        control={control}
        name="websiteIds"
        label="Websites (several are pooled)"
        className="mt-2 grid gap-2"
        options={websites.map(({ id, name }) => ({ value: id, label: <span className="truncate">{name}</span> }))}
      />
      <DesignFields control={control} />
      <MeasureFields control={control} />
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={() => beforeLeaving(onClose)}>
          Cancel
        </Button>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          Estimate power
        </Button>
      </div>
    </Form>
  );
}

/** Form names of request fields with different names. */
const REQUEST_FIELDS: Record<string, string> = { arms: 'websiteIds', centsPerUnit: 'dollars' };

/** Fields for the design: before/after or split; pages, queries or the whole site; and which of them. */
function DesignFields({ control }: { control: Control<Values> }) {
  const [design, unit] = useWatch({ control, name: ['design', 'unit'] });
  const isSplit = design === 'split';
  return (
    <>
      <SegmentedField control={control} name="design" label="Design" options={DESIGNS} />
      {isSplit ? (
        <p className="-mt-3 text-[0.8125rem] text-muted-foreground">
          Half of the pages are chosen at random before the start. Change only those.
        </p>
      ) : (
        <SegmentedField control={control} name="unit" label="Unit" options={UNITS} />
      )}
      {isSplit ? (
        <TextareaField
          control={control}
          name="targets"
          label="Pages to choose from"
          hint="One per line. Leave empty to use all pages with data."
        />
      ) : null}
      {!isSplit && unit !== 'site' ? (
        <>
          <TextareaField
            control={control}
            name="targets"
            label={unit === 'query' ? 'Queries' : 'Pages'}
            hint="One per line, for example /services/roof-repair."
          />
          <TextareaField
            control={control}
            name="controls"
            label="Control group"
            hint="One per line. Leave empty to use the others with the most data."
          />
        </>
      ) : null}
    </>
  );
}

/** Fields for start, duration and metric. */
function MeasureFields({ control }: { control: Control<Values> }) {
  const [design, unit, metric] = useWatch({ control, name: ['design', 'unit', 'metric'] });
  const knows = knowsPositions({ design, unit });
  const metrics = [
    { value: 'clicks', label: 'Clicks' },
    { value: 'impressions', label: 'Impressions' },
    ...(knows ? [{ value: 'clicks_at_position', label: 'Clicks at equal positions' }] : []),
    ...(unit === 'query'
      ? []
      : [
          { value: 'visits', label: 'Visits' },
          { value: 'conversions', label: 'Conversions' },
          { value: 'ai_visits', label: 'Visits from AI assistants' },
        ]),
  ];
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField control={control} name="startsOn" label="Start date" type="date" hint="Leave empty to start today." />
      <TextField
        control={control}
        name="days"
        label="Duration, days"
        type="number"
        min={1}
        max={MAX_DAYS}
        required="Enter the number of days."
        check={(typed) => isWhole(typed, 1, MAX_DAYS) || `Enter a whole number from 1 to ${MAX_DAYS}.`}
      />
      <SelectField
        control={control}
        name="metric"
        label="Metric"
        hint={HINTS[metricOf({ design, unit, metric })]}
        options={metrics}
      />
      <TextField
        control={control}
        name="dollars"
        label="Value per unit, $"
        type="number"
        min={0}
        step="0.01"
        hint="Optional, for example 0.80 per click."
        check={(typed) => typed === '' || Number(typed) >= 0 || 'Enter an amount such as 0.80.'}
      />
    </div>
  );
}

function isWhole(typed: string, low: number, high: number): boolean {
  const value = Number(typed);
  return Number.isInteger(value) && value >= low && value <= high;
}

/** Positions are known for pages and queries in before/after designs. */
function knowsPositions({ design, unit }: Pick<Values, 'design' | 'unit'>): boolean {
  return design === 'before_after' && unit !== 'site';
}

const OF_VISITS: readonly Metric[] = ['visits', 'conversions', 'ai_visits'];

const HINTS: Partial<Record<Metric, string>> = {
  clicks_at_position: 'For titles and snippets: removes the effect of position changes.',
  visits: 'Counted by the beacon on your pages, by the first page of a visit.',
  conversions: 'Counted by the beacon on your pages, by the first page of a visit.',
  ai_visits: 'Visits from ChatGPT, Perplexity and other assistants, as the beacon on your pages counts them.',
};

/** Returns the chosen metric, or clicks if the design or unit does not support it. */
function metricOf(values: Pick<Values, 'design' | 'unit' | 'metric'>): Metric {
  const isMissing =
    values.metric === 'clicks_at_position'
      ? !knowsPositions(values)
      : values.unit === 'query' && OF_VISITS.includes(values.metric);
  return isMissing ? 'clicks' : values.metric;
}

/** Returns the request. With an entry of the change log, it has only the filled fields. */
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
