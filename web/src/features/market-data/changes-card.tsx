import { useInfiniteQuery } from '@tanstack/react-query';
import { type MarketChange, marketApi, marketQueries } from '@/api/market-data';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { LoadMore } from '@/components/ui/load-more';
import { formatDateTime, plural } from '@/lib/format';
import { useChange } from './use-change';

/** Who changed what and when, with undo. */
export function ChangesCard({ canChange }: { canChange: boolean }) {
  const query = useInfiniteQuery(marketQueries.changes());
  return (
    <Card aria-label="Changes" className="overflow-clip">
      <CardHeader title="Changes" description="An undone change no longer counts; the values before it do." />
      <div className="mt-3 border-t border-border">
        <QueryPanel
          query={query}
          fallback="Failed to load the changes."
          isEmpty={(data) => data.pages.every(({ changes }) => changes.length === 0)}
          empty={<EmptyPanel title="No changes" text="Each value and each import is listed here." className="py-8" />}
        >
          {(data) => (
            <ul className="divide-y divide-border">
              {data.pages
                .flatMap(({ changes }) => changes)
                .map((change) => (
                  <Item key={change.id} change={change} canChange={canChange} />
                ))}
            </ul>
          )}
        </QueryPanel>
      </div>
      <LoadMore query={query} />
    </Card>
  );
}

function Item({ change, canChange }: { change: MarketChange; canChange: boolean }) {
  const isUndone = Boolean(change.undoneAt);
  const toggle = useChange(isUndone ? marketApi.redo : marketApi.undo);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{change.title}</p>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-muted-foreground">
          <span>
            {change.madeBy ?? 'A deleted account'}, {formatDateTime(change.madeAt)}
          </span>
          <span>
            {change.source === 'import' ? 'import of ' : ''}
            {plural(change.values, 'value')}
          </span>
          {isUndone ? <Badge tone="warning">Undone</Badge> : null}
        </p>
      </div>
      {canChange ? (
        <Button
          variant="outline"
          size="sm"
          needsNetwork
          busy={toggle.isPending}
          aria-label={`${isUndone ? 'Redo' : 'Undo'}: ${change.title}`}
          onClick={() => toggle.mutate(change.id)}
        >
          {isUndone ? 'Redo' : 'Undo'}
        </Button>
      ) : null}
    </li>
  );
}
