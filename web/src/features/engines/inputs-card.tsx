import { ArrowRight, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Engine, EngineNeed, Website } from '@/api/types';
import { linkOf } from '@/components/engines/engine-words';
import { Badge } from '@/components/ui/badge';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { withWebsite } from '@/hooks/use-current-website';

/** Whether nothing about an engine's data needs attention. */
export function isComplete({ needs, status, freshness }: Engine): boolean {
  return needs.length === 0 && status !== 'error' && !freshness.isStale;
}

/** State of an engine's data: freshness, missing data and where to import it; in short only whether any is missing. */
export function Inputs({
  engine,
  website,
  isShort = false,
}: {
  engine: Engine;
  website: Website | null;
  isShort?: boolean;
}) {
  return (
    <Card aria-label="Required data" className={isShort ? 'pb-5' : undefined}>
      <CardHeader
        title="Required data"
        actions={
          engine.needs.length === 0 ? (
            <Badge tone="success" dot>
              Data available
            </Badge>
          ) : (
            <Badge tone="warning" dot>
              Needs data
            </Badge>
          )
        }
      />
      {isShort ? null : <Facts engine={engine} website={website} />}
    </Card>
  );
}

function Facts({ engine, website }: { engine: Engine; website: Website | null }) {
  const { dataAt, computedAt, isStale } = engine.freshness;
  return (
    <CardBody className="grid gap-3 pt-2 pb-3">
      <dl className="divide-y divide-border">
        <Line name="Website">{website?.name ?? 'none'}</Line>
        <Line name="Latest data">{dataAt ? <RelativeTime at={dataAt} /> : 'none imported'}</Line>
        <Line name="Latest result">{computedAt ? <RelativeTime at={computedAt} /> : 'none'}</Line>
      </dl>
      {isStale ? (
        <Callout tone="warning">New data was imported after the latest result. Run the engine again.</Callout>
      ) : null}
      {engine.status === 'error' ? (
        <Callout tone="warning" title="The last run failed">
          Its error is listed under History. Correct the input and run it again.
        </Callout>
      ) : null}
      {engine.needs.length === 0 ? (
        <p className="text-muted-foreground">
          {engine.input
            ? 'All required data is available. Enter your input to run it.'
            : 'All required data is available.'}
        </p>
      ) : (
        <ul className="divide-y divide-border">
          {engine.needs.map((need) => (
            <Need key={`${need.kind}-${need.label}`} need={need} website={website} />
          ))}
        </ul>
      )}
    </CardBody>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 truncate text-right">{children}</dd>
    </div>
  );
}

function Need({ need, website }: { need: EngineNeed; website: Website | null }) {
  const to = linkOf(need);
  return (
    <li className="flex min-h-11 items-center gap-3 py-2">
      <CircleDashed size={15} aria-hidden="true" className="shrink-0 text-warning" />
      <span className="min-w-0 flex-1">{need.label}</span>
      {to ? (
        <Link
          to={withWebsite(to, website?.id)}
          className="inline-flex shrink-0 items-center gap-1.5 text-brand underline-offset-4 hover:underline"
        >
          Add data
          <span className="sr-only">: {need.label}</span>
          <ArrowRight size={13} aria-hidden="true" />
        </Link>
      ) : null}
    </li>
  );
}
