import { describe, expect, it } from 'vitest';
import { answerText, effectText, metricWord, verdictWord } from './verdict-words';

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

  it('answer_claims_no_more_than_the_verdict', () => {
    const effect = { effect: -0.011, lo: -0.276, hi: 0.278 };
    expect(answerText(effect, 'clicks', 'not_shown')).toBe('No effect on clicks is shown: the estimate is -1.1%.');
    expect(answerText(effect, 'clicks', 'likely')).toBe('Clicks probably fell by 1.1% because of the change.');
    expect(answerText({ effect: 0.2, lo: 0.1, hi: 0.3 }, 'visits', 'proved')).toBe(
      'Visits rose by 20% because of the change.',
    );
    expect(answerText(null, 'clicks', null)).toBe('The effect on clicks is not known yet.');
  });

  it('names what is counted', () => {
    expect(metricWord('clicks_at_position')).toBe('clicks at equal positions');
    expect(metricWord('ai_visits')).toBe('visits from AI assistants');
    expect(metricWord('visits')).toBe('visits');
    expect(metricWord('impressions')).toBe('impressions');
  });
});
