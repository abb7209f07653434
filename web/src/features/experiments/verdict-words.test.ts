import { describe, expect, it } from 'vitest';
import { effectText, metricWord, verdictWord } from './verdict-words';

describe('words of an experiment', () => {
  it('verdicts_have_texts_and_none_exists_without_days', () => {
    expect(verdictWord('not_shown').label).toBe('Not shown');
    expect(verdictWord(null).label).toBe('No data yet');
    expect(verdictWord('new_word').label).toBe('new_word');
  });

  it('shows an effect with its sign and its interval', () => {
    expect(effectText({ effect: 0.042, lo: -0.01, hi: 0.095 })).toBe('+4.2% (-1% to +9.5%)');
    expect(effectText(null)).toBe('—');
  });

  it('names what is counted', () => {
    expect(metricWord('clicks_at_position')).toBe('clicks at equal positions');
    expect(metricWord('ai_visits')).toBe('visits from AI assistants');
    expect(metricWord('visits')).toBe('visits');
    expect(metricWord('impressions')).toBe('impressions');
  });
});
