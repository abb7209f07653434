import { createElement } from 'react';
import type { ActionResult } from '@/api/engine-results';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { formatNumber } from '@/lib/format';
import { saveText } from '@/lib/save-file';
import { humanise } from '@/lib/words';
import { fileName } from '../file-name';
import type { PlotProps } from './plot-props';

type Draft = ActionResult<'content.compose'>['draft'];
type Block = NonNullable<Draft['blocks']>[number];
type Sentence = NonNullable<Draft['title']>;

/** The outline with the facts that fill it, and the facts that are missing. */
export function ContentBriefPlots({ result }: PlotProps<'content.brief'>) {
  return (
    <>
      <section aria-label="Outline">
        <h3 className="mb-2 font-semibold">Outline</h3>
        <ol className="grid list-decimal gap-1.5 pl-5">
          {result.outline.map(({ heading, factIds }) => (
            <li key={heading}>
              {heading} <FactIds ids={factIds} />
            </li>
          ))}
        </ol>
      </section>
      {result.missingFacts.length > 0 ? (
        <section aria-label="Missing facts">
          <h3 className="mb-2 font-semibold">Missing facts</h3>
          <ul className="grid gap-1">
            {result.missingFacts.map(({ kind, reason }) => (
              <li key={`${kind} ${reason}`}>
                {humanise(kind)}: {reason}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

/** The drafted page, every sentence with its facts, and the findings of the quality check. */
export function ComposePlots({ result, run }: PlotProps<'content.compose'>) {
  return (
    <>
      <Gate score={result.score} />
      <DraftPreview draft={result.draft} file={fileName(run)} />
    </>
  );
}

/** Result of a page's quality check. */
export function ScorePlots({ result }: PlotProps<'content.score'>) {
  return <Gate score={result} />;
}

/** Corrections, and the page afterwards. */
export function RevisePlots({ result, run }: PlotProps<'content.revise'>) {
  return (
    <>
      <p>
        Score {formatNumber(result.before, 0)} before, {formatNumber(result.after.score, 0)} after.
      </p>
      <section aria-label="Changes">
        <h3 className="mb-2 font-semibold">Changes</h3>
        <ul className="grid gap-3">
          {result.changes.map(({ check, before, after }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: changes of a result have no identity and never move
            <li key={index}>
              <span className="text-muted-foreground">{humanise(check)}</span>
              {before ? <del className="block text-destructive">{before}</del> : null}
              {after ? <ins className="block text-success">{after}</ins> : null}
            </li>
          ))}
        </ul>
      </section>
      <Gate score={result.after} />
      <DraftPreview draft={result.draft} file={fileName(run)} />
    </>
  );
}

function Gate({ score: { passes, score, findings } }: { score: ActionResult<'content.score'> }) {
  return (
    <Callout
      tone={passes ? 'success' : 'warning'}
      title={`${passes ? 'No blocking finding' : 'Blocked from publication'}: ${formatNumber(score, 0)} of 100`}
    >
      <ul className="mt-1 grid gap-1">
        {findings.map(({ check, detail, level, subject }) => (
          <li key={`${check} ${detail}`}>
            <strong>{level === 'block' ? 'Error' : 'Warning'}</strong>, {humanise(check).toLowerCase()}: {detail}
            {subject ? ` (${subject})` : ''}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

function DraftPreview({ draft, file }: { draft: Draft; file: string }) {
  const save = () => saveText(JSON.stringify({ draft }, null, 2), `${file}-draft.json`, 'application/json');
  return (
    <section aria-label="Draft" className="rounded-lg border border-border">
      <header className="flex flex-wrap items-start justify-between gap-3 border-b border-border px-5 py-4">
        <div className="min-w-0">
          <p className="font-semibold text-brand">
            <SentenceText sentence={draft.title} />
          </p>
          <p className="mt-1 text-[0.8125rem] text-muted-foreground">
            <SentenceText sentence={draft.description} />
          </p>
        </div>
        <Button variant="outline" size="sm" onClick={save}>
          Save draft
        </Button>
      </header>
      <div className="grid gap-3 px-5 py-4">
        {draft.blocks?.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a page have no identity and never move
          <BlockText key={index} block={block} />
        ))}
      </div>
    </section>
  );
}

/** Headings of the page are one level below the screen's headings. */
function BlockText({ block }: { block: Block }) {
  const sentences = block.sentences?.map((sentence) => <SentenceText key={sentence.text} sentence={sentence} />);
  if (block.kind === 'heading') {
    const level = Math.min(6, (block.level ?? 1) + 2);
    return createElement(`h${level}`, { className: 'mt-2 font-semibold' }, sentences);
  }
  if (block.kind === 'item') return <p className="pl-4 before:mr-2 before:content-['•']">{sentences}</p>;
  return <p>{sentences}</p>;
}

function SentenceText({ sentence }: { sentence: Sentence | undefined }) {
  if (!sentence) return null;
  return (
    <>
      {sentence.text} <FactIds ids={sentence.factIds ?? []} />{' '}
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
