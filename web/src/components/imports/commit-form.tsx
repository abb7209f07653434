import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ApiError } from '@/api/errors';
import { type ImportStarted, type ImportUploaded, importApi } from '@/api/imports';
import type { Website } from '@/api/types';
import { SelectField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Duplicates } from './duplicates';

const NEW_SITE = 'new';

/**
 * Returns the likely website of an import: the requested one, the one of the suggested address, or the only own one.
 */
export function likelyWebsite(
  websites: readonly Website[],
  wanted: string | null,
  suggestedUrl: string | null,
): string {
  if (wanted && websites.some((website) => website.id === wanted)) return wanted;
  const host = suggestedUrl && URL.canParse(suggestedUrl) ? new URL(suggestedUrl).host.replace(/^www\./, '') : null;
  const match = websites.find((website) => website.host === host);
  if (match) return match.id;
  const own = websites.filter((website) => website.kind === 'own');
  return !host && own.length === 1 && own[0] ? own[0].id : NEW_SITE;
}

interface Props {
  uploaded: ImportUploaded;
  websites: readonly Website[];
  websiteId: string | null;
  onCommitted: (started: ImportStarted) => void;
  onCancel: () => void;
}

/** State of the form; `refusal` is set when the server found a duplicate that the preview did not know. */
function useCommit({ uploaded, websites, websiteId, onCommitted }: Props) {
  const { import: record, duplicates } = uploaded;
  const queries = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const isRepeated = duplicates.length > 0 || refusal !== null;
  const form = useSaveForm({
    defaultValues: {
      website: likelyWebsite(websites, websiteId, record.suggestedUrl),
      url: record.suggestedUrl ?? '',
    },
    save: ({ website, url }) =>
      importApi.commit(record.id, {
        ...(website === NEW_SITE ? { url: url.trim() } : { websiteId: website }),
        ...(isRepeated ? { allowDuplicates: true } : {}),
      }),
    onSaved: (started) => {
      for (const noun of ['imports', 'websites']) queries.invalidateQueries({ queryKey: [noun] });
      onCommitted(started);
    },
    onFailed: (error, methods) => {
      const text = error instanceof ApiError ? error.fields.allowDuplicates : undefined;
      if (!text) return;
      methods.clearErrors('root');
      setRefusal(text);
    },
  });
  return { form, refusal, isRepeated };
}

/** Form that selects the website and starts the import. Files that were imported before require confirmation. */
export function CommitForm(props: Props) {
  const { form, refusal, isRepeated } = useCommit(props);
  const { uploaded, websites } = props;
  const website = useWatch({ control: form.control, name: 'website' });
  const options = [
    ...websites.map(({ id, name }) => ({ value: id, label: name })),
    { value: NEW_SITE, label: 'A new website' },
  ];
  return (
    <Form form={form} className="gap-4 border-t border-border pt-4">
      <Duplicates duplicates={uploaded.duplicates} refusal={refusal} />
      <div className="grid gap-4 sm:grid-cols-2">
        {websites.length > 0 ? (
          <SelectField control={form.control} name="website" label="Website" options={options} />
        ) : null}
        {website === NEW_SITE ? (
          <TextField
            control={form.control}
            name="url"
            label="Website address"
            inputMode="url"
            autoComplete="url"
            placeholder="https://example.com"
            required="Enter the address of the website, such as https://example.com."
          />
        ) : null}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={props.onCancel}>
          Remove file
        </Button>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          {isRepeated ? 'Import again' : 'Import'}
        </Button>
      </div>
    </Form>
  );
}
