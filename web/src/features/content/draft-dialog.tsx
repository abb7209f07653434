import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { type ContentDocument, type DocumentWriter, documentQueries } from '@/api/documents';
import { QueryPanel } from '@/components/states/query-panel';
import { Button, ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Dialog } from '@/components/ui/dialog';
import { Field, Input, Select } from '@/components/ui/field';
import { Skeleton } from '@/components/ui/skeleton';
import { Switch } from '@/components/ui/switch';
import { formatMoney, plural } from '@/lib/format';
import type { Part } from './text-view';
import type { Drafting } from './use-drafting';
import { centsOf, type Entered, type KnownEstimate, microsOf, refusal, useModelChoice } from './use-model-choice';

interface Props {
  document: ContentDocument;
  /** What is written. */
  part: Part;
  isDirty: boolean;
  start: Drafting['start'];
  onClose: () => void;
}

const TITLES: Record<Part['scope'], string> = {
  page: 'Write with a model',
  section: 'Rewrite the section with a model',
  sentence: 'Rewrite the sentence with a model',
};
const DESCRIPTIONS: Record<Part['scope'], string> = {
  page: 'A language model writes the page from its facts. Sentences that no fact supports are left out.',
  section:
    'A language model writes the section again from the facts that it cites. Sentences that no fact supports are left out; heading and tables stay.',
  sentence: 'A language model words the sentence in another way. One that its facts do not support is not taken.',
};

/** Which language model writes the document or a part of it, and what it may cost. */
export default function DraftDialog({ open, ...props }: Props & { open: boolean }) {
  const writers = useQuery({ ...documentQueries.writers(), enabled: open });
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      title={TITLES[props.part.scope]}
      description={DESCRIPTIONS[props.part.scope]}
    >
      <QueryPanel
        query={writers}
        fallback="Failed to load the connections."
        loading={<Skeleton className="h-64" />}
        isEmpty={({ length }) => length === 0}
        empty={<NoWriters />}
      >
        {(connections) => <DraftForm key={JSON.stringify(props.part)} writers={connections} {...props} />}
      </QueryPanel>
    </Dialog>
  );
}

function NoWriters() {
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        No connection to a language model yet. Connect OpenAI, a compatible server (also one of your own), or Anthropic
        in the settings.
      </p>
      <ButtonLink to="/settings?tab=connections" size="sm">
        Settings, Connections
      </ButtonLink>
    </div>
  );
}

/** "At most $0.12 for 9 sections; $0.21 if every section is written twice". */
function estimateText({ sections, micros, mostMicros }: KnownEstimate): string {
  const [once, twice] = [formatMoney(centsOf(micros)), formatMoney(centsOf(mostMicros))];
  if (sections === 0) return once === twice ? `At most ${once}` : `At most ${once}; ${twice} if it is written twice`;
  return `At most ${once} for ${plural(sections, 'section')}; ${twice} if every section is written twice`;
}

/** The larger estimate, at least a cent. */
const defaultCap = ({ mostMicros }: KnownEstimate) => (Math.max(1, centsOf(mostMicros)) / 100).toFixed(2);

function DraftForm({
  document,
  part,
  isDirty,
  start,
  onClose,
  writers,
}: Props & { writers: readonly DocumentWriter[] }) {
  const model = useModelChoice(document, writers, part);
  const [entered, setCap] = useState<string | null>(null);
  const { estimate } = model;
  const cap = entered ?? (estimate ? defaultCap(estimate) : '');
  const budgetMicros = microsOf(cap) ?? 0;
  const canStart = estimate !== null && budgetMicros > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!canStart || start.isPending) return;
    model.remember();
    start.mutate({ ...model.choice, budgetMicros }, { onSuccess: onClose });
  };
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      {start.isError ? (
        <Callout tone="danger" title="Writing was not started">
          {refusal(start.error)}
        </Callout>
      ) : null}
      <ModelFields writers={writers} model={model} />
      {model.missingPrice === undefined ? null : (
        <PriceFields reason={model.missingPrice} entered={model.entered} onChange={model.set} />
      )}
      <Switch
        label="Second reading"
        hint="The model compares its text with the facts: other words stay, additions go. The cost includes it."
        checked={model.entered.hasSecondReading}
        onChange={(hasSecondReading) => model.set({ hasSecondReading })}
      />
      <p role="status" className="min-h-5 text-[0.8125rem]">
        <EstimateText model={model} />
      </p>
      <Field
        label="Cap, in dollars"
        hint={`No request is sent that could exceed it.${part.scope === 'sentence' ? '' : ' Sections that it does not cover are not written.'}`}
        error={cap !== '' && budgetMicros <= 0 ? 'Enter an amount of more than $0.' : null}
      >
        {(control) => (
          <Input {...control} inputMode="decimal" value={cap} onChange={({ target }) => setCap(target.value)} />
        )}
      </Field>
      {isDirty ? <p className="text-[0.8125rem]">Your unsaved changes are saved first, as a version.</p> : null}
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" needsNetwork busy={start.isPending} disabled={!canStart}>
          Start
        </Button>
      </div>
    </form>
  );
}

type Choice = ReturnType<typeof useModelChoice>;

function EstimateText({ model: { estimate, isEstimating, problem } }: { model: Choice }) {
  if (problem !== null) return <span className="text-destructive">{problem}</span>;
  if (estimate) return estimateText(estimate);
  return isEstimating ? 'Estimating the cost' : 'Choose a model to see what it costs.';
}

function ModelFields({ writers, model: { shown, set } }: { writers: readonly DocumentWriter[]; model: Choice }) {
  const list = useId();
  return (
    <>
      <Field label="Connection">
        {(control) => (
          <Select
            {...control}
            value={shown.connection?.id ?? ''}
            onChange={({ target }) => set({ connectionId: target.value, model: null, input: '', output: '' })}
          >
            {writers.map(({ id, name, providerName }) => (
              <option key={id} value={id}>
                {name} ({providerName})
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Model">
        {(control) => (
          <Input
            {...control}
            list={list}
            maxLength={200}
            autoComplete="off"
            value={shown.model}
            onChange={({ target }) => set({ model: target.value, input: '', output: '' })}
          />
        )}
      </Field>
      <datalist id={list}>
        {(shown.connection?.models ?? []).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

const PRICES = [
  { name: 'input', label: 'Input, dollars per million tokens' },
  { name: 'output', label: 'Output, dollars per million tokens' },
] as const;

function PriceFields({
  reason,
  entered,
  onChange,
}: {
  /** Why they are needed. */
  reason: string;
  entered: Entered;
  onChange: (change: Partial<Entered>) => void;
}) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-[0.8125rem] font-semibold">Prices of the model</legend>
      <p className="text-[0.8125rem] text-muted-foreground">{reason}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {PRICES.map(({ name, label }) => (
          <Field
            key={name}
            label={label}
            error={entered[name] !== '' && microsOf(entered[name]) === null ? 'Enter an amount, e.g. 0.5' : null}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                value={entered[name]}
                onChange={({ target }) => onChange({ [name]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
