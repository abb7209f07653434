import { expect, test } from 'vitest';
import { anInsight, aRun } from '@/testing/records';
import { latestEvents } from './latest-events';

test('latest_events_join_findings_and_runs_newest_first', () => {
  const insights = [anInsight({ id: 'i1', engineId: 'pattern', title: 'A jump', createdAt: '2026-08-02T10:00:00Z' })];
  const runs = [
    aRun({ id: 'r1', status: 'failed', finishedAt: '2026-08-02T11:00:00Z' }),
    aRun({ id: 'r2', kind: 'plan', engineId: null, websiteId: null, finishedAt: '2026-08-02T09:00:00Z' }),
  ];
  expect(latestEvents(insights, runs).map(({ id, what, text, to }) => [id, what, text, to])).toEqual([
    ['r1', 'failed', 'Keyword engine, analyse', '/keyword-finder?website=w1'],
    ['i1', 'Pattern', 'A jump', '/intelligence/patterns?website=w1'],
    ['r2', 'succeeded', 'Create plan', '/plans'],
  ]);
});

test('unfinished_and_background_runs_are_no_events', () => {
  const runs = [
    aRun({ id: 'r1', status: 'running', finishedAt: null }),
    aRun({ id: 'r2', kind: 'probe', engineId: null }),
  ];
  expect(latestEvents([], runs)).toEqual([]);
});

test('many findings leave room for what has ended, and the other way round', () => {
  const insights = Array.from({ length: 20 }, (_, n) =>
    anInsight({ id: `i${n}`, createdAt: `2026-08-02T10:00:${n + 10}Z` }),
  );
  const runs = Array.from({ length: 8 }, (_, n) => aRun({ id: `r${n}`, finishedAt: `2026-08-02T09:00:0${n}Z` }));
  const ids = latestEvents(insights, runs).map(({ id }) => id);
  expect(ids).toEqual(['i19', 'i18', 'i17', 'i16', 'r7', 'r6', 'r5', 'r4']);
});
