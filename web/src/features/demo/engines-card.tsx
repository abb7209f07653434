import type { Demo } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { CardHeader } from '@/components/ui/card';
import { SimulatedBadge } from '@/components/websites/simulated-badge';
import { plural } from '@/lib/format';
import { readable } from '@/lib/readable';

/** Tiles of the engines with their questions and results. */
export function EnginesCard({ engines }: { engines: Demo['engines'] }) {
  return (
    <section aria-label="Engines">
      <CardHeader
        title="Engines"
        description="Each engine answers one question. The tiles show its result for this market."
        actions={<SimulatedBadge />}
        className="px-0 pt-2 pb-3"
      />
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {engines.map((engine) => (
          <Tile key={engine.id} engine={engine} />
        ))}
      </ul>
    </section>
  );
}

function Tile({ engine }: { engine: Demo['engines'][number] }) {
  return (
    <li className="flex min-h-36 flex-col rounded-lg border border-border bg-card px-4 py-3 shadow-card">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">{engine.name}</h3>
        {engine.action ? (
          <Badge tone="success" dot>
            {plural(engine.insights, 'insight')}
          </Badge>
        ) : (
          <Badge>Not shown</Badge>
        )}
      </div>
      <p className="mt-1.5 text-[0.8125rem] text-pretty text-muted-foreground">{engine.question}</p>
      <p className="mt-auto pt-3 text-[0.8125rem] text-pretty wrap-anywhere">{readable(engine.summary)}</p>
    </li>
  );
}
