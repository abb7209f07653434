import { createElement } from 'react';
import type { JsonObject } from '@/components/engines/result/value';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { formatNumber } from '@/lib/format';
import { saveText } from '@/lib/save-file';
import { humanise } from '@/lib/words';
import { fileName } from '../result-card';
import type { ResultProps } from './result';
import { numberAt, objectAt, rowsAt, textAt, textsAt } from './shapes';

/** The outline with the facts that fill it, and the facts that are missing. */
export function ContentBriefPlots({ result }: ResultProps) {
  return (
    <>
      <section aria-label="Outline">
        <h3 className="mb-2 font-semibold">Outline</h3>
        <ol className="grid list-decimal gap-1.5 pl-5">
          {rowsAt(result, 'outline').map((section) => (
            <li key={textAt(section, 'heading')}>
              {textAt(section, 'heading')} <FactIds ids={textsAt(section, 'factIds')} />
            </li>
          ))}
        </ol>
      </section>
      {rowsAt(result, 'missingFacts').length > 0 ? (
        <section aria-label="Missing facts">
          <h3 className="mb-2 font-semibold">Missing facts</h3>
          <ul className="grid gap-1">
            {rowsAt(result, 'missingFacts').map((fact) => (
              <li key={`${textAt(fact, 'kind')} ${textAt(fact, 'reason')}`}>
                {humanise(textAt(fact, 'kind'))}: {textAt(fact, 'reason')}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

/** The page as it would stand, every sentence with its facts, and what the gate says of it. */
export function ComposePlots({ result, run }: ResultProps) {
  const draft = objectAt(result, 'draft');
  const score = objectAt(result, 'score');
  return (
    <>
      {score ? <Gate score={score} /> : null}
      {draft ? <Draft draft={draft} file={fileName(run)} /> : null}
    </>
  );
}

/** What the gate says of a page. */
export function ScorePlots({ result }: ResultProps) {
  return <Gate score={result} />;
}

/** What was mended, and the page after it. */
export function RevisePlots({ result, run }: ResultProps) {
  const [draft, after] = [objectAt(result, 'draft'), objectAt(result, 'after')];
  return (
    <>
      <p>
        Score {formatNumber(numberAt(result, 'before'), 0)} before, {formatNumber(numberAt(after, 'score'), 0)} after.
      </p>
      <section aria-label="Changes">
        <h3 className="mb-2 font-semibold">Changes</h3>
        <ul className="grid gap-3">
          {rowsAt(result, 'changes').map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: changes of a result have no identity and never move
            <li key={index}>
              <span className="text-muted-foreground">{humanise(textAt(change, 'check'))}</span>
              {textAt(change, 'before') ? (
                <del className="block text-destructive">{textAt(change, 'before')}</del>
              ) : null}
              {textAt(change, 'after') ? <ins className="block text-success">{textAt(change, 'after')}</ins> : null}
            </li>
          ))}
        </ul>
      </section>
      {after ? <Gate score={after} /> : null}
      {draft ? <Draft draft={draft} file={fileName(run)} /> : null}
    </>
  );
}

function Gate({ score }: { score: JsonObject }) {
  const findings = rowsAt(score, 'findings');
  const passes = score.passes === true;
  return (
    <Callout
      tone={passes ? 'success' : 'warning'}
      title={`${passes ? 'Ready to publish' : 'Blocked from publication'}: ${formatNumber(numberAt(score, 'score'), 0)} of 100`}
    >
      <ul className="mt-1 grid gap-1">
        {findings.map((finding) => (
          <li key={`${textAt(finding, 'check')} ${textAt(finding, 'detail')}`}>
            <strong>{textAt(finding, 'level') === 'block' ? 'Error' : 'Warning'}</strong>,{' '}
            {humanise(textAt(finding, 'check')).toLowerCase()}: {textAt(finding, 'detail')}
            {textAt(finding, 'subject') ? ` (${textAt(finding, 'subject')})` : ''}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

function Draft({ draft, file }: { draft: JsonObject; file: string }) {
  const save = () => saveText(JSON.stringify({ draft }, null, 2), `${file}-draft.json`, 'application/json');
  return (
    <section aria-label="Draft" className="rounded-lg border border-border">
      <header className="flex flex-wrap items-start justify-between gap-3 border-b border-border px-5 py-4">
        <div className="min-w-0">
          <p className="font-semibold text-brand">
            <Sentence sentence={objectAt(draft, 'title')} />
          </p>
          <p className="mt-1 text-[0.8125rem] text-muted-foreground">
            <Sentence sentence={objectAt(draft, 'description')} />
          </p>
        </div>
        <Button variant="outline" size="sm" onClick={save}>
          Save draft
        </Button>
      </header>
      <div className="grid gap-3 px-5 py-4">
        {rowsAt(draft, 'blocks').map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a page have no identity and never move
          <Block key={index} block={block} />
        ))}
      </div>
    </section>
  );
}

/** Headings of the page stand below those of the screen. */
function Block({ block }: { block: JsonObject }) {
  const sentences = rowsAt(block, 'sentences').map((sentence) => (
    <Sentence key={textAt(sentence, 'text')} sentence={sentence} />
  ));
  if (textAt(block, 'kind') === 'heading') {
    const level = Math.min(6, (numberAt(block, 'level') ?? 1) + 2);
    return createElement(`h${level}`, { className: 'mt-2 font-semibold' }, sentences);
  }
  if (textAt(block, 'kind') === 'item') return <p className="pl-4 before:mr-2 before:content-['•']">{sentences}</p>;
  return <p>{sentences}</p>;
}

function Sentence({ sentence }: { sentence: JsonObject | null }) {
  if (!sentence) return null;
  return (
    <>
      {textAt(sentence, 'text')} <FactIds ids={textsAt(sentence, 'factIds')} />{' '}
    </>
  );
}

function FactIds({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <Badge className="align-middle" tone="neutral">
      <span className="sr-only">Facts: </span>
      {ids.join(', ')}
    </Badge>
  );
}
