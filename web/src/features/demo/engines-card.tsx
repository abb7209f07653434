import type { Demo } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { plural } from '@/lib/format';
import { readable } from '@/lib/readable';
import { Section } from './section';

/** Tiles of the engines with their questions and results. */
export function EnginesCard({ engines }: { engines: Demo['engines'] }) {
  return (
    <Section title="Engines" description="Each engine answers one question. The tiles show its result for this market.">
      <ul className="grid gap-px bg-border sm:grid-cols-2 lg:grid-cols-3">
        {engines.map((engine) => (
          <Tile key={engine.id} engine={engine} />
        ))}
      </ul>
    </Section>
  );
}

function Tile({ engine }: { engine: Demo['engines'][number] }) {
  return (
    <li className="flex flex-col bg-card px-5 py-4 sm:min-h-36">
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
