import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { leadApi, ledgerQueries } from '@/api/leads';
import { websiteQueries } from '@/api/websites';
import { SelectField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { REASON } from '@/components/money/reasons';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { BY_HAND, centsOf } from './words';

const VALUES = { reason: 'rent' as (typeof BY_HAND)[number], amount: '', currency: 'USD', websiteId: '', note: '' };

/** Posts rent, a payment or a cost. */
export function PostDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Post transaction"
      description="It cannot be changed or deleted, only reversed."
    >
      {open ? <PostForm onSaved={onClose} /> : null}
    </Dialog>
  );
}

function PostForm({ onSaved }: { onSaved: () => void }) {
  const queries = useQueryClient();
  const websites = useQuery(websiteQueries.list());
  // One key for the form, so that a repeated request posts once.
  const key = useRef(crypto.randomUUID());
  const form = useSaveForm({
    defaultValues: VALUES,
    save: ({ reason, amount, currency, websiteId, note }: typeof VALUES) =>
      leadApi.post(
        {
          reason,
          amountCents: centsOf(amount) ?? 0,
          currency: currency.trim().toUpperCase(),
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
