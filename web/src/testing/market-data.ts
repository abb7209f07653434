import type {
  MarketChange,
  MarketDataSource,
  MarketFigure,
  MarketOpportunity,
  MarketPlace,
  MarketValue,
  MarketVertical,
} from '@/api/market-data';

/** Records of market data as sent by the server, for tests. */

export const aFigure = (change: Partial<MarketFigure> = {}): MarketFigure => ({
  low: 3500,
  typical: 7250,
  high: 15000,
  evidence: 'derived',
  grade: 'B',
  year: 2026,
  bound: 'unstated',
  sources: [{ id: 'S_LDPLUMB', title: 'Plumbing leads', year: 2026, grade: 'B' }],
  ...change,
});

export const aVertical = (change: Partial<MarketVertical> = {}): MarketVertical => ({
  slug: 'plumbing',
  name: 'Plumbing',
  category: 'home_emergency',
  urgency: 'emergency',
  seedKeywords: ['plumber'],
  regulated: '',
  payout: aFigure(),
  payoutUnit: 'call',
  rates: [],
  cpc: aFigure({ low: 1000, typical: 2250, high: 2500 }),
  searchesPer100k: aFigure({ low: null, typical: 308.3, high: null, bound: 'lower' }),
  needsPer100k: null,
  needsBase: null,
  needsDefinition: null,
  season: null,
  seasonPart: null,
  seasonNote: null,
  seasonGrade: null,
  seasonSources: [],
  ticket: null,
  closePercent: null,
  tier1Cents: 100_000,
  tier2Cents: 30_000,
  ...change,
});

export const aPlace = (change: Partial<MarketPlace> = {}): MarketPlace => ({
  id: '4553433',
  name: 'Tulsa',
  state: 'OK',
  country: 'US',
  county: 'Tulsa County',
  metro: 'Tulsa, OK',
  population: 411_401,
  households: 163_254,
  countyIncome: 55_517,
  countyOwnerPercent: 61,
  climate: 'mixed-humid',
  homesBefore1960Percent: 26.6,
  homesSince1990Percent: 25.5,
  latitude: 36.15,
  longitude: -95.99,
  match: 'census_place',
  ...change,
});

export const aMarket = (change: Partial<MarketOpportunity> = {}): MarketOpportunity => ({
  vertical: 'plumbing',
  verticalName: 'Plumbing',
  place: aPlace(),
  tier: 'tier2',
  score: 60,
  confidence: 0.5,
  difficulty: 55,
  payout: aFigure(),
  payoutUnit: 'call',
  cpc: null,
  searchesPer100k: null,
  measuredSearches: null,
  demand: { low: 900, typical: 1268, high: 4000 },
  demandBound: 'lower',
  winChance: { low: 0.05, typical: 0.2, high: 0.5 },
  leads: null,
  profitMonth: { lowCents: 2000, typicalCents: 45_000, highCents: 190_000 },
  profit12: null,
  competition: {
    county: 'Tulsa County',
    isPart: false,
    year: 2021,
    source: null,
    total: 201,
    codes: [
      { naics: '238220', title: 'Plumbing', fit: 'broader', establishments: 201, per10kPeople: 3, note: 'One code' },
      { naics: '561790', title: 'Other', fit: 'partial', establishments: null, per10kPeople: null, note: '' },
    ],
  },
  flags: ['lower_bound', 'serp_unseen'],
  ...change,
});

export const aSource = (change: Partial<MarketDataSource> = {}): MarketDataSource => ({
  id: 'S_GEONAMES',
  title: 'GeoNames gazetteer',
  publisher: 'GeoNames',
  address: 'https://www.geonames.org/',
  year: 2025,
  grade: 'A',
  ...change,
});

export const aValue = (change: Partial<MarketValue> = {}): MarketValue => ({
  kind: 'payout',
  key: 'plumbing||4553433',
  value: {
    vertical: 'plumbing',
    city: '4553433',
    unit: 'lead',
    amountCents: 12_000,
    currency: 'USD',
    source: 'Buyer A',
  },
  changeId: 'm1',
  setBy: 'Ada Lovelace',
  source: 'form',
  setAt: '2026-11-20T10:00:00Z',
  ...change,
});

export const aChange = (change: Partial<MarketChange> = {}): MarketChange => ({
  id: 'm1',
  source: 'form',
  title: 'payout of plumbing',
  values: 1,
  madeBy: 'Ada Lovelace',
  madeAt: '2026-11-20T10:00:00Z',
  undoneAt: null,
  ...change,
});
