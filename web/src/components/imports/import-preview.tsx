import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorText } from '@/api/errors';
import { previewOf } from '@/api/import-preview';
import { type ImportStarted, importApi, importQueries } from '@/api/imports';
import type { Import, Website } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Field, Input, Select } from '@/components/ui/field';
import { Progress } from '@/components/ui/progress';
import { formatBytes } from '@/lib/format';
import { ImportFileCard } from './import-file-card';
import { MarketLine } from './market-line';

const NEW_SITE = 'new';

/**
 * What is in an uploaded file, before it counts: files, columns, market, warnings; the choice of website; Import.
 * `onCommitted` gets the run to follow with a `RunProgress`.
 */
export function ImportPreview({
  record: uploaded,
  websites,
  websiteId,
  onCommitted,
  onCancel,
}: {
  /** As the upload answered it. The preview of a large file may still be under way: it is waited for. */
  record: Import;
  websites: readonly Website[];
  /** The website that is chosen at first. */
  websiteId?: string | null;
  onCommitted: (started: ImportStarted) => void;
  onCancel: () => void;
}) {
  const record = useLook(uploaded);
  const { market, warnings } = previewOf(record);
  if (record.status === 'failed') return <NothingToRead reason={record.error} onCancel={onCancel} />;
  if (!record.preview) return <Looking record={record} onCancel={onCancel} />;
  const { files } = record.preview;
  const readable = files.some((file) => file.kind !== 'unknown');
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 truncate font-medium">{record.fileName}</p>
        <p className="text-[0.8125rem] text-muted-foreground">{formatBytes(record.sizeBytes)}</p>
      </div>
      <MarketLine market={market} />
      {warnings.map((warning) => (
        <Callout key={warning} tone="warning">
          {warning}
        </Callout>
      ))}
      {files.map((file) => (
        <ImportFileCard key={file.name} file={file} />
      ))}
      {readable ? (
        <CommitForm
          record={record}
          websites={websites}
          websiteId={websiteId ?? record.websiteId}
          onCommitted={onCommitted}
          onCancel={onCancel}
        />
      ) : (
        <NothingToRead onCancel={onCancel} />
      )}
    </div>
  );
}

/** How often a preview that is under way is asked for. */
const LOOK_MS = 1_500;

/** The import with its preview, as soon as there is one. */
function useLook(uploaded: Import): Import {
  const look = useQuery({
    ...importQueries.detail(uploaded.id),
    enabled: uploaded.preview === null,
    refetchInterval: ({ state }) => {
      const latest = state.data?.import;
      return latest && (latest.preview !== null || latest.status === 'failed') ? false : LOOK_MS;
    },
  });
  return look.data ?? uploaded;
}

function Looking({ record, onCancel }: { record: Import; onCancel: () => void }) {
  return (
    <div className="grid gap-3 rounded-lg border border-border px-5 py-6">
      <p className="truncate font-medium">{record.fileName}</p>
      <Progress value={null} label="Preview" />
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="text-[0.8125rem] text-muted-foreground">
          Reading columns. Large files take a while.
        </p>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Choose another file
        </Button>
      </div>
    </div>
  );
}

function NothingToRead({ reason, onCancel }: { reason?: unknown; onCancel: () => void }) {
  return (
    <Callout
      tone="danger"
      title="This file cannot be imported"
      action={
        <Button variant="outline" size="sm" onClick={onCancel}>
          Choose another file
        </Button>
      }
    >
      {typeof reason === 'string'
        ? reason
        : 'Export it again with unchanged columns. The missing columns are listed above.'}
    </Callout>
  );
}

/** The website that an import most likely belongs to: the wanted one, the one of the suggested address, the only one. */
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

function CommitForm({
  record,
  websites,
  websiteId,
  onCommitted,
  onCancel,
}: {
  record: Import;
  websites: readonly Website[];
  websiteId: string | null;
  onCommitted: (started: ImportStarted) => void;
  onCancel: () => void;
}) {
  const queries = useQueryClient();
  const { suggestedUrl } = previewOf(record);
  const [choice, setChoice] = useState(() => likelyWebsite(websites, websiteId, suggestedUrl));
  const [url, setUrl] = useState(suggestedUrl ?? '');
  const commit = useMutation({
    mutationFn: () => importApi.commit(record.id, choice === NEW_SITE ? { url: url.trim() } : { websiteId: choice }),
    onSuccess: (started) => {
      for (const noun of ['imports', 'websites']) queries.invalidateQueries({ queryKey: [noun] });
      onCommitted(started);
    },
  });
  const fieldError = commit.error instanceof ApiError ? commit.error.fields.url : undefined;
  return (
    <form
      className="grid gap-4 border-t border-border pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        commit.mutate();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {websites.length > 0 ? (
          <Field label="Website">
            {(control) => (
              <Select {...control} value={choice} onChange={(event) => setChoice(event.target.value)}>
                {websites.map((website) => (
                  <option key={website.id} value={website.id}>
                    {website.name}
                  </option>
                ))}
                <option value={NEW_SITE}>A new website</option>
              </Select>
            )}
          </Field>
        ) : null}
        {choice === NEW_SITE ? (
          <Field label="Website address" error={fieldError}>
            {(control) => (
              <Input
                {...control}
                required
                inputMode="url"
                autoComplete="url"
                placeholder="https://example.com"
                value={url}
                onChange={(event) => setUrl(event.target.value)}
              />
            )}
          </Field>
        ) : null}
      </div>
      {commit.isError && !fieldError ? <Callout tone="danger" title={errorText(commit.error)} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onCancel}>
          Choose another file
        </Button>
        <Button type="submit" busy={commit.isPending} needsNetwork>
          Import
        </Button>
      </div>
    </form>
  );
}
