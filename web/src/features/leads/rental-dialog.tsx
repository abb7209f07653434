import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Control } from 'react-hook-form';
import { type Rental, rentalApi, rentalQueries } from '@/api/rentals';
import { websiteQueries } from '@/api/websites';
import { SelectField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { amountOf, centsOf } from './words';

/** Form of a rental; closed without one. */
export function RentalDialog({ rental, onClose }: { rental: Rental | 'new' | null; onClose: () => void }) {
  const known = rental === 'new' || rental === null ? null : rental;
  return (
    <Dialog
      open={rental !== null}
      onClose={onClose}
      title={known ? `Edit rental of ${known.websiteName}` : 'Offer website for rent'}
      description={noteOf(known)}
      className="w-[min(42rem,calc(100vw-2rem))]"
    >
      {rental === null ? null : <RentalForm rental={known} onSaved={onClose} />}
    </Dialog>
  );
}

function noteOf(rental: Rental | null): string | undefined {
  if (rental?.status === 'verified') return 'A changed record of the tenant must be verified again.';
  if (rental?.status === 'active') {
    return 'A changed record counts as verified by you. The next invoice has the new price.';
  }
  return rental ? undefined : 'Nothing changes for the website until you activate the rental.';
}

function valuesOf(rental: Rental | null) {
  return {
    websiteId: rental?.websiteId ?? '',
    name: rental?.tenant.name ?? '',
    street: rental?.tenant.street ?? '',
    city: rental?.tenant.city ?? '',
    state: rental?.tenant.state ?? '',
    postalCode: rental?.tenant.postalCode ?? '',
    phone: rental?.tenant.phone ?? '',
    email: rental?.tenant.email ?? '',
    url: rental?.tenant.url ?? '',
    licence: rental?.tenant.licence ?? '',
    price: rental ? amountOf(rental.priceCents) : '',
    currency: rental?.currency ?? 'USD',
    startsOn: rental?.startsOn ?? '',
    endsOn: rental?.endsOn ?? '',
    billingDay: String(rental?.billingDay ?? 1),
  };
}

type Values = ReturnType<typeof valuesOf>;

function termsOf({ name, street, city, state, postalCode, phone, email, url, licence, ...values }: Values) {
  return {
    tenant: { name, street, city, state, postalCode, phone, email, url: url || null, licence: licence || null },
    priceCents: centsOf(values.price) ?? 0,
    currency: values.currency.trim().toUpperCase(),
    startsOn: values.startsOn || null,
    endsOn: values.endsOn || null,
    billingDay: Number(values.billingDay),
  };
}

function RentalForm({ rental, onSaved }: { rental: Rental | null; onSaved: () => void }) {
  const queries = useQueryClient();
  const websites = useQuery({ ...websiteQueries.list(), enabled: rental === null });
  const form = useSaveForm({
    defaultValues: valuesOf(rental),
    save: (values: Values) =>
      rental
        ? rentalApi.change({ id: rental.id, ...termsOf(values) })
        : rentalApi.add({ websiteId: values.websiteId, ...termsOf(values) }),
    nameOf: (field) => (field === 'priceCents' ? 'price' : field.replace(/^tenant[./]/, '')),
    failure: 'Failed to save the rental.',
    onSaved: () => {
      onSaved();
      return queries.invalidateQueries({ queryKey: rentalQueries.all() });
    },
  });
  const { control } = form;
  return (
    <Form form={form}>
      {rental ? null : (
        <SelectField
          control={control}
          name="websiteId"
          label="Website"
          required="Select a website."
          options={[
            { value: '', label: websites.isPending ? 'Loading websites' : 'Select a website' },
            ...(websites.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <Tenant control={control} />
      <Terms control={control} isActive={rental?.status === 'active'} />
      <div>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          {rental ? 'Save rental' : 'Offer website'}
        </Button>
      </div>
    </Form>
  );
}

function Tenant({ control }: { control: Control<Values> }) {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">Tenant</legend>
      <TextField control={control} name="name" label="Business name" maxLength={200} required="Enter the name." />
      <TextField control={control} name="email" label="Email" type="email" hint="Leads are sent to this address." />
      <TextField control={control} name="phone" label="Phone" type="tel" hint="For example +19185550123." />
      <TextField control={control} name="street" label="Street" maxLength={100} />
      <TextField control={control} name="city" label="City" maxLength={100} />
      <TextField control={control} name="state" label="State" maxLength={100} hint="For example OK." />
      <TextField control={control} name="postalCode" label="Postal code" maxLength={100} />
      <TextField control={control} name="licence" label="Licence (optional)" maxLength={100} />
      <TextField
        control={control}
        name="url"
        label="Own website (optional)"
        type="url"
        hint="For example https://roofs.example."
      />
    </fieldset>
  );
}

function Terms({ control, isActive }: { control: Control<Values>; isActive: boolean }) {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">Rent</legend>
      <TextField
        control={control}
        name="price"
        label="Rent a month"
        inputMode="decimal"
        hint="For example 900.00."
        required="Enter the rent."
        check={(text) => ((centsOf(text) ?? 0) < 100 ? 'Enter an amount of at least 1.00.' : true)}
      />
      <TextField
        control={control}
        name="currency"
        label="Currency"
        maxLength={3}
        required="Enter a currency."
        readOnly={isActive}
      />
      <TextField
        control={control}
        name="startsOn"
        label="First day"
        type="date"
        hint="Empty for today. First and last months are charged by days."
        readOnly={isActive}
      />
      <TextField control={control} name="endsOn" label="Last day (optional)" type="date" />
      <TextField
        control={control}
        name="billingDay"
        label="Invoice day"
        inputMode="numeric"
        hint="Day of the month, 1 to 28."
        required="Enter a day."
        check={(text) => (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 28) || 'Enter 1 to 28.'}
      />
    </fieldset>
  );
}
