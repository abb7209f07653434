import type { Analysis, AnalysisSite, PruneCandidate } from '@/api/analysis';

/** The analysis of sites as sent by the server, for tests. */

export const anAnalysisSite = (change: Partial<AnalysisSite> = {}): AnalysisSite => ({
  id: 's1',
  name: 'Tulsa Plumbing Guide',
  kind: 'goldmine',
  status: 'live',
  isDeleted: false,
  vertical: 'plumbing',
  verticalName: 'Plumbing',
  places: ['Tulsa, OK'],
  tier: 'tier1',
  launchedAt: '2026-09-10T12:00:00Z',
  ageDays: 77,
  leads: 12,
  revenueCents: 90_000,
  costCents: 1_200,
  ...change,
});

export const aCandidate = (change: Partial<PruneCandidate> = {}): PruneCandidate => ({
  siteId: 's2',
  name: 'Enid Roofing Guide',
  reasons: ['no_leads', 'loses_money'],
  ageDays: 200,
  revenueCents: 0,
  costCents: 4_000,
  recentRevenueCents: 0,
  recentCostCents: 2_500,
  recentLeads: 0,
  lowForecastCents: 30_000,
  ...change,
});

export const anAnalysis = (change: Partial<Analysis> = {}): Analysis => ({
  success: true,
  currency: 'USD',
  currencies: ['USD', 'EUR'],
  today: '2026-11-26',
  firstDay: '2026-05-01',
  days: 210,
  totals: { revenueCents: 100_000, costCents: 6_300 },
  other: { revenueCents: 10_000, costCents: 0 },
  unlaunched: { sites: 1, revenueCents: 0, costCents: 1_100 },
  cohorts: [
    {
      month: '2026-10',
      sites: 2,
      revenueCents: 90_000,
      costCents: 5_200,
      ages: [
        { age: 0, revenueCents: 0, costCents: 5_200 },
        { age: 1, revenueCents: 90_000, costCents: 0 },
      ],
    },
    { month: '2026-11', sites: 0, revenueCents: 0, costCents: 0, ages: [{ age: 0, revenueCents: 0, costCents: 0 }] },
  ],
  tiers: [
    { tier: 'tier1', sites: 1, revenueCents: 90_000, costCents: 1_200 },
    { tier: null, sites: 2, revenueCents: 10_000, costCents: 5_100 },
  ],
  verticals: [
    { vertical: 'plumbing', name: 'Plumbing', sites: 1, revenueCents: 90_000, costCents: 1_200 },
    { vertical: null, name: null, sites: 0, revenueCents: 10_000, costCents: 0 },
    { vertical: 'roofing', name: 'Roofing', sites: 1, revenueCents: 0, costCents: 4_000 },
  ],
  sites: [
    anAnalysisSite(),
    anAnalysisSite({
      id: 's2',
      name: 'Enid Roofing Guide',
      verticalName: 'Roofing',
      tier: null,
      revenueCents: 0,
      costCents: 4_000,
      ageDays: 200,
    }),
    anAnalysisSite({
      id: 's3',
      name: '=SUM(1), HVAC',
      status: 'draft',
      launchedAt: null,
      ageDays: null,
      revenueCents: 0,
      costCents: 1_100,
    }),
  ],
  moreSites: { sites: 0, revenueCents: 0, costCents: 0 },
  prune: [aCandidate()],
  pruneTotal: 1,
  ...change,
});
