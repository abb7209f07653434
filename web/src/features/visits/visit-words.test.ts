import { expect, test } from 'vitest';
import { aVisitReport, visitCounts } from '@/testing/visits';
import {
  answerTitle,
  changeText,
  channelName,
  conversionSource,
  conversionText,
  groupName,
  isChance,
  originProblem,
  valueText,
} from './visit-words';

const of = (visits: number, before: number) =>
  aVisitReport({ totals: visitCounts({ visits }), previous: visitCounts({ visits: before }) });

test('answer_names_visits_and_days', () => {
  expect(answerTitle(of(1234, 0))).toBe('1,234 visits in the last 28 days');
  expect(answerTitle(of(1, 0))).toBe('1 visit in the last 28 days');
  expect(answerTitle(of(0, 3))).toBe('No visits in the last 28 days');
});

test('change_has_both_counts_and_a_direction', () => {
  expect(changeText(of(400, 200))).toBe('200 more than in the previous 28 days (200, up 100%).');
  expect(changeText(of(150, 300))).toBe('150 fewer than in the previous 28 days (300, down 50%).');
  expect(changeText(of(30, 30))).toBe('As many as in the previous 28 days.');
  expect(changeText(of(30, 0))).toBe('None were counted in the previous 28 days.');
});

test('small_change_is_marked_as_possible_chance', () => {
  expect(changeText(of(312, 300))).toContain('A difference this small can be chance.');
  expect([isChance(10, 4), isChance(100, 40), isChance(0, 0)]).toEqual([true, false, false]);
});

test('previous_period_counted_in_part_or_not_at_all_is_not_compared', () => {
  expect(changeText({ ...of(400, 100), countingSince: '2026-10-20' })).toBe(
    'In the previous 28 days, 100 visits were counted, only since Oct 20, 2026.',
  );
  expect(changeText({ ...of(400, 0), countingSince: '2026-11-10' })).toBe(
    'Not counted yet in the previous 28 days: counting began on Nov 10, 2026.',
  );
  expect(changeText({ ...of(0, 0), countingSince: null })).toBe('Not counted yet in the previous 28 days.');
});

test('conversions_show_their_rate_with_its_interval', () => {
  const rate = { value: 9 / 312, low: 0.015_249, high: 0.053_904 };
  const totals = visitCounts({ visits: 312, conversions: 9 });
  expect(conversionText(aVisitReport({ totals, conversionRate: rate }))).toBe(
    '9 of 312 visits converted: 2.9%, likely 1.5 to 5.4% (95% interval).',
  );
  expect(conversionText(aVisitReport({ totals, conversionRate: null }))).toBe('');
});

test('rates_below_one_percent_have_two_digits', () => {
  const conversionRate = { value: 0.000_5, low: 0.000_14, high: 0.001_82 };
  const totals = visitCounts({ visits: 4000, conversions: 2 });
  expect(conversionText(aVisitReport({ totals, conversionRate }))).toContain('0.05%, likely 0.01 to 0.18%');
});

test('value_is_in_the_currency_of_the_website_and_absent_without_one', () => {
  const report = aVisitReport({ totals: visitCounts({ valueCents: 108_000 }) });
  expect(valueText(report, 'EUR')).toBe('Reported value: €1,080.');
  expect(valueText(of(3, 0), 'EUR')).toBe('');
});

test('names_of_channels_and_sources_are_words', () => {
  expect(channelName('ai')).toBe('AI assistants');
  expect([groupName(''), groupName('(other)'), groupName('/a')]).toEqual(['None', 'All others', '/a']);
  expect(conversionSource({ channel: 'search', source: 'bing.com' })).toBe('Search: bing.com');
  expect(conversionSource({ channel: 'direct', source: '' })).toBe('Direct');
});

test('origin_out_of_reach_of_visitors_is_a_problem', () => {
  const site = 'https://northwind.example/';
  for (const origin of ['http://127.0.0.1:3000', 'http://localhost:3000', 'https://192.168.1.5', 'http://[::1]:3000']) {
    expect(originProblem(origin, site), origin).toContain('The internet does not reach');
  }
  expect(originProblem('http://lode.example', site)).toContain('over http');
  expect(originProblem('https://lode.example', site)).toBeNull();
  expect(originProblem('https://10.example.com', site)).toBeNull();
  expect(originProblem('http://127.0.0.1:3000', 'http://localhost:8080/')).toBeNull();
});
