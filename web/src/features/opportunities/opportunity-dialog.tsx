import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, errorText } from '@/api/errors';
import { opportunityApi, opportunityQueries } from '@/api/opportunities';
import type { Opportunity } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Dialog } from '@/components/ui/dialog';
import { Field, Input } from '@/components/ui/field';
import { failures } from '@/lib/strings';
import { showToast } from '@/lib/toast';

interface Values {
  title: string;
  category: string;
  keyword: string;
  score: string;
  difficulty: string;
  effortMinutes: string;
  quickWin: boolean;
}

function valuesOf(opportunity: Opportunity | null): Values {
  const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));
  return {
    title: opportunity?.title ?? '',
    category: opportunity?.category ?? 'manual',
    keyword: opportunity?.keyword ?? '',
    score: text(opportunity?.score ?? 50),
    difficulty: text(opportunity?.difficulty),
    effortMinutes: text(opportunity?.effortMinutes),
    quickWin: opportunity?.quickWin ?? false,
  };
}

/** Values that differ from `before`; an empty text is left out. */
function changed(values: Values, before: Values) {
  const isNew = <Key extends keyof Values>(key: Key) => values[key] !== before[key] && values[key] !== '';
  const number = (key: 'score' | 'difficulty' | 'effortMinutes') => Number(values[key].replace(',', '.'));
  return {
    ...(isNew('title') ? { title: values.title.trim() } : {}),
    ...(isNew('category') ? { category: values.category.trim() } : {}),
    ...(isNew('keyword') ? { keyword: values.keyword.trim() } : {}),
    ...(isNew('score') ? { score: number('score') } : {}),
    ...(isNew('difficulty') ? { difficulty: number('difficulty') } : {}),
    ...(isNew('effortMinutes') ? { effortMinutes: Math.round(number('effortMinutes')) } : {}),
    ...(isNew('quickWin') ? { quickWin: values.quickWin } : {}),
  };
}

/** Creates an opportunity, or edits one. An edited one keeps its values in later runs of its engine. */
export function OpportunityDialog({
  websiteId,
  opportunity,
  onClose,
}: {
  websiteId: string;
  /** The one to edit; null for a new one. */
  opportunity: Opportunity | null;
  onClose: () => void;
}) {
  const form = useId();
  const queries = useQueryClient();
  const [before] = useState(() => valuesOf(opportunity));
  const [values, setValues] = useState(before);
  const set = (change: Partial<Values>) => setValues((now) => ({ ...now, ...change }));
  const save = useMutation({
    mutationFn: () => {
      const body = changed(values, before);
      return opportunity
        ? opportunityApi.update(opportunity.id, body)
        : opportunityApi.create({ ...body, title: values.title.trim(), websiteId });
    },
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: opportunityQueries.all() });
      showToast({ title: opportunity ? 'Opportunity saved' : 'Opportunity created', description: values.title.trim() });
      onClose();
    },
  });
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const label = opportunity ? 'Save opportunity' : 'Create opportunity';
  const text = (key: Exclude<keyof Values, 'quickWin'>, name: string, hint?: string) => (
    <Field label={name} hint={hint} error={fields[key] ?? null}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          value={values[key]}
          onChange={(event) => set({ [key]: event.target.value })}
        />
      )}
    </Field>
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={opportunity ? 'Edit opportunity' : 'New opportunity'}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={save.isPending} disabled={!values.title.trim()} needsNetwork>
            {label}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-4" onSubmit={submit}>
        {save.error && Object.keys(fields).length === 0 ? (
          <Callout
            tone="danger"
            title={errorText(save.error, opportunity ? failures.updateOpportunity : failures.createOpportunity)}
          />
        ) : null}
        {text('title', 'Title', 'What to do, for example "Answer the pricing question".')}
        <div className="grid gap-4 sm:grid-cols-2">
          {text('category', 'Category')}
          {text('keyword', 'Keyword (optional)')}
          {text('score', 'Score', '0 to 100; higher comes first.')}
          {text('difficulty', 'Difficulty (optional)', '0 to 100.')}
          {text('effortMinutes', 'Work in minutes (optional)')}
        </div>
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-(--primary)"
            checked={values.quickWin}
            onChange={(event) => set({ quickWin: event.target.checked })}
          />
          Quick win
        </label>
      </form>
    </Dialog>
  );
}
