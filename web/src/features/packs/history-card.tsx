import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { type Pack, type PackKey, packApi, packQueries } from '@/api/packs';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { LoadMore } from '@/components/ui/load-more';
import { RelativeTime } from '@/components/ui/relative-time';
import { toastFailure } from '@/lib/failed';
import { plural } from '@/lib/format';
import { showToast } from '@/lib/toast';
import { actionName, VIEWER_REASON } from './words';

/** Changes of the own pack, each of which can be restored; nothing before the first one. */
export function HistoryCard({ path, pack, canChange }: { path: PackKey; pack: Pack; canChange: boolean }) {
  const queries = useQueryClient();
  const query = useInfiniteQuery({ ...packQueries.history(path), enabled: pack.changes.length > 0 });
  const restore = useMutation({
    mutationFn: (id: string) => packApi.restore(path, id),
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: packQueries.all() });
      showToast({ title: 'Pack restored' });
    },
    onError: (error) => toastFailure('The pack was not restored', errorText(error)),
  });
  if (pack.changes.length === 0) return null;
  return (
    <Card aria-label="History" className="max-w-4xl">
      <CardHeader title="History" description="Changes of your own pack. The latest 200 are stored." />
      <QueryPanel query={query} fallback="Failed to load the history.">
        {(data) => (
          <ol className="mt-3 divide-y divide-border border-t border-border text-[0.8125rem]">
            {data.pages
              .flatMap(({ changes }) => changes)
              .map(({ id, change, userName, createdAt, words, note }) => (
                <li key={id} className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
                  <div className="min-w-0">
                    <p className="flex flex-wrap items-center gap-2">
                      <Badge>{actionName(change)}</Badge>
                      <span>
                        {userName ?? 'Deleted account'}, <RelativeTime at={createdAt} />, {plural(words, 'word')}
                      </span>
                    </p>
                    {note ? <p className="mt-1 wrap-anywhere">{note}</p> : null}
                  </div>
                  <Button
                    variant="outline"
                    size="sm"
                    needsNetwork
                    busy={restore.isPending && restore.variables === id}
                    disabled={!canChange}
                    title={canChange ? undefined : VIEWER_REASON}
                    onClick={() => restore.mutate(id)}
                  >
                    Restore
                  </Button>
                </li>
              ))}
          </ol>
        )}
      </QueryPanel>
      <LoadMore query={query} />
    </Card>
  );
}
