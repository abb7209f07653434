import type { Demo } from '@/api/types';
import { anInsight, usd } from './records';

const DEMO_ENGINES: Demo['engines'] = [
  {
    id: 'causal',
    name: 'Causal',
    question: 'Did my change move it?',
    action: 'impact',
    insights: 2,
    summary: '1 of 2',
  },
  {
    id: 'content',
    name: 'Content',
    question: 'Write the page.',
    action: null,
    insights: 0,
    summary: 'Not shown: why',
  },
];

const DEMO_KEYWORDS: Demo['keywords'] = [
  {
    query: 'plumber alderbrook',
    intent: 'local',
    clicks: 120,
    impressions: 900,
    position: 3.2,
    volume: 1100,
    wins: ['ctr_gap'],
    potentialClicks: null,
    value: usd(1_000, 2_000, 4_000),
  },
];

const DEMO_CHANGE = {
  page: '/plumbing/alderbrook/',
  day: '2026-07-14',
  description: 'Title and description rewritten',
};

const DEMO_CHANGES: Demo['changes'] = [
  {
    ...DEMO_CHANGE,
    planted: 'title',
    truth: 0.2,
    found: { effect: 0.18, lo: 0.1, hi: 0.26 },
    verdict: 'proved',
    outcome: 'found',
  },
  {
    ...DEMO_CHANGE,
    page: '/roofing/',
    planted: 'none',
    truth: 0,
    found: null,
    verdict: 'not shown',
    outcome: 'rightlySilent',
  },
];

export function aDemo(): Demo {
  const day = (date: string) => ({ date, p10: 80, p50: 100, p90: 120, naive: 95, came: 104 });
  return {
    simulated: true,
    market: {
      site: 'www.sample.example',
      firstDay: '2026-03-06',
      lastDay: '2026-10-31',
      places: 8,
      pages: 32,
      searches: 104,
      clicks: 90_000,
      impressions: 1_200_000,
      seed: 20_260_101,
      method: 'simulator',
      methodVersion: 'simulator-1.0.0',
    },
    engines: DEMO_ENGINES,
    keywords: DEMO_KEYWORDS,
    insights: [anInsight({ title: 'A simulated finding', nature: 'fact' })],
    forecast: {
      observed: [{ date: '2026-10-31', clicks: 101 }],
      ahead: [day('2026-11-01'), day('2026-11-02')],
      total: { low: 160, mid: 200, high: 240, mean: 200 },
      came: 208,
      naive: 190,
      model: 'theta',
    },
    changes: DEMO_CHANGES,
    checks: [
      { engine: 'pattern', about: 'The day of the update', planted: '2026-06-04', found: '2026-06-05', agrees: true },
    ],
    scores: { planted: 1, found: 1, nulls: 1, falseAlarms: 0, measured: 1, inside: 1, days: 2, daysInside: 2 },
  };
}
