import type { Campaign, CampaignAction, CampaignForecast, DryRun, DryRunDay } from '@/api/campaigns';
import { http, ok } from './http';

/** Campaigns as sent by the server, for tests. */

const NO_SITES: Campaign['sites'] = {
  total: 0,
  draft: 0,
  building: 0,
  blocked: 0,
  waiting: 0,
  approved: 0,
  deploying: 0,
  live: 0,
  failed: 0,
  offline: 0,
};

export const someSites = (change: Partial<Campaign['sites']>): Campaign['sites'] => ({ ...NO_SITES, ...change });

export const aCampaign = (change: Partial<Campaign> = {}): Campaign => ({
  id: 'c1',
  name: 'Oklahoma plumbers',
  status: 'active',
  pauseReason: null,
  goal: { kind: 'monthly_revenue', target: 500_000, by: '2027-03-01' },
  reached: 125_000,
  targets: {
    kind: 'filter',
    markets: [],
    verticals: ['plumbing'],
    states: ['OK'],
    minPopulation: 50_000,
    tiers: ['tier1', 'tier2'],
  },
  site: { kind: 'goldmine', theme: null, targetId: null },
  rules: {
    minScore: 60,
    minPayoutCents: 4_000,
    minMonthlyProfitCents: 30_000,
    minConfidence: 0.3,
    sitesPerDay: 2,
    sitesTotal: 20,
  },
  budget: { totalCents: 100_000, costPerSiteCents: 6_000, providerCents: 10_000 },
  sites: someSites({ total: 4, waiting: 1, live: 2, failed: 1 }),
  spentCents: 24_000,
  providerSpentCents: 1_200,
  leftCents: 66_000,
  revenueCents: 60_000,
  monthlyRevenueCents: 12_500,
  roi: 1.5,
  leads: 9,
  currency: 'USD',
  nextStepAt: '2026-11-27T00:00:00Z',
  lastDay: '2026-11-26',
  runId: null,
  killSwitchIsOn: false,
  approvedBy: 'u1',
  approvedAt: '2026-11-20T10:00:00Z',
  createdBy: 'u1',
  createdAt: '2026-11-20T09:00:00Z',
  updatedAt: '2026-11-26T00:00:00Z',
  ...change,
});

export const anAction = (change: Partial<CampaignAction> = {}): CampaignAction => ({
  id: 'a1',
  day: '2026-11-26',
  no: 1,
  vertical: 'plumbing',
  verticalName: 'Plumbing',
  placeId: '4553433',
  place: 'Tulsa, OK',
  score: 71.2,
  decision: 'deployed',
  reason: 'score 71.2, expected profit $450 a month',
  costCents: 6_000,
  deploymentId: 'd1',
  siteId: 's1',
  at: '2026-11-26T00:00:05Z',
  ...change,
});

export const aDryRunDay = (change: Partial<DryRunDay> = {}): DryRunDay => ({
  day: '2026-11-01',
  scanId: null,
  fromScan: 0,
  candidates: 3,
  decisions: [
    {
      vertical: 'plumbing',
      verticalName: 'Plumbing',
      placeId: '4553433',
      place: 'Tulsa, OK',
      score: 71.2,
      decision: 'deployed',
      reason: 'score 71.2, expected profit $450 a month',
      costCents: 6_000,
      source: 'reference',
    },
    {
      vertical: 'plumbing',
      verticalName: 'Plumbing',
      placeId: '4544349',
      place: 'Oklahoma City, OK',
      score: 51,
      decision: 'skipped',
      reason: 'score 51 is below 60',
      costCents: 0,
      source: 'reference',
    },
  ],
  more: 0,
  spentCents: 6_000,
  ...change,
});

export const aDryRun = (change: Partial<DryRun> = {}): DryRun => ({
  success: true,
  days: [aDryRunDay(), aDryRunDay({ day: '2026-11-02', decisions: [], more: 4, spentCents: 0 })],
  totals: {
    sites: 1,
    spentCents: 6_000,
    expectedMonthlyProfitCents: { mean: 45_000, p10: 3_500, p50: 30_000, p90: 188_500 },
  },
  stoppedBy: null,
  stopReason: null,
  daysWithScan: 0,
  currency: 'USD',
  assumptions: ['Each site is approved on the day on which it is started.'],
  ...change,
});

const money = (mean: number) => ({ mean, p10: mean / 2, p50: mean, p90: mean * 2 });

const aMonth = (month: number): CampaignForecast['months'][number] => ({
  month,
  sites: 1,
  revenueCents: money(month * 1_000),
  costCents: money(500),
  profitCents: money(month * 1_000 - 500),
});

export const aForecast = (change: Partial<CampaignForecast> = {}): CampaignForecast => ({
  success: true,
  months: Array.from({ length: 12 }, (_, index) => aMonth(index + 1)),
  total: { ...aMonth(12), profitCents: money(72_000) },
  sites: 3,
  spentCents: 18_000,
  stoppedBy: null,
  stopReason: null,
  candidates: 40,
  passing: 12,
  monthlyProfitCents: money(45_000),
  currency: 'USD',
  assumptions: ['A site needs months to rank.'],
  method: 'local',
  methodVersion: 'local-1.1.0',
  ...change,
});

export interface CampaignWorld {
  campaigns: Campaign[];
  actions: CampaignAction[];
  dryRun: DryRun;
  forecast: CampaignForecast;
}

export const aCampaignWorld = (change: Partial<CampaignWorld> = {}): CampaignWorld => ({
  campaigns: [aCampaign()],
  actions: [anAction()],
  dryRun: aDryRun(),
  forecast: aForecast(),
  ...change,
});

/** Handlers of the screens about campaigns. */
export function campaignHandlers(world: CampaignWorld) {
  return [
    http.get('/api/campaigns', () => ok({ campaigns: world.campaigns, nextCursor: null })),
    http.get('/api/campaigns/:id', ({ params }) =>
      ok({ campaign: world.campaigns.find(({ id }) => id === params.id) ?? aCampaign() }),
    ),
    http.get('/api/campaigns/:id/actions', ({ request }) => {
      const decision = new URL(request.url).searchParams.get('decision');
      const actions = world.actions.filter((each) => !decision || each.decision === decision);
      return ok({ actions, nextCursor: null });
    }),
    http.post('/api/campaigns/dry-run', () => ok(world.dryRun)),
    http.post('/api/campaigns/forecast', () => ok(world.forecast)),
  ];
}
