import { Fold } from '@/components/ui/fold';
import { formatNumber } from '@/lib/format';
import { humanise } from '@/lib/words';
import { ReadingBar, ScoreBar } from './score-bar';
import type { Score } from './use-scoring';

type Part = Score['parts'][number];

const NAMES: Record<string, string> = {
  claims: 'Claims cited',
  uniqueness: 'Unlike other pages',
  gain: 'Information gain',
  questions: 'Questions answered',
  wording: 'Readability and grammar',
  density: 'No keyword stuffing',
  shape: 'Title, headings and links',
};
/** Grammar findings in 1,000 words that earn no point. */
const MOST_MISTAKES = 10;

const nameOf = ({ name }: Part) => NAMES[name] ?? humanise(name);

function pointsText({ value, points, weight }: Part): string {
  if (value === null || value === undefined) return 'Not measured';
  return `${formatNumber(points, 1)} of ${formatNumber(weight, 0)} points`;
}

/** What the score is made of, how each part is calculated, and what is missing. */
export function ScoreParts({ score }: { score: Score }) {
  const { parts = [], measures, needs = [] } = score;
  return (
    <section aria-label="Parts of the score" className="grid gap-3.5">
      <div className="grid content-start items-start gap-x-8 gap-y-3.5 md:grid-cols-2">
        {parts.map((part) => (
          <div key={part.name} className="grid gap-2.5">
            <ScoreBar label={nameOf(part)} share={part.value ?? null} text={pointsText(part)} />
            {part.name === 'wording' ? <Wording measures={measures} /> : null}
          </div>
        ))}
      </div>
      {needs.length > 0 ? (
        <ul aria-label="Missing data" className="grid list-disc gap-1 pl-4 text-[0.8125rem] text-muted-foreground">
          {needs.map((need) => (
            <li key={need}>{need}</li>
          ))}
        </ul>
      ) : null}
      <Fold className="text-[0.8125rem]" title="How the score is calculated">
        <dl className="mt-2 grid gap-1.5">
          {parts.map((part) => (
            <div key={part.name}>
              <dt className="font-medium">{nameOf(part)}</dt>
              <dd className="wrap-anywhere text-muted-foreground">{part.arithmetic}</dd>
            </div>
          ))}
        </dl>
      </Fold>
    </section>
  );
}

function Wording({ measures: { readingEase = null, grammarPer1000 = null } }: { measures: Score['measures'] }) {
  const isChecked = grammarPer1000 !== null;
  return (
    <div className="grid gap-2.5 border-l-2 border-border pl-3">
      <ReadingBar ease={readingEase} />
      <ScoreBar
        label="Grammar"
        share={isChecked ? 1 - grammarPer1000 / MOST_MISTAKES : null}
        text={isChecked ? `${formatNumber(grammarPer1000, 1)} findings in 1,000 words` : 'Not measured'}
      />
    </div>
  );
}
