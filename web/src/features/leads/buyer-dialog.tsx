import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Control, useController } from 'react-hook-form';
import { type Buyer, leadApi, leadQueries } from '@/api/leads';
import { marketQueries } from '@/api/market-data';
import { webhookQueries } from '@/api/webhooks';
import { CheckField, CheckListField, SelectField, TextareaField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Choice } from '@/components/ui/choice';
import { Dialog } from '@/components/ui/dialog';
import { amountOf, centsOf, linesOf, minutesOf, timeOf } from './words';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((label, index) => ({
  value: String(index + 1),
  label,
}));

/** Fields of the request and of the form, where their names differ. */
const NAMES: Record<string, string> = { priceCents: 'price', opensMinute: 'opens', closesMinute: 'closes' };

/** Form of a buyer; closed without one. */
export function BuyerDialog({ buyer, onClose }: { buyer: Buyer | 'new' | null; onClose: () => void }) {
  return (
    <Dialog
      open={buyer !== null}
      onClose={onClose}
      title={buyer === 'new' || buyer === null ? 'Add buyer' : `Edit ${buyer.name}`}
      className="w-[min(42rem,calc(100vw-2rem))]"
    >
      {buyer === null ? null : <BuyerForm buyer={buyer === 'new' ? null : buyer} onSaved={onClose} />}
    </Dialog>
  );
}

function valuesOf(buyer: Buyer | null) {
  return {
    name: buyer?.name ?? '',
    email: buyer?.email ?? '',
    webhookId: buyer?.webhookId ?? '',
    price: buyer ? amountOf(buyer.priceCents) : '',
    currency: buyer?.currency ?? 'USD',
    verticals: (buyer?.verticals ?? []).join('\n'),
    places: (buyer?.places ?? []).join('\n'),
    dailyCap: buyer?.dailyCap ? String(buyer.dailyCap) : '',
    monthlyCap: buyer?.monthlyCap ? String(buyer.monthlyCap) : '',
    opens: timeOf(buyer?.opensMinute),
    closes: timeOf(buyer?.closesMinute),
    weekdays: (buyer?.weekdays ?? []).map(String),
    timeZone: buyer?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    isExclusive: buyer?.isExclusive ?? false,
    priority: String(buyer?.priority ?? 1),
    isPaused: buyer?.isPaused ?? false,
  };
}

type Values = ReturnType<typeof valuesOf>;

function requestOf(values: Values) {
  const closes = minutesOf(values.closes);
  return {
    name: values.name,
    email: values.email || null,
    webhookId: values.webhookId || null,
    priceCents: centsOf(values.price) ?? 0,
    currency: values.currency.trim().toUpperCase(),
    verticals: linesOf(values.verticals),
    places: linesOf(values.places),
    dailyCap: values.dailyCap === '' ? null : Number(values.dailyCap),
    monthlyCap: values.monthlyCap === '' ? null : Number(values.monthlyCap),
    opensMinute: minutesOf(values.opens),
    // The end of the day, not its beginning.
    closesMinute: closes === 0 ? 1440 : closes,
    weekdays: values.weekdays.map(Number),
    timeZone: values.timeZone.trim(),
    isExclusive: values.isExclusive,
    priority: Number(values.priority),
    isPaused: values.isPaused,
  };
}

function BuyerForm({ buyer, onSaved }: { buyer: Buyer | null; onSaved: () => void }) {
  const queries = useQueryClient();
  const webhooks = useQuery(webhookQueries.list());
  const form = useSaveForm({
    defaultValues: valuesOf(buyer),
    save: (values: Values) =>
      buyer ? leadApi.changeBuyer({ id: buyer.id, ...requestOf(values) }) : leadApi.addBuyer(requestOf(values)),
    nameOf: (field) => NAMES[field] ?? field,
    failure: 'Failed to save the buyer.',
    onSaved: () => {
      onSaved();
      return queries.invalidateQueries({ queryKey: leadQueries.all() });
    },
  });
  const { control } = form;
  return (
    <Form form={form}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField control={control} name="name" label="Name" maxLength={200} required="Enter a name." />
        <TextField
          control={control}
          name="price"
          label="Price of a lead"
          inputMode="decimal"
          hint="For example 45.00."
          required="Enter the price."
          check={(text) => (centsOf(text) === null ? 'Enter an amount such as 45.00.' : true)}
        />
        <TextField control={control} name="email" label="Email" type="email" hint="Leads are sent to this address." />
        <SelectField
          control={control}
          name="webhookId"
          label="Webhook"
          hint="Leads are sent as the signed event lead:assigned. Create webhooks in the settings."
          options={[
            { value: '', label: 'None' },
            ...(webhooks.data?.webhooks ?? []).map(({ id, url, description }) => ({
              value: id,
              label: description || url,
            })),
          ]}
        />
        <Terms control={control} />
      </div>
      <CheckListField
        control={control}
        name="weekdays"
        label="Weekdays (none means every day)"
        className="mt-2 grid grid-cols-2 gap-x-6 gap-y-1 sm:grid-cols-4"
        options={WEEKDAYS}
      />
      <CheckField
        control={control}
        name="isExclusive"
        label="Exclusive"
        hint="Leads that this buyer takes go to no other buyer: they wait."
      />
      <CheckField control={control} name="isPaused" label="Paused" hint="No leads are sent." />
      <div>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          Save buyer
        </Button>
      </div>
    </Form>
  );
}

/** Verticals by slug or name, each on a line, with a list to choose from. */
function Verticals({ control }: { control: Control<Values> }) {
  const verticals = useQuery(marketQueries.verticals());
  const { field } = useController({ control, name: 'verticals' });
  const chosen = linesOf(field.value);
  const options = (verticals.data ?? []).map(({ slug, name }) => ({ value: slug, label: name }));
  return (
    <div className="grid content-start gap-2">
      <TextareaField
        control={control}
        name="verticals"
        label="Verticals (optional)"
        rows={2}
        hint="One a line, such as Roofing or roofing. Empty takes all."
      />
      <Choice
        label="Add a vertical"
        any="Add a vertical"
        value=""
        options={options.filter(({ value }) => !chosen.includes(value))}
        onChange={(slug) => (slug ? field.onChange([...chosen, slug].join('\n')) : undefined)}
      />
    </div>
  );
}

function Terms({ control }: { control: Control<Values> }) {
  const count = { inputMode: 'numeric', pattern: '[0-9]*' } as const;
  return (
    <>
      <Verticals control={control} />
      <TextareaField
        control={control}
        name="places"
        label="Places (optional)"
        rows={2}
        hint="One a line, such as Tulsa, OK, or OK for all of a state. Empty takes all."
      />
      <TextField control={control} name="dailyCap" label="Leads a day (optional)" {...count} />
      <TextField control={control} name="monthlyCap" label="Leads a month (optional)" {...count} />
      <TextField control={control} name="opens" label="Open from (optional)" type="time" />
      <TextField control={control} name="closes" label="Open until (optional)" type="time" />
      <TextField
        control={control}
        name="timeZone"
        label="Time zone"
        hint="For example America/Chicago."
        required="Enter a time zone."
      />
      <TextField control={control} name="priority" label="Priority" hint="1 is first, 100 is last." {...count} />
      <TextField control={control} name="currency" label="Currency" maxLength={3} required="Enter a currency." />
    </>
  );
}
