import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CircleDashed } from 'lucide-react';
import { Link, Navigate, useParams } from 'react-router';
import { engineQueries } from '@/api/engines';
import type { Engine, Website } from '@/api/types';
import {
  type EngineInfo,
  engineAt,
  engineState,
  hasAction,
  isUnderWay,
  linkOf,
} from '@/components/engines/engine-words';
import { useExecute } from '@/components/engines/use-execute';
import { InsightFeed } from '@/components/insights/insight-feed';
import { RunProgress } from '@/components/runs/run-progress';
import { NotFound } from '@/components/states/not-found';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { WebsiteSwitcher } from '@/components/websites/website-switcher';
import { useCurrentWebsite, withWebsite } from '@/hooks/use-current-website';
import { failures } from '@/lib/strings';
import { humanise } from '@/lib/words';
import { Record } from './record';

/** One engine: its question, what it needs, what it can do today, how it has done, what it found. */
export default function EnginePage() {
  const { engine: segment = '' } = useParams();
  const known = engineAt(segment);
  if (segment === 'keyword') return <Navigate replace to="/keyword-finder" />;
  if (segment === 'pattern') return <Navigate replace to="/intelligence/patterns" />;
  return known ? <KnownEngine key={known.id} known={known} /> : <NotFound />;
}

function KnownEngine({ known }: { known: EngineInfo }) {
  const { query, websites, current, choose } = useCurrentWebsite();
  const options = engineQueries.status(current ? { websiteId: current.id } : {});
  const status = useQuery({ ...options, enabled: !query.isPending });
  return (
    <>
      <PageHeader
        title={`${known.name} engine`}
        description={known.question}
        actions={
          <>
            <WebsiteSwitcher websites={websites} current={current} onChoose={choose} />
            <UpdatedStamp at={status.dataUpdatedAt} busy={status.isFetching} onRefresh={() => status.refetch()} />
          </>
        }
      />
      <QueryPanel query={status} fallback={failures.engineStatuses}>
        {({ engines }) => {
          const engine = engines.find((each) => each.id === known.id);
          if (!engine) return <Card className="p-6">This server does not have the {known.name} engine.</Card>;
          return <EngineBody engine={engine} known={known} website={current} />;
        }}
      </QueryPanel>
      {status.isPending ? null : (
        <div className="mt-6">
          <InsightFeed engineId={known.id} website={websites.length > 1 ? current : null} />
        </div>
      )}
    </>
  );
}

function EngineBody({ engine, known, website }: { engine: Engine; known: EngineInfo; website: Website | null }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <div className="grid gap-6">
        <Actions engine={engine} known={known} website={website} />
        <Needs engine={engine} website={website} />
      </div>
      <Record engine={engine} />
    </div>
  );
}

function Actions({ engine, known, website }: { engine: Engine; known: EngineInfo; website: Website | null }) {
  const execute = useExecute();
  const { word, tone } = engineState(engine);
  const blocked = engine.status === 'needs_data' || !website;
  return (
    <Card aria-label="What it does">
      <CardHeader
        title="What it does"
        actions={
          <Badge tone={tone} dot>
            {word}
          </Badge>
        }
      />
      <CardBody className="grid gap-4 pt-3">
        <p className="max-w-prose text-muted-foreground">{engine.description || known.question}</p>
        {isUnderWay(engine) && engine.runId ? <RunProgress runId={engine.runId} /> : null}
        {hasAction(engine) ? (
          <div className="flex flex-wrap gap-2">
            {engine.actions?.map((action) => (
              <Button
                key={action}
                variant="outline"
                size="sm"
                disabled={blocked || isUnderWay(engine)}
                busy={execute.isPending && execute.variables.action === action}
                onClick={() => website && execute.mutate({ engineId: engine.id, action, websiteId: website.id })}
              >
                {humanise(action)}
              </Button>
            ))}
          </div>
        ) : (
          <NoAction website={website} />
        )}
      </CardBody>
    </Card>
  );
}

function NoAction({ website }: { website: Website | null }) {
  return (
    <div className="rounded-md bg-muted px-4 py-3">
      <p className="font-medium">This engine has no action yet</p>
      <p className="mt-0.5 text-[0.8125rem] text-muted-foreground">
        Its analysis is not part of this version, so it shows no figures instead of made-up ones. The{' '}
        <Link to={withWebsite('/keyword-finder', website?.id)} className="text-brand underline underline-offset-4">
          keyword engine
        </Link>{' '}
        works today, on the same data.
      </p>
    </div>
  );
}

function Needs({ engine, website }: { engine: Engine; website: Website | null }) {
  return (
    <Card aria-label="What it needs">
      <CardHeader title="What it needs" />
      <CardBody className="pt-2 pb-3">
        {engine.needs.length === 0 ? (
          <p className="pt-1 pb-2 text-muted-foreground">Nothing is missing.</p>
        ) : (
          <ul className="divide-y divide-border">
            {engine.needs.map((need) => {
              const to = linkOf(need);
              return (
                <li key={`${need.kind}-${need.label}`} className="flex min-h-11 items-center gap-3 py-2">
                  <CircleDashed size={15} aria-hidden="true" className="shrink-0 text-warning" />
                  <span className="min-w-0 flex-1">{need.label}</span>
                  {to ? (
                    <Link
                      to={withWebsite(to, website?.id)}
                      className="inline-flex shrink-0 items-center gap-1.5 text-brand underline-offset-4 hover:underline"
                    >
                      Bring it
                      <span className="sr-only">: {need.label}</span>
                      <ArrowRight size={13} aria-hidden="true" />
                    </Link>
                  ) : null}
                </li>
              );
            })}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}
