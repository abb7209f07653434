import { type Control, useWatch } from 'react-hook-form';
import { SelectField, TextField } from '@/components/form/fields';
import type { Values } from './plan';

const GOALS = [
  { value: 'monthly_revenue', label: 'Revenue a month' },
  { value: 'live_sites', label: 'Live sites' },
  { value: 'leads', label: 'Leads' },
];

const TARGETS: Record<string, { label: string; hint: string }> = {
  monthly_revenue: { label: 'Dollars a month', hint: 'Revenue of its sites in 30 days, for example 5000.' },
  live_sites: { label: 'Number of live sites', hint: 'For example 20.' },
  leads: { label: 'Number of leads', hint: 'Leads of its sites without spam and duplicates, for example 100.' },
};

/** Name and goal. */
export function GoalStep({ control }: { control: Control<Values> }) {
  const kind = useWatch({ control, name: 'goalKind' });
  const target = TARGETS[kind] ?? { label: 'Number', hint: '' };
  return (
    <>
      <TextField
        control={control}
        name="name"
        label="Name"
        maxLength={100}
        hint="For example Oklahoma plumbers."
        autoComplete="off"
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField control={control} name="goalKind" label="Goal" options={GOALS} />
        <TextField control={control} name="goalTarget" label={target.label} hint={target.hint} inputMode="decimal" />
        <TextField
          control={control}
          name="goalBy"
          type="date"
          label="Last day (optional)"
          hint="The campaign finishes after it (UTC)."
        />
      </div>
    </>
  );
}
