import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import type { Experiment } from '@/api/experiments';
import { http, ok } from '@/testing/http';
import { productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import ExperimentPage from './detail-page';
import { bodyOf } from './experiment-form';
import ExperimentsPage from './page';

const range = { effect: 0.1, lo: 0.02, hi: 0.18 };

const experiment: Experiment = {
  id: 'e1',
  annotationId: null,
  title: 'New titles',
  hypothesis: 'They promise more',
  design: 'before_after',
  unit: 'page',
  metric: 'clicks',
  websiteIds: ['w1'],
  startsOn: '2026-10-01',
  days: 28,
  verdict: 'proved',
  relative: range,
  p: 0.01,
  decision: 'Keep the change and make it elsewhere too.',
  smallest: 0.08,
  isPreliminary: false,
  judgedAt: '2026-11-01T00:00:00Z',
  createdAt: '2026-10-01T00:00:00Z',
  arms: [{ websiteId: 'w1', targets: ['/a'], controls: [] }],
  centsPerUnit: null,
  power: {
    smallest: 0.08,
    at: '2026-10-01T00:00:00Z',
    arms: [
      {
        websiteId: 'w1',
        site: 'example.com',
        daysBefore: 60,
        mean: 12.5,
        smallest: 0.08,
        daysFor: { '0.1': 20, '0.02': null },
        sitesFor: { '0.1': 1, '0.02': 16 },
        isMeasurable: true,
        advice: '28 steps (days of a daily series) after a change would show an effect of 8.0 % or more.',
      },
    ],
  },
  outcome: {
    decision: 'Keep the change and make it elsewhere too.',
    relative: range,
    p: 0.01,
    until: '2026-10-28',
    isPreliminary: false,
    pooled: null,
    worth: null,
    assumptions: ['Nothing else happened.'],
    method: 'causal',
    methodVersion: 'causal-1.0.0',
    arms: [
      {
        websiteId: 'w1',
        site: 'example.com',
        verdict: 'proved',
        daily: { effect: 2, lo: 1, hi: 3 },
        relative: range,
        total: { effect: 56, lo: 28, hi: 84 },
        p: 0.01,
        placebos: { inTime: [0.01, -0.02], inSpace: [0.03], falseShare: 0, rankP: 0.25 },
        permutationP: null,
        trendP: null,
        targets: 1,
        controls: 3,
        overlapping: ['October update'],
        notes: [],
        days: [
          { day: '2026-09-30', observed: 10, expected: null, lo: null, hi: null },
          { day: '2026-10-01', observed: 14, expected: 11, lo: 8, hi: 14 },
        ],
      },
    ],
  },
  runId: 'r1',
  createdBy: 'u1',
  updatedAt: '2026-11-01T00:00:00Z',
};

beforeEach(() =>
  server.use(
    ...productHandlers(),
    http.get('/api/experiments', () => ok({ experiments: [experiment], nextCursor: null })),
    http.get('/api/experiments/e1', () => ok({ experiment })),
  ),
);

const show = (path: string) =>
  renderAt(
    path,
    <Routes>
      <Route path="experiments" element={<ExperimentsPage />} />
      <Route path="experiments/:id" element={<ExperimentPage />} />
    </Routes>,
  );

test('experiment_list_shows_verdict_effect_and_detectable_effect', async () => {
  show('/experiments');
  const link = await screen.findByRole('link', { name: /New titles/ });
  expect(within(link).getByText('Proved')).toBeInTheDocument();
  expect(within(link).getByText('+10% (+2% to +18%)')).toBeInTheDocument();
  expect(within(link).getByText('detects 8% or more')).toBeInTheDocument();
});

test('one experiment shows decision, days, placebo tests and simultaneous changes', async () => {
  show('/experiments/e1');
  const verdict = await screen.findByRole('region', { name: 'Verdict' });
  expect(within(verdict).getByText('Keep the change and make it elsewhere too.')).toBeInTheDocument();
  expect(screen.getByText(/3 placebo tests/)).toBeInTheDocument();
  expect(screen.getByText('October update')).toBeInTheDocument();
  expect(screen.getByText('more than a year')).toBeInTheDocument();
});

test('a half-written experiment is not lost by closing its window', async () => {
  const { at } = show('/experiments?new=1');
  const drawer = () => screen.findByRole('dialog', { name: 'New experiment' });
  const close = async () =>
    userEvent.click(within(await drawer()).getAllByRole('button', { name: 'Close' })[0] as Element);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Change' }), 'New titles');
  await close();
  const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' });
  await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('textbox', { name: 'Change' })).toHaveValue('New titles');
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  await close();
  await userEvent.click(within(await question()).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(at()).toBe('/experiments'));
});

test('what is sent leaves out what was left empty', () => {
  const values = {
    title: ' T ',
    hypothesis: '',
    websiteIds: ['w1', 'w2'],
    design: 'before_after' as const,
    unit: 'page' as const,
    metric: 'clicks' as const,
    targets: '/a\n\n /b ',
    controls: '',
    startsOn: '',
    days: '14',
    dollars: '1.5',
  };
  expect(bodyOf(values, '')).toEqual({
    title: 'T',
    arms: [
      { websiteId: 'w1', targets: ['/a', '/b'], controls: [] },
      { websiteId: 'w2', targets: ['/a', '/b'], controls: [] },
    ],
    unit: 'page',
    centsPerUnit: 150,
    design: 'before_after',
    metric: 'clicks',
    days: 14,
  });
  expect(bodyOf({ ...values, websiteIds: [], title: '' }, 'a1')).toMatchObject({ annotationId: 'a1' });
});
