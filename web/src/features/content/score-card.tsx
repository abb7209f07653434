import type { ContentDocument } from '@/api/documents';
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
            <Verdict {...countsOf(score)} />
            <ScoreParts score={score} />
            <FindingList findings={score.findings} draft={text.draft} onEdit={canChange ? text.edit : null} />
          </>
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

function Known({ score }: { score: Schemas['DocumentScore'] }) {
  return (
    <>
      <Verdict passes={score.passes} errors={score.blocking} warnings={score.warnings} />
      <ScoreBar label="Sentences with a fact" share={score.cited} text={formatPercent(score.cited, 0)} />
      <ReadingBar ease={score.readingEase} />
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
