import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { runQueries } from '@/api/runs';
import { pageTheme, themeApi } from '@/api/themes';
import { RunProgress } from '@/components/runs/run-progress';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Field, Input } from '@/components/ui/field';
import { Skeleton } from '@/components/ui/skeleton';
import { themes as texts } from '@/lib/strings';
import type { Theme } from '@/lib/themes/theme';
import { PageThemeCard } from './page-theme';

/** Creates a theme from another page: its address, the progress, and the result. */
export function FromPage({ onMade }: { onMade: (theme: Theme) => void }) {
  const queries = useQueryClient();
  const [runId, setRunId] = useState<string | null>(null);
  const [isRead, setRead] = useState(false);
  const extract = useMutation({
    mutationFn: themeApi.extract,
    onSuccess: (run) => {
      queries.setQueryData(runQueries.detail(run.id).queryKey, { success: true, run });
      setRead(false);
      setRunId(run.id);
    },
  });
  const forget = () => setRunId(null);
  return (
    <div className="grid gap-4">
      <AddressForm
        busy={extract.isPending}
        error={extract.isError ? errorText(extract.error) : null}
        onSubmit={(url) => extract.mutate(url)}
      />
      {runId && !isRead ? (
        <RunProgress
          key={runId}
          runId={runId}
          title="Reading the styles of the page"
          onFinished={(run) => setRead(run.status === 'succeeded')}
          onRetried={(run) => setRunId(run.id)}
        />
      ) : null}
      {runId && isRead ? <Read runId={runId} onMade={onMade} onDone={forget} /> : null}
    </div>
  );
}

function AddressForm({
  busy,
  error,
  onSubmit,
}: {
  busy: boolean;
  error: string | null;
  onSubmit: (url: string) => void;
}) {
  const [url, setUrl] = useState('');
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(url.trim());
      }}
    >
      <Field label="Theme from a page" error={error} className="min-w-56 flex-1">
        {(control) => (
          <Input
            {...control}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={2000}
            placeholder="https://"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="outline" busy={busy}>
        Create theme
      </Button>
    </form>
  );
}

function Read({ runId, onMade, onDone }: { runId: string; onMade: (theme: Theme) => void; onDone: () => void }) {
  const query = useQuery(runQueries.result(runId));
  return (
    <QueryPanel query={query} fallback="Failed to load the result." loading={<Skeleton className="h-48" />}>
      {({ result }) => {
        const found = pageTheme(result);
        if (!found) return <Callout tone="danger" title={texts.invalid} />;
        return <PageThemeCard found={found} onMade={onMade} onDone={onDone} />;
      }}
    </QueryPanel>
  );
}
