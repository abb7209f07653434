import { useQuery } from '@tanstack/react-query';
import { engineQueries } from '@/api/engines';
import type { Engine } from '@/api/types';
import { ENGINES } from '@/components/engines/engine-words';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Card, CardHeader } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { failures } from '@/lib/strings';
import { EngineRow } from './engine-row';

const GRID = 'mt-3 grid overflow-hidden border-t border-border sm:grid-cols-2';

/** Rows of the eleven engines. `ready` once the website is known. */
export function EnginesPanel({ websiteId, ready }: { websiteId: string | null; ready: boolean }) {
  const status = useQuery({ ...engineQueries.status(websiteId ? { websiteId } : {}), enabled: ready });
  return (
    <Card aria-label="Engines" className="overflow-clip">
      <CardHeader
        title="Engines"
        actions={<UpdatedStamp at={status.dataUpdatedAt} busy={status.isFetching} onRefresh={() => status.refetch()} />}
      />
      <QueryPanel
        query={status}
        fallback={failures.engineStatuses}
        loading={<RowSkeletons />}
        isEmpty={({ engines }) => engines.length === 0}
        empty={<p className="p-5 text-muted-foreground">No engines available.</p>}
      >
        {({ engines }) => (
          <ul className={GRID}>
            {inOrder(engines).map((engine) => (
              <EngineRow key={engine.id} engine={engine} websiteId={websiteId} />
            ))}
          </ul>
        )}
      </QueryPanel>
    </Card>
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

function RowSkeletons() {
  return (
    <div role="status" aria-label="Loading engines" className={GRID}>
      {ENGINES.map((engine) => (
        <div key={engine.id} className="-mb-px min-h-16 border-b border-border px-5 py-3">
          <Skeleton className="h-8 w-40" />
        </div>
      ))}
    </div>
  );
}
