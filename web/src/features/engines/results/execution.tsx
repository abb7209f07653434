import type { ActionResult } from '@/api/engine-results';
import { Badge, type Tone } from '@/components/ui/badge';
import { Callout } from '@/components/ui/callout';
import { formatNumber, plural } from '@/lib/format';
import { humanise } from '@/lib/words';
import type { PlotProps } from './plot-props';

type PlannedStep = ActionResult<'execution.plan'>['steps'][number];
type UndoStep = ActionResult<'execution.undo'>['steps'][number];
type AnyStep = PlannedStep | UndoStep;

const RISKS: Record<PlannedStep['risk'], { tone: Tone; word: string }> = {
  safe_auto: { tone: 'success', word: 'Safe to automate' },
  needs_approval: { tone: 'warning', word: 'Needs approval' },
  never_auto: { tone: 'danger', word: 'Needs separate approval' },
};

/** Steps in order, with risk, day and changed lines. */
export function PlanPlots({ result }: PlotProps<'execution.plan'>) {
  const { steps, blocked, days, approvalsNeeded } = result;
  return (
    <>
      <p>
        {plural(steps.length, 'step')} over {plural(days, 'day')}; {plural(approvalsNeeded, 'approval')} needed.
      </p>
      <Blocked blocked={blocked} />
      <Steps steps={steps} />
    </>
  );
}

const COUNTS = ['planned', 'done', 'failed', 'rolledBack', 'left'] as const;

/** Next steps, and steps that wait for approval. */
export function ApplyPlots({ result }: PlotProps<'execution.apply'>) {
  const { waitingForApproval: waiting, counts, state, reason, next } = result;
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone={state === 'halted' ? 'danger' : 'info'} dot>
          {humanise(state)}
        </Badge>
        {reason}
      </p>
      <p className="tabular text-muted-foreground">
        {COUNTS.map((key) => `${humanise(key).toLowerCase()} ${formatNumber(counts[key], 0)}`).join(', ')}
      </p>
      {waiting.length > 0 ? (
        <Callout tone="warning" title="Awaiting approval">
          {waiting.join(', ')}
        </Callout>
      ) : null}
      <Steps steps={next} />
    </>
  );
}

/** Observations compared with their conditions. */
export function VerifyPlots({ result: { verdict } }: PlotProps<'execution.verify'>) {
  return (
    <p className="flex items-center gap-3">
      <Badge tone={verdict === 'accept' ? 'success' : verdict === 'retry' ? 'warning' : 'danger'} dot>
        {humanise(verdict)}
      </Badge>
      {verdict === 'accept' ? 'All conditions are met.' : null}
      {verdict === 'retry' ? 'Some conditions could not be checked. Verify again.' : null}
      {verdict === 'roll_back' ? 'Undo the step.' : null}
    </p>
  );
}

/** Compensations, last step first. */
export function UndoPlots({ result }: PlotProps<'execution.undo'>) {
  return (
    <>
      <Blocked blocked={result.blocked} />
      <Steps steps={result.steps} />
    </>
  );
}

function Blocked({ blocked }: { blocked: ActionResult<'execution.plan'>['blocked'] }) {
  if (blocked.length === 0) return null;
  return (
    <Callout tone="warning" title={`${plural(blocked.length, 'action')} blocked`}>
      <ul className="grid gap-1">
        {blocked.map(({ id, reason }) => (
          <li key={id}>
            {id}: {reason}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

function Steps({ steps }: { steps: readonly AnyStep[] }) {
  return (
    <ol className="grid gap-3">
      {steps.map((step, index) => (
        <Step key={'id' in step ? step.id : step.stepId} step={step} place={index + 1} />
      ))}
    </ol>
  );
}

function Step({ step, place }: { step: AnyStep; place: number }) {
  const planned = 'risk' in step ? step : null;
  const risk = planned ? RISKS[planned.risk] : null;
  return (
    <li className="rounded-md border border-border px-4 py-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="tabular text-muted-foreground">{place}.</span>
        <span className="font-medium">{actionText(step.action)}</span>
        {risk ? <Badge tone={risk.tone}>{risk.word}</Badge> : null}
        {planned?.isCanary ? <Badge tone="info">Canary</Badge> : null}
        {planned ? (
          <span className="text-[0.8125rem] text-muted-foreground">day {formatNumber(planned.day + 1, 0)}</span>
        ) : null}
      </p>
      {planned && planned.dependsOn.length > 0 ? (
        <p className="text-[0.8125rem] text-muted-foreground">After {planned.dependsOn.join(', ')}</p>
      ) : null}
      {planned?.reason ? <p className="text-[0.8125rem] text-muted-foreground">{planned.reason}</p> : null}
      {planned ? <Preview preview={planned.preview} /> : null}
      <Checks checks={step.checks} />
    </li>
  );
}

function actionText(action: AnyStep['action']): string {
  const where = [action.site, targetOf(action)].filter(Boolean).join(' ');
  return `${humanise(action.kind)}: ${where}`;
}

/** Page, redirect or address changed by an action. */
function targetOf(action: AnyStep['action']): string | null {
  if ('path' in action) return action.path;
  if ('from' in action) return action.from;
  return 'url' in action ? action.url : null;
}

function Preview({ preview: { summary, removed, added } }: { preview: PlannedStep['preview'] }) {
  return (
    <div className="mt-2 grid gap-1">
      <p className="text-[0.8125rem]">{summary}</p>
      {removed.length + added.length > 0 ? (
        <section
          aria-label="Changed lines"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
          tabIndex={0}
          className="overflow-x-auto rounded-md bg-muted p-2 font-mono text-xs"
        >
          {removed.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a preview have no identity and never move
            <del key={index} className="block whitespace-pre text-destructive no-underline">
              − {line}
            </del>
          ))}
          {added.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a preview have no identity and never move
            <ins key={index} className="block whitespace-pre text-success no-underline">
              + {line}
            </ins>
          ))}
        </section>
      ) : null}
    </div>
  );
}

function Checks({ checks }: { checks: AnyStep['checks'] }) {
  if (checks.length === 0) return null;
  return (
    <details className="mt-2 text-[0.8125rem]">
      <summary className="cursor-pointer text-brand">{plural(checks.length, 'check')} after it</summary>
      <ul className="mt-1 grid gap-0.5">
        {checks.map(({ name, url, expected }) => (
          <li key={`${name} ${url}`}>
            {humanise(name)} must be {String(expected)}
            {url ? ` at ${url}` : ''}
          </li>
        ))}
      </ul>
    </details>
  );
}
