import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Control } from 'react-hook-form';
import { opportunityApi, opportunityQueries } from '@/api/opportunities';
import type { Opportunity } from '@/api/types';
import { CheckField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
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

/** Values that differ from `before`; empty texts are omitted. */
function changed(values: Values, before: Values) {
  const isNew = <Key extends keyof Values>(key: Key) => values[key] !== before[key] && values[key] !== '';
  const number = (key: 'score' | 'difficulty' | 'effortMinutes') => numberOf(values[key]);
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
  const id = useId();
  const queries = useQueryClient();
  const [before] = useState(() => valuesOf(opportunity));
  const form = useSaveForm({
    defaultValues: before,
    save: (values) => {
      const body = changed(values, before);
      return opportunity
        ? opportunityApi.update(opportunity.id, body)
        : opportunityApi.create({ ...body, title: values.title.trim(), websiteId });
    },
    failure: opportunity ? failures.updateOpportunity : failures.createOpportunity,
    onSaved: (_answer, { title }) => {
      queries.invalidateQueries({ queryKey: opportunityQueries.all() });
      showToast({ title: opportunity ? 'Opportunity saved' : 'Opportunity created', description: title.trim() });
      onClose();
    },
  });
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
          <Button type="submit" form={id} busy={form.isBusy} needsNetwork>
            {opportunity ? 'Save opportunity' : 'Create opportunity'}
          </Button>
        </>
      }
    >
      <Form form={form} id={id} className="gap-4">
        <OpportunityFields control={form.control} />
      </Form>
    </Dialog>
  );
}

function OpportunityFields({ control }: { control: Control<Values> }) {
  return (
    <>
      <TextField
        control={control}
        name="title"
        label="Title"
        hint='What to do, for example "Answer the pricing question".'
        autoComplete="off"
        required="Enter what to do."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField control={control} name="category" label="Category" autoComplete="off" />
        <TextField control={control} name="keyword" label="Keyword (optional)" autoComplete="off" />
        <TextField control={control} name="score" label="Score" hint="0 to 100; higher comes first." check={percent} />
        <TextField control={control} name="difficulty" label="Difficulty (optional)" hint="0 to 100." check={percent} />
        <TextField control={control} name="effortMinutes" label="Work in minutes (optional)" check={minutes} />
      </div>
      <CheckField control={control} name="quickWin" label="Quick win" />
    </>
  );
}

function numberOf(typed: string): number {
  return Number(typed.replace(',', '.'));
}

function percent(typed: string): true | string {
  const value = numberOf(typed);
  return (value >= 0 && value <= 100) || 'Enter a number from 0 to 100.';
}

function minutes(typed: string): true | string {
  return numberOf(typed) >= 0 || 'Enter a number of minutes such as 45.';
}
