import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Buyer, leadApi, leadQueries, ledgerQueries } from '@/api/leads';
import { websiteQueries } from '@/api/websites';
import { SelectField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { REASON } from '@/components/money/reasons';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { amountOf, BY_HAND, centsOf } from './words';

const VALUES = {
  reason: 'rent' as (typeof BY_HAND)[number],
  amount: '',
  currency: 'USD',
  buyerId: '',
  websiteId: '',
  note: '',
};

/** What a buyer owes. */
export interface Debt {
  buyer: Buyer;
  cents: number;
  currency: string;
}

/** Posts rent, a payment or a cost; with a debt, its payment. */
export function PostDialog({ open, debt, onClose }: { open: boolean; debt?: Debt; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={debt ? `Record payment of ${debt.buyer.name}` : 'Post transaction'}
      description="It cannot be changed or deleted, only reversed."
    >
      {open ? <PostForm debt={debt} onSaved={onClose} /> : null}
    </Dialog>
  );
}

function valuesOf(debt: Debt | undefined): typeof VALUES {
  if (debt === undefined) return VALUES;
  const amount = debt.cents > 0 ? amountOf(debt.cents) : '';
  return { ...VALUES, reason: 'payment', amount, currency: debt.currency, buyerId: debt.buyer.id };
}

function PostForm({ debt, onSaved }: { debt: Debt | undefined; onSaved: () => void }) {
  const queries = useQueryClient();
  const websites = useQuery(websiteQueries.list());
  const buyers = useQuery(leadQueries.buyers());
  // One key for the form, so that a repeated request posts once.
  const key = useRef(crypto.randomUUID());
  const form = useSaveForm({
    defaultValues: valuesOf(debt),
    save: ({ reason, amount, currency, buyerId, websiteId, note }: typeof VALUES) =>
      leadApi.post(
        {
          reason,
          amountCents: centsOf(amount) ?? 0,
          currency: currency.trim().toUpperCase(),
          buyerId: buyerId || null,
          websiteId: websiteId || null,
          note,
        },
        key.current,
      ),
    nameOf: (field) => (field === 'amountCents' ? 'amount' : field),
    failure: 'Failed to post the transaction.',
    onSaved: () => {
      onSaved();
      return queries.invalidateQueries({ queryKey: ledgerQueries.all() });
    },
  });
  const { control } = form;
  return (
    <Form form={form}>
      <SelectField
        control={control}
        name="reason"
        label="Reason"
        options={BY_HAND.map((value) => ({ value, label: REASON[value] }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          control={control}
          name="amount"
          label="Amount"
          inputMode="decimal"
          hint="For example 900.00."
          required="Enter the amount."
          check={(text) => (centsOf(text) === null ? 'Enter an amount such as 900.00.' : true)}
        />
        <TextField control={control} name="currency" label="Currency" maxLength={3} required="Enter a currency." />
      </div>
      <SelectField
        control={control}
        name="buyerId"
        label="Buyer (optional)"
        hint="For a payment of leads: it lowers what the buyer owes."
        options={[
          { value: '', label: 'None' },
          ...(buyers.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <SelectField
        control={control}
        name="websiteId"
        label="Website (optional)"
        options={[
          { value: '', label: 'None' },
          ...(websites.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <TextField control={control} name="note" label="Note (optional)" maxLength={1000} />
      <div>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          Post transaction
        </Button>
      </div>
    </Form>
  );
}
