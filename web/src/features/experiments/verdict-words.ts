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
    meaning: 'The 95 % interval leaves out no effect, and fake changes show none.',
  },
  likely: { label: 'Likely', tone: 'info', meaning: 'The 80 % interval leaves out no effect.' },
  not_shown: { label: 'Not shown', tone: 'neutral', meaning: 'No effect fits the figures as well.' },
  not_measurable: {
    label: 'Not measurable',
    tone: 'warning',
    meaning: 'Only an effect larger than any useful one could have been seen.',
  },
  contaminated: { label: 'Contaminated', tone: 'warning', meaning: 'Something else happened at the same time.' },
};

const WAITING: VerdictWord = {
  label: 'No days yet',
  tone: 'neutral',
  meaning: 'No day with the change has been imported.',
};

/** A verdict in words, with its colour; before there is one, that there is none. */
export function verdictWord(verdict: string | null | undefined): VerdictWord {
  if (!verdict) return WAITING;
  return (WORDS as Partial<Record<string, VerdictWord>>)[verdict] ?? { label: verdict, tone: 'neutral', meaning: '' };
}

export const VERDICTS = Object.keys(WORDS) as Verdict[];

/** "+4.2 % (-1.0 % to +9.5 %)"; a dash where nothing was expected. */
export function effectText(range: { effect: number; lo: number; hi: number } | null | undefined): string {
  if (!range) return '—';
  return `${signed(range.effect)} (${signed(range.lo)} to ${signed(range.hi)})`;
}

export function signed(share: number): string {
  return `${share > 0 ? '+' : ''}${formatPercent(share, 1)}`;
}

/** What is counted a day, as it stands within a sentence. */
export function metricWord(metric: string): string {
  return metric === 'clicks_at_position' ? 'clicks at like positions' : metric;
}
