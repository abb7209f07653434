import { expect, test } from 'vitest';
import { aCandidate, anAnalysis, anAnalysisSite } from '@/testing/analysis';
import { cohortGrid, concentration, csvRows, marketText, reasonText, roiOf, tierText } from './figures';

test('cohort_grid_leaves_months_open_that_have_not_begun', () => {
  const grid = cohortGrid(anAnalysis(), 'revenue');
  expect(grid.columns).toEqual(['0', '1']);
  expect(grid.rows).toEqual([
    { name: '2026-10', sites: 2, values: [0, 90_000] },
    { name: '2026-11', sites: 0, values: [0, null] },
  ]);
});

test('cohort_grid_measures_profit_and_revenue_per_site', () => {
  expect(cohortGrid(anAnalysis(), 'profit').rows[0]?.values).toEqual([-5_200, 90_000]);
  expect(cohortGrid(anAnalysis(), 'perSite').rows[0]?.values).toEqual([0, 45_000]);
  expect(cohortGrid(anAnalysis(), 'perSite').rows[1]?.values).toEqual([0, null]);
  expect(cohortGrid({ cohorts: [] }, 'revenue')).toEqual({ rows: [], columns: [] });
});

test('cohort_grid_shows_the_latest_24_months', () => {
  const [cohort] = anAnalysis().cohorts;
  if (!cohort) throw new Error('no cohort');
  const months = Array.from({ length: 30 }, (_, no) => ({ ...cohort, month: `M${no}` }));
  const { rows } = cohortGrid({ cohorts: months }, 'revenue');
  expect([rows.length, rows[0]?.name, rows.at(-1)?.name]).toEqual([24, 'M6', 'M29']);
});

test('concentration_counts_the_fewest_sites_with_the_share', () => {
  const sites = [10, 60, 25, 5, 0, -20].map((revenueCents) => ({ revenueCents, costCents: 0 }));
  expect(concentration(sites)).toBe('2 of 6 sites bring 80% of the revenue.');
  expect(concentration([{ revenueCents: 7, costCents: 0 }])).toBe('');
  expect(concentration([7, 6].map((revenueCents) => ({ revenueCents, costCents: 0 })))).toBe('');
  expect(concentration([{ revenueCents: -7, costCents: 0 }])).toBeNull();
});

test('reasons_have_their_figures', () => {
  expect(reasonText('no_leads', aCandidate(), 'USD')).toBe(
    'Live for 200 days, and no lead and no revenue in the last 90 days.',
  );
  expect(reasonText('loses_money', aCandidate(), 'USD')).toBe(
    'Cost $40 and earned $0 so far; in the last 90 days it cost $25 and earned $0.',
  );
  expect(reasonText('below_forecast', aCandidate({ recentRevenueCents: 20_000, recentCostCents: 0 }), 'USD')).toBe(
    'Profit of $200 in the last 90 days; the low forecast (P10) was $300.',
  );
});

test('csv_has_a_row_for_each_site_with_its_reasons', () => {
  const rows = csvRows(anAnalysis());
  expect(rows.map(([name]) => name)).toEqual(['Tulsa Plumbing Guide', 'Enid Roofing Guide', '=SUM(1), HVAC']);
  expect(rows[0]).toEqual([
    'Tulsa Plumbing Guide',
    'live',
    'goldmine',
    'Plumbing',
    'Tulsa, OK',
    'tier1',
    '2026-09-10T12:00:00Z',
    77,
    12,
    900,
    12,
    888,
    'USD',
    null,
  ]);
  expect(rows[1]?.at(-1)).toMatch(/^Live for 200 days.*earned \$0\.$/);
});

test('words_of_unknown_values_are_not_made_up', () => {
  expect(roiOf({ revenueCents: 100, costCents: 0 })).toBeNull();
  expect(roiOf({ revenueCents: 300, costCents: 100 })).toBe(2);
  expect([tierText(null), tierText('tier2'), tierText('tier9')]).toEqual(['No tier', 'Tier 2', 'Tier9']);
  expect(marketText(anAnalysisSite({ places: ['Tulsa, OK', 'Enid, OK'] }))).toBe('Plumbing, 2 places');
});
