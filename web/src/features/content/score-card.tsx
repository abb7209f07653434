import { useQuery } from '@tanstack/react-query';
import type { ContentDocument } from '@/api/documents';
import { packQueries } from '@/api/packs';
import type { Schemas } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { formatNumber, formatPercent } from '@/lib/format';
import { FindingList } from './finding-list';
import { ReadingBar, ScoreBar } from './score-bar';
import { ScoreParts } from './score-parts';
import type { DraftState } from './use-draft';
import type { Scoring } from './use-scoring';
import { VIEWER_REASON } from './words';

/** Score of the text on the screen: its parts, and findings with their fix. */
export function ScoreCard({
  document,
  text,
  scoring,
  canChange,
}: {
  document: ContentDocument;
  text: DraftState;
  scoring: Scoring;
  canChange: boolean;
}) {
  const { score, check, isChecking, problem } = scoring;
  const known = document.score;
  const reviewer = useReviewer(document);
  const shown = score ?? known;
  return (
    <Card aria-label="Score">
      <CardHeader
        title={shown ? `Score ${formatNumber(shown.score, 0)} of 100` : 'Score'}
        description={stateText(document, text, scoring)}
        actions={
          <Button
            variant="outline"
            size="sm"
            needsNetwork
            busy={isChecking}
            disabled={!check}
            title={canChange ? undefined : VIEWER_REASON}
            onClick={check ?? undefined}
          >
            Check the text
          </Button>
        }
      />
      <div className="grid gap-4 p-5 pt-3">
        {problem ? (
          <p role="alert" className="text-[0.8125rem] text-destructive">
            {problem}
          </p>
        ) : null}
        {score ? (
          <>
            <Verdict {...countsOf(score)} reviewer={reviewer} />
            <ScoreParts score={score} />
            <FindingList findings={score.findings} draft={text.draft} onEdit={canChange ? text.edit : null} />
          </>
        ) : known ? (
          <Known score={known} reviewer={reviewer} />
        ) : (
          <p className="text-[0.8125rem] text-muted-foreground">
            The check finds claims without a fact (figures, superlatives, words of trust), sentences of your other
            pages, open questions and missing words, and measures how easy the text is to read.
          </p>
        )}
      </div>
    </Card>
  );
}

/** Which text the shown score is about. */
function stateText(
  { version }: ContentDocument,
  { isDirty }: DraftState,
  { score, isCurrent, isChecking }: Scoring,
): string | undefined {
  if (score && isCurrent) return isDirty ? 'With your unsaved edits.' : undefined;
  if (isChecking) return 'Checking the text.';
  if (score) return 'Of the text before your last changes.';
  return isDirty ? `Of version ${version}, without your unsaved edits.` : undefined;
}

function countsOf({ passes, findings }: { passes: boolean; findings: readonly { level: string }[] }) {
  const errors = findings.filter(({ level }) => level === 'block').length;
  return { passes, errors, warnings: findings.length - errors };
}

/** Who must review pages of the document's trade; null for trades that are not regulated, undefined while unknown. */
function useReviewer({ vertical }: ContentDocument): string | null | undefined {
  const { data } = useQuery({ ...packQueries.list('en'), enabled: vertical !== null });
  if (vertical === null) return null;
  return data && (data.packs.find((pack) => pack.vertical === vertical)?.review ?? null);
}

function Known({ score, reviewer }: { score: Schemas['DocumentScore']; reviewer: string | null | undefined }) {
  return (
    <>
      <Verdict passes={score.passes} errors={score.blocking} warnings={score.warnings} reviewer={reviewer} />
      <ScoreBar label="Sentences with a fact" share={score.cited} text={formatPercent(score.cited, 0)} />
      <ReadingBar ease={score.readingEase} />
    </>
  );
}

function Verdict({
  passes,
  errors,
  warnings,
  reviewer,
}: {
  passes: boolean;
  errors: number;
  warnings: number;
  reviewer: string | null | undefined;
}) {
  const isReady = passes && reviewer === null;
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap gap-2">
        <Badge tone={isReady ? 'success' : passes ? 'warning' : 'danger'} dot>
          {isReady ? 'Ready to publish' : passes ? passedText(reviewer) : 'Blocked from publication'}
        </Badge>
        {errors > 0 ? <Badge tone="danger">{formatNumber(errors, 0)} to mend first</Badge> : null}
        {warnings > 0 ? <Badge tone="warning">{formatNumber(warnings, 0)} to improve</Badge> : null}
      </p>
      {reviewer ? (
        <p className="text-[0.8125rem]">
          This trade is regulated. Before the page is published: review by <strong>{reviewer}</strong>.
        </p>
      ) : null}
    </div>
  );
}

/** A text without blocking findings whose trade is regulated, or is not known yet. */
function passedText(reviewer: string | null | undefined): string {
  return reviewer ? 'Needs a review' : 'No blocking finding';
}
