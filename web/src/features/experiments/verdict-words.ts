import type { ListedExperiment } from '@/api/experiments';
import type { Tone } from '@/components/ui/badge';
import { formatPercent } from '@/lib/format';

interface VerdictWord {
  label: string;
  tone: Tone;
  meaning: string;
}

type Verdict = NonNullable<ListedExperiment['verdict']>;

const WORDS: Record<Verdict, VerdictWord> = {
  proved: {
    label: 'Proved',
    tone: 'success',
    meaning: 'The 98% interval excludes zero, and placebo tests show no effect.',
  },
  likely: { label: 'Likely', tone: 'info', meaning: 'The 80% interval excludes zero.' },
  not_shown: { label: 'Not shown', tone: 'neutral', meaning: 'The data are consistent with no effect.' },
  not_measurable: {
    label: 'Not measurable',
    tone: 'warning',
    meaning: 'The smallest detectable effect is too large to be useful.',
  },
  contaminated: { label: 'Contaminated', tone: 'warning', meaning: 'Another change happened at the same time.' },
};

const WAITING: VerdictWord = {
  label: 'No data yet',
  tone: 'neutral',
  meaning: 'No data after the change has been imported.',
};

/** Label and colour of a verdict, or of its absence. */
export function verdictWord(verdict: string | null | undefined): VerdictWord {
  if (!verdict) return WAITING;
  return (WORDS as Partial<Record<string, VerdictWord>>)[verdict] ?? { label: verdict, tone: 'neutral', meaning: '' };
}

export const VERDICTS = Object.keys(WORDS) as Verdict[];

/** "+4.2 % (-1.0 % to +9.5 %)"; a dash without an expected value. */
export function effectText(range: { effect: number; lo: number; hi: number } | null | undefined): string {
  if (!range) return '—';
  return `${signed(range.effect)} (${signed(range.lo)} to ${signed(range.hi)})`;
}

type Effect = { effect: number; lo: number; hi: number };

/** Effect as a sentence that claims no more than the verdict. */
export function answerText(range: Effect | null | undefined, metric: string, verdict: string | null): string {
  if (!range) return `The effect on ${metric} is not known yet.`;
  if (verdict !== 'proved' && verdict !== 'likely') {
    return `No effect on ${metric} is shown: the estimate is ${signed(range.effect)}.`;
  }
  const name = metric.charAt(0).toUpperCase() + metric.slice(1);
  const direction = range.effect > 0 ? 'rose' : 'fell';
  const sure = verdict === 'likely' ? 'probably ' : '';
  return `${name} ${sure}${direction} by ${formatPercent(Math.abs(range.effect), 1)} because of the change.`;
}

/** Interval of an effect as a sentence. */
export function intervalText({ lo, hi }: Effect): string {
  return `95% interval: ${signed(lo)} to ${signed(hi)}. `;
}

export function signed(share: number): string {
  return `${share > 0 ? '+' : ''}${formatPercent(share, 1)}`;
}

/** Name of the metric within a sentence. */
export function metricWord(metric: string): string {
  if (metric === 'ai_visits') return 'visits from AI assistants';
  return metric === 'clicks_at_position' ? 'clicks at equal positions' : metric;
}
