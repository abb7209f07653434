import { beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '@/testing/memory-storage';
import { rememberSeries, seriesIn, seriesOfRun } from './run-series';

beforeEach(() => vi.stubGlobal('localStorage', memoryStorage()));

test('what was kept by another hand is no series', () => {
  localStorage.setItem(
    'motherlode.run-series',
    '[5, null, ["r1"], ["r2", {"kind": "own"}], ["r3", {"kind": "website"}]]',
  );
  expect(['r1', 'r2', 'r3'].map(seriesOfRun)).toEqual([null, null, { kind: 'website' }]);
});

test('a run of another browser has no known series', () => {
  rememberSeries('r1', { kind: 'website' });
  expect(seriesOfRun('r1')).toEqual({ kind: 'website' });
  expect(seriesOfRun('r2')).toBeNull();
});

test('own_figures_differ_from_website_days', () => {
  expect(seriesIn({ season: 7 })).toEqual({ kind: 'website' });
  expect(seriesIn({ series: [[1, null, 3]] })).toEqual({ kind: 'own', values: [1, null, 3], first: null });
  expect(seriesIn({ y: [1], firstDay: '2026-01-01' })).toEqual({ kind: 'own', values: [1], first: '2026-01-01' });
  expect(seriesIn({ daily: [{ date: '2026-01-01', value: 4 }] })).toMatchObject({ values: [4], first: '2026-01-01' });
});

test('only the newest runs are remembered', () => {
  for (let run = 0; run < 60; run += 1) rememberSeries(`r${run}`, { kind: 'website' });
  expect(seriesOfRun('r59')).not.toBeNull();
  expect(seriesOfRun('r0')).toBeNull();
});
