import { expect, test } from 'vitest';
import { aCampaign, aDryRunDay, someSites } from '@/testing/campaigns';
import { campaignState, decisionState, goalText, rulesText, targetsText } from './campaign-words';
import { dayText, startedOf } from './dry-run-days';
import { stageCounts } from './stage-bars';

const campaign = aCampaign();

test('rules_are_a_sentence', () => {
  expect(rulesText(campaign)).toBe(
    'If the score is 60 or more, the payout is $40 or more, the expected profit is $300 a month or more and the confidence is 30% or more, start up to 2 sites a day and 20 in total, within $1,000.',
  );
  expect(rulesText({ rules: { minConfidence: 0 }, budget: campaign.budget })).toBe(
    'Start up to 1 site a day and 10 in total, within $1,000.',
  );
});

test('goal_and_targets_are_phrases', () => {
  expect(goalText(campaign.goal)).toBe('$5,000 of revenue a month by Mar 1, 2027');
  expect(goalText({ kind: 'live_sites', target: 1, by: null })).toBe('1 live site');
  expect(targetsText(campaign.targets, () => 'Plumbing')).toBe(
    'Plumbing, in OK, places of at least 50,000 people, tier 1 or tier 2',
  );
  expect(targetsText({ kind: 'filter' }, String)).toBe('All verticals, in all states');
  expect(targetsText({ kind: 'markets', markets: [{ vertical: 'a', place: 'b' }] }, String)).toBe('1 chosen market');
});

test('unknown_words_are_shown_unchanged', () => {
  expect(campaignState('on_hold')).toEqual({ label: 'On hold', tone: 'neutral' });
  expect(decisionState('postponed').label).toBe('Postponed');
});

test('stages_count_each_site_once', () => {
  const sites = someSites({
    total: 9,
    draft: 1,
    building: 1,
    blocked: 1,
    waiting: 1,
    approved: 1,
    deploying: 1,
    live: 1,
    failed: 1,
    offline: 1,
  });
  const counts = stageCounts(sites);
  expect(counts.map(({ count }) => count)).toEqual([2, 1, 2, 1, 3]);
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(sites.total);
});

test('markets_of_one_dominator_site_count_as_one_site', () => {
  const [first] = aDryRunDay().decisions;
  if (!first) throw new Error('no decision');
  const day = aDryRunDay({ decisions: [first, { ...first, placeId: '2', costCents: 0 }], more: 3 });
  expect(startedOf(day)).toBe(1);
  expect(dayText(day)).toBe('Nov 1, 2026: 2 markets get a site, 3 more without a site, $60 spent');
});
