import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorText } from '@/api/errors';
import type { Website } from '@/api/types';
import { websiteApi, websiteQueries } from '@/api/websites';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Field, Input } from '@/components/ui/field';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { withScheme } from '@/lib/url';

/** Asks for the address and a name of a website, and stores it. */
export function AddWebsiteForm({
  onAdded,
  submitLabel = 'Add website',
}: {
  onAdded: (website: Website) => void;
  submitLabel?: string;
}) {
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: () => websiteApi.create({ url: withScheme(url), ...(name.trim() ? { name: name.trim() } : {}) }),
    onSuccess: ({ website }) => {
      queries.invalidateQueries({ queryKey: websiteQueries.all() });
      onAdded(website);
    },
  });
  const fields = add.error instanceof ApiError ? add.error.fields : {};
  const isGeneral = add.error && Object.keys(fields).length === 0;
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <LeaveGuard isDirty={(url !== '' || name !== '') && !add.isSuccess} />
      {isGeneral ? <Callout tone="danger" title={errorText(add.error)} /> : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Address" error={fields.url}>
          {(control) => (
            <Input
              {...control}
              inputMode="url"
              autoComplete="url"
              placeholder="example.com"
              required
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        <Field label="Name (optional)" error={fields.name}>
          {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
      </div>
      <div>
        <Button type="submit" busy={add.isPending} needsNetwork>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
