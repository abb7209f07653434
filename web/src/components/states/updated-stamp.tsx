import { RefreshCw } from 'lucide-react';
import { RelativeTime } from '@/components/ui/relative-time';
import { cn } from '@/lib/cn';
import { useOffline } from '@/lib/offline';

/**
 * "Updated 2 minutes ago" with a refresh button. `at` is a query's dataUpdatedAt. Before there is
 * a time, its space is reserved, to avoid layout shifts.
 */
export function UpdatedStamp({ at, busy, onRefresh }: { at: number; busy: boolean; onRefresh: () => void }) {
  // A cached response has the age of the server's response, however recently it was loaded.
  const cachedAt = useOffline((state) => state.cachedAt);
  const time = cachedAt === null ? at : Math.min(at, cachedAt);
  return (
    <span className={cn('inline-flex items-center gap-1 text-xs text-muted-foreground', at === 0 && 'invisible')}>
      {at > 0 ? (
        <span>
          Updated <RelativeTime at={time} />
        </span>
      ) : (
        <span aria-hidden="true">Updated just now</span>
      )}
      <button
        type="button"
        aria-label="Refresh"
        disabled={busy}
        onClick={onRefresh}
        className="grid size-8 place-items-center rounded-md hover:bg-accent hover:text-foreground"
      >
        <RefreshCw size={14} aria-hidden="true" className={cn(busy && 'animate-spin')} />
      </button>
    </span>
  );
}
