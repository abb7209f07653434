import type { MarketScan, PipelineMarket } from '@/api/pipeline';
import type { Scan, ScanMarket } from '@/features/discovery/discovery-state';
import { http, ok } from './http';
import { aRun } from './records';

/** Scans of markets and the pipeline as sent by the server, for tests. */

const money = (p10Cents: number, meanCents: number, p90Cents: number) => ({
  p10Cents,
  p50Cents: meanCents,
  meanCents,
  p90Cents,
});

export const aScanMarket = (change: Partial<ScanMarket> = {}): ScanMarket => ({
  vertical: 'plumbing',
  verticalName: 'Plumbing',
  placeId: '4553433',
  city: 'Tulsa',
  state: 'OK',
  county: 'Tulsa County',
  metro: 'Tulsa, OK',
  population: 411_401,
  latitude: 36.15,
  longitude: -95.99,
  placeMatch: 'census_place',
  score: 61.4,
  tier: 'tier2',
  confidence: 0.45,
  difficulty: 57,
  demandBound: 'lower',
  demand: { mean: 1268, p10: 900, p50: 1200, p90: 4000 },
  winChance: { mean: 0.22, p10: 0.05, p50: 0.2, p90: 0.5 },
  visitors: { mean: 90, p10: 10, p50: 60, p90: 200 },
  leads: { mean: 7, p10: 1, p50: 5, p90: 20 },
  payout: money(3500, 7250, 15_000),
  revenue: money(5000, 46_500, 190_000),
  cost12: money(30_000, 38_000, 47_000),
  profitMonth: money(3500, 45_000, 188_500),
  profit12: money(-20_000, 200_000, 900_000),
  paybackMonths: 7,
  roi: 5.2,
  candidate: 'goldmine',
  flags: ['lower_bound', 'regulated'],
  ...change,
});

export const aScan = (change: Partial<Scan> = {}): Scan => ({
  totals: {
    considered: 800_830,
    admitted: 212,
    scored: 2,
    demandUnknown: 106,
    payoutUnknown: 4,
    tier1: 0,
    tier2: 1,
    tier3: 1,
    tooUnsure: 0,
  },
  markets: [
    aScanMarket(),
    aScanMarket({
      vertical: 'hvac',
      verticalName: 'HVAC',
      placeId: '5391959',
      city: 'San Francisco',
      state: 'CA',
      latitude: 37.77,
      longitude: -122.42,
      tier: 'tier3',
      score: 30,
      demandBound: 'two_sided',
      payout: money(1000, 2500, 4000),
      profitMonth: money(-1000, 12_000, 40_000),
    }),
  ],
  mixedBounds: true,
  dominators: [],
  hotSpots: [],
  verticals: [
    {
      vertical: 'chimney',
      name: 'Chimney sweep',
      markets: 106,
      scored: 0,
      tier1: 0,
      tier2: 0,
      bestProfit12Cents: null,
      missing: ['demand'],
      demandBound: 'unstated',
    },
  ],
  backTest: null,
  insights: [],
  needs: [{ kind: 'volumes', label: 'Import Keyword Planner volumes' }],
  rejected: [],
  assumptions: [],
  attribution: 'GeoNames, CC BY 4.0',
  currency: 'USD',
  notes: [],
  method: 'local',
  methodVersion: 'local-1.0.1',
  ...change,
});

export const aMarketScan = (id: string, filters: Partial<MarketScan['filters']> = {}): MarketScan => ({
  run: aRun({ id, engineId: 'local', action: 'scan', websiteId: null }),
  filters: { verticals: [], states: [], places: [], minPopulation: null, minPayoutCents: null, ...filters },
});

export const aPipelineMarket = (change: Partial<PipelineMarket> = {}): PipelineMarket => ({
  id: 'p1',
  vertical: 'plumbing',
  verticalName: 'Plumbing',
  placeId: '4553433',
  city: 'Tulsa',
  state: 'OK',
  stage: 'score',
  currency: 'USD',
  tier: 'tier2',
  score: 61.4,
  demandBound: 'lower',
  profitLowCents: 3500,
  profitCents: 45_000,
  profitHighCents: 188_500,
  revenueCents: 46_500,
  payoutCents: 7250,
  runId: 's1',
  addedBy: 'u1',
  addedAt: '2026-11-20T10:00:00Z',
  ...change,
});

/** Handlers of the discovery screen, with these scans. */
export function scanHandlers(scans: MarketScan[] = [aMarketScan('s1')], result: (id: string) => Scan = () => aScan()) {
  return [
    http.get('/api/dominator-pipeline/scans', () => ok({ scans, nextCursor: null })),
    http.get('/api/dominator-pipeline/markets', () => ok({ markets: [], nextCursor: null })),
    http.get('/api/payout-data/verticals', () => ok({ data: [] })),
    http.get('/api/runs/:id/result', ({ params }) => {
      const id = String(params.id);
      const run = aRun({ id, engineId: 'local', action: 'scan', websiteId: null });
      return ok({ run, result: { ...result(id) } });
    }),
    http.get('/api/runs/:id', ({ params }) => ok({ run: aRun({ id: String(params.id), engineId: 'local' }) })),
  ];
}
