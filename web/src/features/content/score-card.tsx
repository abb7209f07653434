import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ContentDocument, documentApi } from '@/api/documents';
import { typedResult } from '@/api/engine-results';
import { ApiError, errorText } from '@/api/errors';
import { runQueries } from '@/api/runs';
import type { Run, Schemas } from '@/api/types';
import { RunProgress } from '@/components/runs/run-progress';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { toastFailure } from '@/lib/failed';
import { formatNumber, formatPercent, NO_VALUE } from '@/lib/format';
import { humanise } from '@/lib/words';
import { type Draft, pathsOf, sentenceAt } from './draft';
import { ScoreBar } from './score-bar';
import { goTo } from './use-sentences';

type Finding = Schemas['ContentEngineFinding'];
type Score = Schemas['ContentScoreResult'];

/** Score of the current version: its parts, and findings that lead to their sentence. */
export function ScoreCard({ document, draft, isDirty }: { document: ContentDocument; draft: Draft; isDirty: boolean }) {
  const [scored, setScored] = useState<{ version: number; run: Run } | null>(null);
  const run = scored?.version === document.version ? scored.run : null;
  const start = useMutation({
    mutationFn: () => documentApi.score(document.id),
    onSuccess: setScored,
    onError: (error) => {
      const fields = error instanceof ApiError ? Object.values(error.fields) : [];
      toastFailure('The text was not scored', fields[0] ?? errorText(error));
    },
  });
  const known = document.score;
  return (
    <Card aria-label="Score">
      <CardHeader
        title={known ? `Score ${formatNumber(known.score, 0)} of 100` : 'Score'}
        description={isDirty ? `Of version ${document.version}, without your unsaved edits.` : undefined}
        actions={
          <Button variant="outline" size="sm" needsNetwork busy={start.isPending} onClick={() => start.mutate()}>
            Check the text
          </Button>
        }
      />
      <div className="grid gap-4 p-5 pt-3">
        {run ? (
          <Result run={run} draft={draft} onRun={(next) => setScored({ version: document.version, run: next })} />
        ) : known ? (
          <Known score={known} />
        ) : (
          <p className="text-[0.8125rem] text-muted-foreground">
            The check compares every sentence with its facts, and measures how easy the text is to read.
          </p>
        )}
      </div>
    </Card>
  );
}

function Known({ score }: { score: Schemas['DocumentScore'] }) {
  return (
    <>
      <Verdict passes={score.passes} errors={score.blocking} warnings={score.warnings} />
      <ScoreBar label="Sentences with a fact" share={score.cited} text={formatPercent(score.cited, 0)} />
      <Reading ease={score.readingEase} />
    </>
  );
}

function Result({ run, draft, onRun }: { run: Run; draft: Draft; onRun: (run: Run) => void }) {
  const isDone = run.status === 'succeeded';
  const query = useQuery({ ...runQueries.result(run.id), enabled: isDone });
  if (!isDone) return <RunProgress runId={run.id} title="Check of the text" onFinished={onRun} onRetried={onRun} />;
  if (!query.data) return <Skeleton className="h-40" />;
  return <Parts score={typedResult('content.score', query.data.result)} draft={draft} />;
}

function Parts({ score, draft }: { score: Score; draft: Draft }) {
  const { measures, findings } = score;
  const errors = findings.filter(({ level }) => level === 'block').length;
  return (
    <>
      <Verdict passes={score.passes} errors={errors} warnings={findings.length - errors} />
      <ScoreBar label="Score" share={score.score / 100} text={`${formatNumber(score.score, 0)} of 100`} />
      <ScoreBar
        label="Sentences with a fact"
        share={measures.cited ?? 0}
        text={formatPercent(measures.cited ?? 0, 0)}
      />
      <Reading ease={measures.readingEase ?? null} />
      <ScoreBar
        label="Unlike your other pages"
        share={1 - (measures.similarity ?? 0)}
        text={formatPercent(1 - (measures.similarity ?? 0), 0)}
      />
      {findings.length > 0 ? <Findings findings={findings} draft={draft} /> : null}
    </>
  );
}

function Verdict({ passes, errors, warnings }: { passes: boolean; errors: number; warnings: number }) {
  return (
    <p className="flex flex-wrap gap-2">
      <Badge tone={passes ? 'success' : 'danger'} dot>
        {passes ? 'Ready to publish' : 'Blocked from publication'}
      </Badge>
      {errors > 0 ? <Badge tone="danger">{formatNumber(errors, 0)} to mend first</Badge> : null}
      {warnings > 0 ? <Badge tone="warning">{formatNumber(warnings, 0)} to improve</Badge> : null}
    </p>
  );
}

/** Words for the Flesch reading ease. */
function easeWord(ease: number): string {
  if (ease >= 80) return 'very easy';
  if (ease >= 60) return 'plain English';
  if (ease >= 50) return 'fairly difficult';
  if (ease >= 30) return 'difficult';
  return 'very difficult';
}

function Reading({ ease }: { ease: number | null }) {
  const text = ease === null ? NO_VALUE : `${formatNumber(ease, 0)} of 100, ${easeWord(ease)}`;
  return <ScoreBar label="Reading ease (Flesch)" share={Math.max(0, Math.min(100, ease ?? 0)) / 100} text={text} />;
}

function Findings({ findings, draft }: { findings: readonly Finding[]; draft: Draft }) {
  return (
    <ul aria-label="Findings" className="divide-y divide-border border-t border-border">
      {findings.map((finding, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: findings of a result have no identity and never move
        <FindingLine key={index} finding={finding} path={pathOf(draft, finding)} />
      ))}
    </ul>
  );
}

/** The sentence that a finding is about, if the text still has it. */
function pathOf(draft: Draft, { subject, check }: Finding): string | null {
  if (check === 'title' || check === 'description') return check;
  const wanted = subject?.trim();
  if (!wanted || wanted.length < 3) return null;
  const texts = pathsOf(draft).map((path) => ({ path, text: sentenceAt(draft, path)?.text ?? '' }));
  const exact = texts.find(({ text }) => text === wanted) ?? texts.find(({ text }) => text.includes(wanted));
  return exact?.path ?? null;
}

function FindingLine({ finding, path }: { finding: Finding; path: string | null }) {
  const { check, detail, level, subject } = finding;
  return (
    <li className="grid gap-1 py-2.5 text-[0.8125rem]">
      <p>
        <Badge tone={level === 'block' ? 'danger' : 'warning'}>{level === 'block' ? 'Error' : 'Warning'}</Badge>{' '}
        <span className="font-medium">{humanise(check)}</span>
      </p>
      <p className="wrap-anywhere">{detail}</p>
      {path ? (
        <p>
          <Button variant="link" size="inline" className="min-h-6 text-[0.8125rem]" onClick={() => goTo(path)}>
            Go to the sentence
          </Button>
        </p>
      ) : subject ? (
        <p className="wrap-anywhere text-muted-foreground">{subject}</p>
      ) : null}
    </li>
  );
}
