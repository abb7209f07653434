import { useQuery } from '@tanstack/react-query';
import { engineQueries } from '@/api/engines';
import type { Engine } from '@/api/types';
import { ENGINES } from '@/components/engines/engine-words';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { failures } from '@/lib/strings';
import { EngineTile } from './engine-tile';

const GRID = 'grid gap-3 sm:grid-cols-2 xl:grid-cols-3';

/** Tiles of the eleven engines. `ready` once the website is known. */
export function EnginesPanel({ websiteId, ready }: { websiteId: string | null; ready: boolean }) {
  const status = useQuery({ ...engineQueries.status(websiteId ? { websiteId } : {}), enabled: ready });
  return (
    <section aria-labelledby="engines">
      <header className="mb-3 flex items-center justify-between gap-3">
        <h2 id="engines" className="text-[0.9375rem] font-semibold">
          Engines
        </h2>
        <UpdatedStamp at={status.dataUpdatedAt} busy={status.isFetching} onRefresh={() => status.refetch()} />
      </header>
      <QueryPanel
        query={status}
        fallback={failures.engineStatuses}
        loading={<TileSkeletons />}
        isEmpty={({ engines }) => engines.length === 0}
        empty={<Card className="p-6 text-muted-foreground">No engines available.</Card>}
      >
        {({ engines }) => (
          <ul className={GRID}>
            {inOrder(engines).map((engine) => (
              <EngineTile key={engine.id} engine={engine} websiteId={websiteId} />
            ))}
          </ul>
        )}
      </QueryPanel>
    </section>
  );
}

/** Known engines in order, then others of the server. */
export function inOrder(engines: readonly Engine[]): Engine[] {
  const place = (engine: Engine) => {
    const index = ENGINES.findIndex((each) => each.id === engine.id);
    return index === -1 ? ENGINES.length : index;
  };
  return [...engines].sort((a, b) => place(a) - place(b));
}

function TileSkeletons() {
  return (
    <div role="status" aria-label="Loading engines" className={GRID}>
      {ENGINES.map((engine) => (
        <Skeleton key={engine.id} className="h-36 rounded-lg" />
      ))}
    </div>
  );
}
