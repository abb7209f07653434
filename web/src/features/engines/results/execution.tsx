import type { JsonObject } from '@/components/engines/result/value';
import { Badge, type Tone } from '@/components/ui/badge';
import { Callout } from '@/components/ui/callout';
import { formatNumber, plural } from '@/lib/format';
import { humanise } from '@/lib/words';
import type { ResultProps } from './result';
import { numberAt, objectAt, rowsAt, textAt, textsAt } from './shapes';

const RISKS: Record<string, { tone: Tone; word: string }> = {
  safe_auto: { tone: 'success', word: 'Safe to automate' },
  needs_approval: { tone: 'warning', word: 'Needs approval' },
  never_auto: { tone: 'danger', word: 'Needs separate approval' },
};

/** The steps in order, each with its risk, its day and the lines it changes. */
export function PlanPlots({ result }: ResultProps) {
  const steps = rowsAt(result, 'steps');
  const blocked = rowsAt(result, 'blocked');
  const needed = numberAt(result, 'approvalsNeeded') ?? 0;
  return (
    <>
      <p>
        {plural(steps.length, 'step')} over {plural(numberAt(result, 'days') ?? 0, 'day')}; {plural(needed, 'approval')}{' '}
        needed.
      </p>
      <Blocked blocked={blocked} />
      <Steps steps={steps} />
    </>
  );
}

/** What is to be done next, and what waits for whom. */
export function ApplyPlots({ result }: ResultProps) {
  const waiting = textsAt(result, 'waitingForApproval');
  const counts = objectAt(result, 'counts');
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone={textAt(result, 'state') === 'halted' ? 'danger' : 'info'} dot>
          {humanise(textAt(result, 'state'))}
        </Badge>
        {textAt(result, 'reason')}
      </p>
      {counts ? (
        <p className="tabular text-muted-foreground">
          {['planned', 'done', 'failed', 'rolledBack', 'left']
            .map((key) => `${humanise(key).toLowerCase()} ${formatNumber(numberAt(counts, key), 0)}`)
            .join(', ')}
        </p>
      ) : null}
      {waiting.length > 0 ? (
        <Callout tone="warning" title="Awaiting approval">
          {waiting.join(', ')}
        </Callout>
      ) : null}
      <Steps steps={rowsAt(result, 'next')} />
    </>
  );
}

/** What was seen beside what must hold. */
export function VerifyPlots({ result }: ResultProps) {
  const verdict = textAt(result, 'verdict');
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

/** The way back, last step first. */
export function UndoPlots({ result }: ResultProps) {
  return (
    <>
      <Blocked blocked={rowsAt(result, 'blocked')} />
      <Steps steps={rowsAt(result, 'steps')} />
    </>
  );
}

function Blocked({ blocked }: { blocked: readonly JsonObject[] }) {
  if (blocked.length === 0) return null;
  return (
    <Callout tone="warning" title={`${plural(blocked.length, 'action')} blocked`}>
      <ul className="grid gap-1">
        {blocked.map((each) => (
          <li key={textAt(each, 'id')}>
            {textAt(each, 'id')}: {textAt(each, 'reason')}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

function Steps({ steps }: { steps: readonly JsonObject[] }) {
  return (
    <ol className="grid gap-3">
      {steps.map((step, index) => (
        <Step key={textAt(step, 'id') || textAt(step, 'stepId')} step={step} place={index + 1} />
      ))}
    </ol>
  );
}

function Step({ step, place }: { step: JsonObject; place: number }) {
  const action = objectAt(step, 'action') ?? {};
  const risk = RISKS[textAt(step, 'risk')];
  const day = numberAt(step, 'day');
  const needs = textsAt(step, 'dependsOn');
  return (
    <li className="rounded-md border border-border px-4 py-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="tabular text-muted-foreground">{place}.</span>
        <span className="font-medium">{actionText(action)}</span>
        {risk ? <Badge tone={risk.tone}>{risk.word}</Badge> : null}
        {step.isCanary === true ? <Badge tone="info">Canary</Badge> : null}
        {day === null ? null : (
          <span className="text-[0.8125rem] text-muted-foreground">day {formatNumber(day + 1, 0)}</span>
        )}
      </p>
      {needs.length > 0 ? <p className="text-[0.8125rem] text-muted-foreground">After {needs.join(', ')}</p> : null}
      {textAt(step, 'reason') ? (
        <p className="text-[0.8125rem] text-muted-foreground">{textAt(step, 'reason')}</p>
      ) : null}
      <Preview preview={objectAt(step, 'preview')} />
      <Checks checks={rowsAt(step, 'checks')} />
    </li>
  );
}

function actionText(action: JsonObject): string {
  const what = humanise(textAt(action, 'kind'));
  const where = [textAt(action, 'site'), textAt(action, 'path') || textAt(action, 'from') || textAt(action, 'url')];
  return `${what}: ${where.filter(Boolean).join(' ')}`;
}

function Preview({ preview }: { preview: JsonObject | null }) {
  if (!preview) return null;
  const [removed, added] = [textsAt(preview, 'removed'), textsAt(preview, 'added')];
  return (
    <div className="mt-2 grid gap-1">
      <p className="text-[0.8125rem]">{textAt(preview, 'summary')}</p>
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

function Checks({ checks }: { checks: readonly JsonObject[] }) {
  if (checks.length === 0) return null;
  return (
    <details className="mt-2 text-[0.8125rem]">
      <summary className="cursor-pointer text-brand">{plural(checks.length, 'check')} after it</summary>
      <ul className="mt-1 grid gap-0.5">
        {checks.map((check) => (
          <li key={`${textAt(check, 'name')} ${textAt(check, 'url')}`}>
            {humanise(textAt(check, 'name'))} must be {String(check.expected)}
            {textAt(check, 'url') ? ` at ${textAt(check, 'url')}` : ''}
          </li>
        ))}
      </ul>
    </details>
  );
}
