import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Control } from 'react-hook-form';
import { marketApi, marketQueries, type NewMarketValue } from '@/api/market-data';
import { SelectField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';

interface Values {
  kind: 'payout' | 'cpc' | 'demand' | 'tiers';
  vertical: string;
  state: string;
  place: string;
  unit: 'lead' | 'call';
  typical: string;
  low: string;
  high: string;
  tier1Cents: string;
  tier2Cents: string;
  source: string;
}

const EMPTY: Values = {
  kind: 'payout',
  vertical: '',
  state: '',
  place: '',
  unit: 'lead',
  typical: '',
  low: '',
  high: '',
  tier1Cents: '1000',
  tier2Cents: '300',
  source: '',
};

const KINDS = [
  { value: 'payout', label: 'Payout' },
  { value: 'cpc', label: 'CPC' },
  { value: 'demand', label: 'Demand' },
  { value: 'tiers', label: 'Tier thresholds' },
];
const UNITS = [
  { value: 'lead', label: 'Per lead' },
  { value: 'call', label: 'Per call' },
];

const isNumber = (typed: string): true | string =>
  typed.trim() === '' || Number.isFinite(Number(typed)) || 'Enter a number, such as 85.50.';

/** The value as the server takes it: money in cents. */
function bodyOf(values: Values): NewMarketValue {
  const scale = values.kind === 'demand' ? 1 : 100;
  const number = (typed: string, by: number) =>
    typed.trim() === '' ? undefined : Math.round(Number(typed) * by * 100) / 100;
  const text = (typed: string) => typed.trim() || undefined;
  const common = { kind: values.kind, vertical: text(values.vertical), source: text(values.source) };
  if (values.kind === 'tiers') {
    return {
      kind: 'tiers',
      vertical: common.vertical,
      tier1Cents: number(values.tier1Cents, 100),
      tier2Cents: number(values.tier2Cents, 100),
    };
  }
  const typical = number(values.typical, scale);
  if (values.kind === 'cpc') return { ...common, typical };
  const where = { state: text(values.state), place: text(values.place) };
  const range = { low: number(values.low, scale), high: number(values.high, scale) };
  return { ...common, ...where, ...range, typical, ...(values.kind === 'payout' ? { unit: values.unit } : {}) };
}

/** Sets one value of the workspace. */
export function ValueForm({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const verticals = useQuery(marketQueries.verticals());
  const form = useSaveForm({
    defaultValues: EMPTY,
    save: (values) => marketApi.set(bodyOf(values)),
    nameOf: (field) => field.replace(/^values\/0\//, ''),
    onSaved: () => {
      queries.invalidateQueries({ queryKey: marketQueries.all() });
      onClose();
    },
  });
  const { control } = form;
  const kind = form.methods.watch('kind');
  const options = [
    { value: '', label: kind === 'tiers' ? 'All verticals' : 'Choose a vertical' },
    ...(verticals.data ?? []).map(({ slug, name }) => ({ value: slug, label: name })),
  ];
  return (
    <Form form={form}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField control={control} name="kind" label="Value" options={KINDS} />
        <SelectField
          control={control}
          name="vertical"
          label="Vertical"
          options={options}
          {...(kind === 'tiers' ? {} : { required: 'Choose a vertical.' })}
        />
      </div>
      {kind === 'payout' || kind === 'demand' ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField control={control} name="place" label="City" hint="Optional, e.g. Tulsa" maxLength={200} />
          <TextField
            control={control}
            name="state"
            label="State"
            hint={kind === 'payout' ? 'Of the city, or alone, e.g. OK' : 'Of the city, e.g. OK'}
            maxLength={20}
          />
        </div>
      ) : null}
      {kind === 'tiers' ? <Tiers control={control} /> : <Amounts form={form} kind={kind} />}
      {kind === 'tiers' ? null : (
        <TextField
          control={control}
          name="source"
          label="Source"
          hint="Optional, e.g. contract with a buyer"
          maxLength={200}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button needsNetwork type="submit" busy={form.isBusy}>
          Save value
        </Button>
      </div>
    </Form>
  );
}

function Tiers({ control }: { control: Control<Values> }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        control={control}
        name="tier1Cents"
        label="Tier 1 from ($ a month)"
        hint="Expected monthly profit"
        inputMode="decimal"
        required="Enter an amount."
        check={isNumber}
      />
      <TextField
        control={control}
        name="tier2Cents"
        label="Tier 2 from ($ a month)"
        inputMode="decimal"
        required="Enter an amount."
        check={isNumber}
      />
    </div>
  );
}

const AMOUNTS = {
  payout: { label: 'Payout ($)', hint: 'What a buyer pays for one, e.g. 85.50' },
  cpc: { label: 'CPC ($)', hint: 'What a click on an ad costs, e.g. 12.40' },
  demand: { label: 'Monthly search volume', hint: 'In the city; without a city per 100,000 people' },
} as const;

function Amounts({
  form,
  kind,
}: {
  form: ReturnType<typeof useSaveForm<Values, unknown>>;
  kind: keyof typeof AMOUNTS;
}) {
  const { control } = form;
  const { label, hint } = AMOUNTS[kind];
  const hasRange = kind === 'payout' || (kind === 'demand' && form.methods.watch('place').trim() === '');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        control={control}
        name="typical"
        label={label}
        hint={hint}
        inputMode="decimal"
        required="Enter a number."
        check={isNumber}
      />
      {kind === 'payout' ? <SelectField control={control} name="unit" label="Unit" options={UNITS} /> : null}
      {hasRange ? (
        <>
          <TextField control={control} name="low" label="Lowest" hint="Optional" inputMode="decimal" check={isNumber} />
          <TextField
            control={control}
            name="high"
            label="Highest"
            hint="Optional"
            inputMode="decimal"
            check={isNumber}
          />
        </>
      ) : null}
    </div>
  );
}
