import { useRef } from 'react';
import type { InsightVerdict } from '@/api/engines';
import type { Insight } from '@/api/types';
import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { humanise } from '@/lib/words';
import { useVerdict } from './use-verdict';

const WORDS: Record<string, { label: string; tone: Tone }> = {
  confirmed: { label: 'Correct', tone: 'success' },
  refuted: { label: 'Incorrect', tone: 'danger' },
};

/** Outcome of an insight; empty while it is open. */
export function VerdictBadge({ verdict }: { verdict: string }) {
  if (verdict === 'open') return null;
  const { label, tone } = WORDS[verdict] ?? { label: humanise(verdict), tone: 'neutral' as const };
  return <Badge tone={tone}>{label}</Badge>;
}

const CHOICES: { verdict: InsightVerdict; label: string; done: string }[] = [
  { verdict: 'confirmed', label: 'Mark as correct', done: 'Marked as correct' },
  { verdict: 'refuted', label: 'Mark as incorrect', done: 'Marked as incorrect' },
];

/** Buttons that record or reset the outcome of a claim. They keep their place and the focus. */
export function VerdictButtons({ insight }: { insight: Insight }) {
  const judge = useVerdict(insight);
  const first = useRef<HTMLButtonElement>(null);
  const isJudged = insight.verdict in WORDS;
  const takeBack = () => {
    judge({ verdict: 'open' });
    first.current?.focus();
  };
  return (
    <span className="mt-1 flex flex-wrap items-center gap-2">
      {CHOICES.map(({ verdict, label, done }, index) => {
        const isChosen = insight.verdict === verdict;
        return (
          <Button
            key={verdict}
            ref={index === 0 ? first : undefined}
            size="sm"
            variant={isChosen ? 'secondary' : 'outline'}
            aria-pressed={isChosen}
            needsNetwork
            onClick={() => (isChosen ? takeBack() : judge({ verdict, done }))}
          >
            {label}
          </Button>
        );
      })}
      {isJudged ? (
        <Button variant="ghost" size="sm" needsNetwork onClick={takeBack}>
          Clear
        </Button>
      ) : null}
    </span>
  );
}
