import { type FormEvent, useState } from 'react';
import type { ContentDocument, Intent } from '@/api/documents';
import type { Website } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Field, Input, Select } from '@/components/ui/field';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { showToast } from '@/lib/toast';
import { type DocumentPlace, PlaceField, VerticalField } from './subject-fields';
import type { useChange } from './use-change';
import { INTENTS, VIEWER_REASON } from './words';

interface Values {
  title: string;
  query: string;
  intent: string;
  websiteId: string;
  vertical: string | null;
  place: DocumentPlace | null;
}

const valuesOf = ({ title, query, intent, websiteId, vertical, place }: ContentDocument): Values => ({
  title,
  query,
  intent: intent ?? '',
  websiteId: websiteId ?? '',
  vertical,
  place: place ? { name: place.name, geonameId: place.geonameId ?? null } : null,
});

/** What the document is about: title, query, vertical, place, intent, project. */
export function AboutCard({
  document,
  websites,
  canChange,
  change,
}: {
  document: ContentDocument;
  websites: readonly Website[];
  canChange: boolean;
  change: ReturnType<typeof useChange>;
}) {
  const [values, setValues] = useState(() => valuesOf(document));
  const set = (part: Partial<Values>) => setValues({ ...values, ...part });
  const isDirty = JSON.stringify(values) !== JSON.stringify(valuesOf(document));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { intent, websiteId, place, ...rest } = values;
    const body = {
      ...rest,
      intent: intent === '' ? null : (intent as Intent),
      websiteId: websiteId || null,
      place: place?.name.trim() ? place : null,
    };
    change.mutate(body, {
      onSuccess: (answer) => {
        setValues(valuesOf(answer.document));
        showToast({ title: 'Subject saved' });
      },
    });
  };
  return (
    <Card aria-label="Subject">
      <CardHeader title="Subject" />
      <form noValidate className="p-5 pt-3" onSubmit={submit}>
        <LeaveGuard isDirty={isDirty} />
        <fieldset disabled={!canChange} title={canChange ? undefined : VIEWER_REASON} className="grid gap-4">
          <Field label="Title">
            {(control) => (
              <Input
                {...control}
                maxLength={200}
                value={values.title}
                onChange={({ target }) => set({ title: target.value })}
              />
            )}
          </Field>
          <Field label="Query">
            {(control) => (
              <Input
                {...control}
                maxLength={300}
                value={values.query}
                onChange={({ target }) => set({ query: target.value })}
              />
            )}
          </Field>
          <VerticalField value={values.vertical} onChange={(vertical) => set({ vertical })} />
          <PlaceField value={values.place} onChange={(place) => set({ place })} />
          <Choices values={values} websites={websites} onChange={set} />
          <div className="flex justify-end">
            <Button type="submit" size="sm" needsNetwork busy={change.isPending} disabled={!isDirty || !canChange}>
              Save subject
            </Button>
          </div>
        </fieldset>
      </form>
    </Card>
  );
}

function Choices({
  values,
  websites,
  onChange,
}: {
  values: Values;
  websites: readonly Website[];
  onChange: (part: Partial<Values>) => void;
}) {
  return (
    <>
      <Field label="Search intent">
        {(control) => (
          <Select {...control} value={values.intent} onChange={({ target }) => onChange({ intent: target.value })}>
            <option value="">Derived from the query</option>
            {INTENTS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Project" hint="The website to which the page belongs.">
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
    </>
  );
}
