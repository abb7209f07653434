import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import { type LeadSource, leadApi, leadQueries } from '@/api/leads';
import { marketQueries } from '@/api/market-data';
import { websiteQueries } from '@/api/websites';
import { SelectField, TextareaField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { KIND } from './words';

const CONSENT =
  'I agree that my request is passed to a local provider, who may call or text me about it at this number. Consent is not a condition of purchase.';

/** Form of a source of leads; closed without one. */
export function SourceDialog({ source, onClose }: { source: LeadSource | 'new' | null; onClose: () => void }) {
  return (
    <Dialog
      open={source !== null}
      onClose={onClose}
      title={source === 'new' || source === null ? 'Add source' : `Edit ${source.name}`}
    >
      {source === null ? null : <SourceForm source={source === 'new' ? null : source} onSaved={onClose} />}
    </Dialog>
  );
}

function valuesOf(source: LeadSource | null) {
  return {
    websiteId: source?.websiteId ?? '',
    kind: source?.kind ?? ('form' as LeadSource['kind']),
    name: source?.name ?? '',
    vertical: source?.vertical ?? '',
    place: source?.place ?? '',
    consentText: source?.consentText ?? CONSENT,
    thanksUrl: source?.thanksUrl ?? '',
    secret: '',
    minSeconds: String(source?.minSeconds ?? 60),
  };
}

type Values = ReturnType<typeof valuesOf>;

async function saved(source: LeadSource | null, { websiteId, kind, ...values }: Values) {
  const isForm = kind === 'form';
  const minSeconds = Number(values.minSeconds);
  const secret = values.secret.trim() || undefined;
  const body = isForm
    ? { consentText: values.consentText, minSeconds: undefined }
    : { secret, minSeconds, consentText: undefined };
  if (source) {
    const { name, vertical, place, thanksUrl } = values;
    return leadApi.changeSource({ id: source.id, name, vertical, place, thanksUrl, ...body });
  }
  return leadApi.addSource({
    websiteId,
    kind,
    name: values.name,
    vertical: values.vertical.trim() || null,
    place: values.place.trim() || null,
    thanksUrl: (isForm && values.thanksUrl.trim()) || null,
    ...body,
  });
}

function SourceForm({ source, onSaved }: { source: LeadSource | null; onSaved: () => void }) {
  const queries = useQueryClient();
  const websites = useQuery(websiteQueries.list());
  const form = useSaveForm({
    defaultValues: valuesOf(source),
    save: (values: Values) => saved(source, values),
    failure: 'Failed to save the source.',
    onSaved: () => {
      onSaved();
      return queries.invalidateQueries({ queryKey: leadQueries.all() });
    },
  });
  const { control } = form;
  const all = websites.data ?? [];
  return (
    <Form form={form}>
      {source ? null : (
        <>
          <SelectField
            control={control}
            name="websiteId"
            label="Website"
            required="Choose a website."
            options={[
              { value: '', label: 'Choose a website' },
              ...all.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <SelectField
            control={control}
            name="kind"
            label="Kind"
            options={Object.entries(KIND).map(([value, label]) => ({ value, label }))}
          />
        </>
      )}
      <TextField
        control={control}
        name="name"
        label="Name"
        hint="For example Quote form."
        maxLength={200}
        required="Enter a name."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <VerticalField control={control} stored={source?.vertical ?? null} />
        <TextField control={control} name="place" label="Place (optional)" hint="For example Tulsa, OK." />
      </div>
      <KindFields control={control} isNew={source === null} />
      <div>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          Save source
        </Button>
      </div>
    </Form>
  );
}

/** One of the known verticals, or none. A stored one that is known no longer stays. */
function VerticalField({ control, stored }: { control: Control<Values>; stored: string | null }) {
  const verticals = useQuery(marketQueries.verticals());
  const known = (verticals.data ?? []).map(({ slug, name }) => ({ value: slug, label: name }));
  const isKnown = !stored || known.some(({ value }) => value === stored);
  return (
    <SelectField
      control={control}
      name="vertical"
      label="Vertical (optional)"
      hint={verticals.isError ? 'The verticals could not be loaded.' : 'Leads of this source count for it.'}
      options={[{ value: '', label: 'None' }, ...(isKnown ? [] : [{ value: stored, label: stored }]), ...known]}
    />
  );
}

function KindFields({ control, isNew }: { control: Control<Values>; isNew: boolean }) {
  const kind = useWatch({ control, name: 'kind' });
  return kind === 'form' ? (
    <>
      <TextareaField
        control={control}
        name="consentText"
        label="Consent"
        rows={4}
        maxLength={2000}
        hint="Visitors tick a box next to this text. It is stored with each lead."
        required="Enter what visitors agree to."
      />
      <TextField
        control={control}
        name="thanksUrl"
        label="Thank-you page (optional)"
        type="url"
        hint="A page of the website that is shown after the form was sent."
      />
    </>
  ) : (
    <>
      <TextField
        control={control}
        name="secret"
        label={isNew ? 'Signing key' : 'Signing key (empty keeps the stored one)'}
        type="password"
        autoComplete="off"
        hint="The signing key of CallRail, or the auth token of Twilio. It is stored encrypted."
      />
      <TextField
        control={control}
        name="minSeconds"
        label="Seconds of a qualified call"
        inputMode="numeric"
        hint="Shorter calls wait until you qualify them."
      />
    </>
  );
}
