import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { documentApi, documentQueries, type Intent } from '@/api/documents';
import { ApiError, errorText } from '@/api/errors';
import type { Website } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Dialog } from '@/components/ui/dialog';
import { Field, Input, Select } from '@/components/ui/field';
import { Fold } from '@/components/ui/fold';
import { type DocumentPlace, PlaceField, VerticalField } from './subject-fields';
import { INTENTS } from './words';

interface Values {
  query: string;
  title: string;
  websiteId: string;
  vertical: string | null;
  place: DocumentPlace | null;
  intent: '' | Intent;
}

const EMPTY: Values = { query: '', title: '', websiteId: '', vertical: null, place: null, intent: '' };

/** A new document: what it is about. Everything can be changed later. */
export function NewDialog({
  websites,
  open,
  onClose,
}: {
  websites: readonly Website[];
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="New document"
      description="What the page is about. Everything can be changed later."
    >
      <NewForm websites={websites} onClose={onClose} />
    </Dialog>
  );
}

/** "roof repair tulsa" becomes "Roof repair tulsa". */
const titleOf = (query: string) => query.charAt(0).toUpperCase() + query.slice(1);

function bodyOf({ query, title, websiteId, vertical, place, intent }: Values) {
  const name = place?.name.trim();
  return {
    title: title.trim() || titleOf(query.trim()),
    query: query.trim(),
    ...(websiteId ? { websiteId } : {}),
    ...(vertical ? { vertical } : {}),
    ...(name ? { place: { name, geonameId: place?.geonameId ?? null } } : {}),
    ...(intent ? { intent } : {}),
  };
}

function NewForm({ websites, onClose }: { websites: readonly Website[]; onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [values, setValues] = useState(EMPTY);
  const [isMissing, setMissing] = useState(false);
  const set = (change: Partial<Values>) => setValues({ ...values, ...change });
  const create = useMutation({
    mutationFn: () => documentApi.create(bodyOf(values)),
    onSuccess: (created) => {
      queries.setQueryData(documentQueries.detail(created.document.id).queryKey, created);
      queries.invalidateQueries({ queryKey: ['documents', 'list'] });
      onClose();
      navigate(`/content-generator/${created.document.id}`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isEmpty = values.query.trim() === '';
    setMissing(isEmpty);
    if (!isEmpty) create.mutate();
  };
  const refused = create.error instanceof ApiError ? Object.values(create.error.fields) : [];
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      {create.isError ? (
        <Callout tone="danger" title="The document was not created">
          {refused.length > 0 ? refused.join(' ') : errorText(create.error)}
        </Callout>
      ) : null}
      <Field
        label="Query"
        hint="What people type into a search engine to find this page."
        error={isMissing ? 'Enter the query of the page.' : null}
      >
        {(control) => (
          <Input
            {...control}
            required
            maxLength={300}
            placeholder="roof repair tulsa"
            value={values.query}
            onChange={({ target }) => set({ query: target.value })}
          />
        )}
      </Field>
      <VerticalField value={values.vertical} onChange={(vertical) => set({ vertical })} />
      <PlaceField value={values.place} onChange={(place) => set({ place })} />
      <MoreFields values={values} websites={websites} onChange={set} />
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" needsNetwork busy={create.isPending}>
          Create document
        </Button>
      </div>
    </form>
  );
}

function MoreFields({
  values,
  websites,
  onChange,
}: {
  values: Values;
  websites: readonly Website[];
  onChange: (change: Partial<Values>) => void;
}) {
  return (
    <Fold title="Title, website and intent">
      <div className="mt-3 grid gap-5">
        <Field label="Title" hint="Empty: the query.">
          {(control) => (
            <Input
              {...control}
              maxLength={200}
              value={values.title}
              onChange={({ target }) => onChange({ title: target.value })}
            />
          )}
        </Field>
        <Field label="Website">
          {(control) => (
            <Select
              {...control}
              value={values.websiteId}
              onChange={({ target }) => onChange({ websiteId: target.value })}
            >
              <option value="">None</option>
              {websites.map(({ id, host }) => (
                <option key={id} value={id}>
                  {host}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Search intent">
          {(control) => (
            <Select
              {...control}
              value={values.intent}
              onChange={({ target }) => onChange({ intent: target.value as Values['intent'] })}
            >
              <option value="">Derived from the query</option>
              {INTENTS.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </Fold>
  );
}
