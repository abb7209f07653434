import { Play, X } from 'lucide-react';
import { Link } from 'react-router';
import type { Engine } from '@/api/types';
import { actionName } from '@/components/engines/action-name';
import {
  engineInfo,
  engineState,
  hasAction,
  isUnderWay,
  linkOf,
  percentOf,
  stageOf,
} from '@/components/engines/engine-words';
import { useExecute } from '@/components/engines/use-execute';
import { useRunActions } from '@/components/runs/use-run';
import { Badge } from '@/components/ui/badge';
import { Button, ButtonLink } from '@/components/ui/button';
import { Progress } from '@/components/ui/progress';
import { RelativeTime } from '@/components/ui/relative-time';
import { withWebsite } from '@/hooks/use-current-website';
import { formatDuration, plural } from '@/lib/format';

/** An engine in one row: status, latest run or missing data, and a button to run it. Its question is the link's title. */
export function EngineRow({ engine, websiteId }: { engine: Engine; websiteId: string | null }) {
  const { name, question, path } = engineInfo(engine.id, engine);
  const { word, tone } = lacksInput(engine) ? NEEDS_INPUT : engineState(engine);
  return (
    <li className="-mb-px grid min-h-16 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-2 border-b border-border px-5 py-2">
      <div className="flex flex-wrap items-center gap-x-2">
        <h3 className="min-w-0 truncate font-medium">
          <Link
            to={withWebsite(path, websiteId)}
            title={question}
            className="inline-flex min-h-6 items-center hover:text-brand hover:underline"
          >
            {name}
          </Link>
        </h3>
        <Badge tone={tone} dot>
          {word}
        </Badge>
      </div>
      {isUnderWay(engine) ? (
        <UnderWay engine={engine} name={name} />
      ) : (
        <AtRest engine={engine} path={path} websiteId={websiteId} />
      )}
    </li>
  );
}

/** Place of the button: next to both lines of the row. */
const BOTH_LINES = 'col-start-2 row-span-2 row-start-1';

/** A run that was started without its input says nothing about the engine. */
const NEEDS_INPUT = { word: 'Needs input', tone: 'neutral' } as const;
const INPUT_ERRORS = ['no-input', 'invalid-input'];

function lacksInput({ status, error }: Engine): boolean {
  return status === 'error' && INPUT_ERRORS.includes(error?.type ?? '');
}

function UnderWay({ engine, name }: { engine: Engine; name: string }) {
  const { cancel } = useRunActions();
  const percent = percentOf(engine);
  const { runId } = engine;
  return (
    <div className="col-span-2 grid gap-1">
      <div className="flex min-h-6 items-center justify-between gap-2 text-xs text-muted-foreground">
        <span role="status" className="truncate">
          {stageOf(engine) ?? (percent === null ? 'Waiting for a worker' : 'In progress')}
        </span>
        <span className="flex shrink-0 items-center gap-1">
          {percent === null ? null : <span className="tabular">{Math.round(percent)}%</span>}
          {runId ? (
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Cancel the ${name} engine`}
              title="Cancel"
              busy={cancel.isPending}
              needsNetwork
              onClick={() => cancel.mutate(runId)}
            >
              {cancel.isPending ? null : <X size={14} aria-hidden="true" />}
            </Button>
          ) : null}
        </span>
      </div>
      <Progress value={percent} label={`${name} engine`} />
    </div>
  );
}

function AtRest({ engine, path, websiteId }: { engine: Engine; path: string; websiteId: string | null }) {
  const execute = useExecute();
  const isReady = hasAction(engine) && engine.status !== 'needs_data';
  const need = isReady ? undefined : engine.needs[0];
  const action = engine.defaultAction;
  const canRun = isReady && websiteId !== null && action !== null;
  const input = isReady ? engine.input : null;
  const run = () => {
    if (action && websiteId) execute.mutate({ engineId: engine.id, action, websiteId });
  };
  return (
    <>
      <p className="col-start-1 line-clamp-2 min-w-0 text-xs text-muted-foreground">
        {need ? (
          <Need label={need.label} to={linkOf(need)} websiteId={websiteId} />
        ) : engine.status === 'error' && engine.error ? (
          <Failure engine={engine} path={path} websiteId={websiteId} />
        ) : (
          <LastRun engine={engine} />
        )}
        {need && engine.needs.length > 1 ? ` and ${engine.needs.length - 1} more` : null}
      </p>
      {canRun ? (
        <Button variant="outline" size="sm" className={BOTH_LINES} busy={execute.isPending} needsNetwork onClick={run}>
          {execute.isPending ? null : <Play size={12} aria-hidden="true" />}
          Run
          <span className="sr-only"> the {engine.name} engine</span>
        </Button>
      ) : null}
      {input ? (
        <ButtonLink
          variant="outline"
          size="sm"
          className={BOTH_LINES}
          to={withWebsite(linkOf(input) ?? '/', websiteId)}
        >
          {input.label}
        </ButtonLink>
      ) : null}
    </>
  );
}

function Need({ label, to, websiteId }: { label: string; to: string | null; websiteId: string | null }) {
  if (!to) return <>Needs: {label}</>;
  return (
    <>
      Needs:{' '}
      <Link to={withWebsite(to, websiteId)} className="text-brand underline underline-offset-4">
        {label}
      </Link>
    </>
  );
}

/** Why the latest run failed, or which action waits for input, with the way to enter it. */
function Failure({ engine, path, websiteId }: { engine: Engine; path: string; websiteId: string | null }) {
  const name = actionName(engine.action ?? '');
  const detail = engine.error?.detail ?? '';
  if (!lacksInput(engine)) return <span title={detail}>{`${name} failed: ${detail}`}</span>;
  const page = withWebsite(`${path}?action=${engine.action}`, websiteId);
  return (
    <Link to={page} title={detail} className="inline-flex min-h-6 items-center text-brand underline underline-offset-4">
      Enter input for “{name}”
    </Link>
  );
}

/** Latest run: time, duration, result, and freshness of its data. */
function LastRun({ engine }: { engine: Engine }) {
  if (!engine.lastRunAt) return <>{hasAction(engine) ? 'Not run yet' : 'Not included in this version'}</>;
  return (
    <>
      <span title={`Took ${formatDuration(engine.lastDurationMs)}`}>
        Run <RelativeTime at={engine.lastRunAt} />
      </span>
      , {plural(engine.insights, 'insight')}
      <Freshness value={engine.freshness} />
    </>
  );
}

/** Whether its results are up to date with the data. */
function Freshness({ value }: { value: unknown }) {
  const { isStale } = (value ?? {}) as { isStale?: boolean };
  return isStale ? <span className="text-warning">, new data since</span> : null;
}
