import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { http, ok } from '@/testing/http';
import { aChange, aFigure, aMarket, aPlace, aSource, aValue, aVertical } from '@/testing/market-data';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import MarketDataPage from './page';

const screens = <MarketDataPage />;

beforeEach(() => {
  server.use(
    http.get('/api/payout-data/verticals', () =>
      ok({
        data: [
          aVertical(),
          aVertical({ slug: 'locksmith', name: 'Locksmith', category: 'auto', payout: null, searchesPer100k: null }),
        ],
      }),
    ),
    http.get('/api/market-values', () => ok({ values: [aValue()] })),
    http.get('/api/market-changes', () => ok({ changes: [aChange()], nextCursor: null })),
  );
});

test('verticals_show_bounds_ranges_and_unknown_figures', async () => {
  renderAt('/market-data', screens);
  const row = await screen.findByRole('row', { name: /^Plumbing/ });
  expect(row).toHaveTextContent('$72.50 per call');
  expect(row).toHaveTextContent('$35 to $150');
  expect(row).toHaveTextContent('at least 308');
  expect(row).toHaveTextContent('2026, grade B');
  expect(within(row).getAllByText('Plumbing leads')[0]).toBeVisible();
  const unknown = screen.getByRole('row', { name: /^Locksmith/ });
  expect(within(unknown).getAllByText('Unknown').length).toBeGreaterThan(2);
  expect(unknown).not.toHaveTextContent('$0');
});

test('filters_of_verticals_are_in_the_url', async () => {
  const { at } = renderAt('/market-data?known=unknown', screens);
  expect(await screen.findByRole('row', { name: /^Locksmith/ })).toBeInTheDocument();
  expect(screen.queryByRole('row', { name: /^Plumbing/ })).not.toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText('Known figures'), '');
  expect(await screen.findByRole('row', { name: /^Plumbing/ })).toBeInTheDocument();
  expect(at()).toBe('/market-data');
});

test('verticals_are_shown_by_page_and_a_filter_begins_at_the_first', async () => {
  const many = Array.from({ length: 45 }, (_, index) =>
    aVertical({ slug: `trade-${index}`, name: `Trade ${String(index).padStart(2, '0')}`, payout: null }),
  );
  server.use(http.get('/api/payout-data/verticals', () => ok({ data: many })));
  const { at } = renderAt('/market-data?page=9', screens);
  expect(await screen.findByRole('heading', { name: '45 verticals' })).toBeInTheDocument();
  expect(screen.getByText('Page 3 of 3')).toBeInTheDocument();
  expect(screen.getAllByRole('row', { name: /^Trade/ })).toHaveLength(5);
  const pages = within(screen.getByRole('navigation', { name: 'Pages of verticals' }));
  expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled();
  await userEvent.click(pages.getByRole('button', { name: 'Previous' }));
  expect(screen.getAllByRole('row', { name: /^Trade/ })).toHaveLength(20);
  expect(screen.getByRole('row', { name: /^Trade 20/ })).toBeInTheDocument();
  expect(at()).toBe('/market-data?page=2');
  await userEvent.type(screen.getByLabelText('Name contains'), 'Trade 3');
  expect(await screen.findByRole('heading', { name: '10 verticals' })).toBeInTheDocument();
  expect(screen.queryByRole('navigation', { name: 'Pages of verticals' })).not.toBeInTheDocument();
});

test('markets_show_profit_bound_and_competitors_of_the_county', async () => {
  const asked: URLSearchParams[] = [];
  const unknown = aMarket({
    place: aPlace({ id: '2', name: 'Bixby' }),
    tier: null,
    payout: null,
    demand: null,
    profitMonth: null,
    competition: null,
    flags: ['demand_unknown'],
  });
  server.use(
    http.get('/api/payout-data/search', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return ok({
        data: [aMarket(), unknown],
        total: 120,
        scored: 100,
        page: 1,
        pages: 3,
        mixedBounds: true,
        rejected: [],
        attribution: '',
      });
    }),
  );
  renderAt('/market-data?tab=markets&tier=tier2&state=ok', screens);
  expect(await screen.findByRole('heading', { name: '120 markets, 100 with a score' })).toBeInTheDocument();
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({ tier: 'tier2', state: 'OK', limit: '50', page: '1' });
  const row = screen.getByRole('row', { name: /^Plumbing in Tulsa, OK/ });
  expect(row).toHaveTextContent('$450');
  expect(row).toHaveTextContent('$20 to $1,900');
  expect(row).toHaveTextContent('at least 1,268');
  expect(row).toHaveTextContent('201 this trade with others');
  expect(row).toHaveTextContent('fewer than 3 part of the trade');
  const other = screen.getByRole('row', { name: /^Plumbing in Bixby/ });
  expect(other).toHaveTextContent('No tier');
  expect(within(other).getAllByText('Unknown')).toHaveLength(4);
  expect(screen.getByText('Different bounds')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(asked.at(-1)?.get('page')).toBe('2'));
});

test('places_show_unknown_figures_and_the_attribution', async () => {
  server.use(
    http.get('/api/payout-data/places', () =>
      ok({
        places: [
          aPlace(),
          aPlace({
            id: 'ca-on-toronto',
            name: 'Toronto',
            state: 'ON',
            country: 'CA',
            county: null,
            metro: null,
            households: null,
            countyIncome: null,
            countyOwnerPercent: null,
            climate: null,
            homesBefore1960Percent: null,
            homesSince1990Percent: null,
            match: 'own',
          }),
        ],
        total: 2,
        nextCursor: null,
        attribution: '',
      }),
    ),
  );
  renderAt('/market-data?tab=places', screens);
  const tulsa = await screen.findByRole('row', { name: /^Tulsa, OK/ });
  expect(tulsa).toHaveTextContent(
    'Tulsa, OKTulsa County, Tulsa, OK411,401163,254$55,51761%Mixed, humid27%26%Census place',
  );
  const toronto = screen.getByRole('row', { name: /^Toronto, ON \(CA\)/ });
  expect(within(toronto).getAllByText('Unknown')).toHaveLength(6);
  expect(screen.getByRole('link', { name: 'GeoNames' })).toHaveAttribute('href', 'https://www.geonames.org/');
  expect(screen.getByRole('link', { name: 'CC BY 4.0' })).toHaveAttribute('href', expect.stringContaining('by/4.0'));
});

test('sources_show_year_and_grade', async () => {
  server.use(http.get('/api/payout-data/sources', () => ok({ sources: [aSource()], attribution: '' })));
  renderAt('/market-data?tab=sources', screens);
  const row = await screen.findByRole('row', { name: /^GeoNames gazetteer/ });
  expect(row).toHaveTextContent('S_GEONAMES2025A: primary or official');
});

test('own_value_is_added_in_cents', async () => {
  const bodies = recordCalls('post', '/api/market-values', () => ok({ changeId: 'm2', values: 1 }));
  renderAt('/market-data?tab=own', screens);
  await userEvent.click(await screen.findByRole('button', { name: 'Add value' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add a value' }));
  await userEvent.selectOptions(form.getByLabelText('Vertical'), 'plumbing');
  await userEvent.type(form.getByLabelText('City'), 'Tulsa');
  await userEvent.type(form.getByLabelText('State'), 'OK');
  await userEvent.type(form.getByLabelText('Payout ($)'), '85.50');
  await userEvent.click(form.getByRole('button', { name: 'Save value' }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies[0]).toEqual({
    values: [{ kind: 'payout', vertical: 'plumbing', place: 'Tulsa', state: 'OK', typical: 8550, unit: 'lead' }],
  });
});

test('own_value_error_of_the_server_is_at_its_field', async () => {
  server.use(
    http.post('/api/market-values', () =>
      problem(422, 'Invalid', [{ pointer: '/values/0/place', detail: 'there is no place `Tulza`' }]),
    ),
  );
  renderAt('/market-data?tab=own', screens);
  await userEvent.click(await screen.findByRole('button', { name: 'Add value' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add a value' }));
  await userEvent.selectOptions(form.getByLabelText('Vertical'), 'plumbing');
  await userEvent.type(form.getByLabelText('City'), 'Tulza');
  await userEvent.type(form.getByLabelText('Payout ($)'), '85');
  await userEvent.click(form.getByRole('button', { name: 'Save value' }));
  expect(await form.findByText('there is no place `Tulza`')).toBeInTheDocument();
});

test('own_values_name_their_author_and_changes_are_undone', async () => {
  const undone = recordCalls('post', '/api/market-changes/:id/undo', () => ok({ change: aChange() }));
  renderAt('/market-data?tab=own', screens);
  const row = await screen.findByRole('row', { name: /^Payout of plumbing in place 4553433/ });
  expect(row).toHaveTextContent('$120 per lead, Buyer A');
  expect(row).toHaveTextContent('Ada Lovelace');
  await userEvent.click(screen.getByRole('button', { name: 'Undo: payout of plumbing' }));
  await waitFor(() => expect(undone).toHaveLength(1));
});

test('import_names_wrong_lines_and_can_leave_them_out', async () => {
  const wrongRows = [{ line: 3, detail: 'latitude: must be from -90 to 90' }];
  const bodies: unknown[] = recordCalls('post', '/api/market-values/import', () =>
    bodies.length > 1
      ? ok({ changeId: 'm3', values: 1, wrong: 1, wrongRows })
      : ok({ changeId: null, values: 0, wrong: 1, wrongRows }),
  );
  renderAt('/market-data?tab=own', screens);
  const file = new File(['name,country,population\nA,CA,5\nB,CA,6\n'], 'places.csv', { type: 'text/csv' });
  await userEvent.upload(await screen.findByLabelText('CSV file'), file);
  await userEvent.click(screen.getByRole('button', { name: 'Import file' }));
  expect(await screen.findByText('Nothing imported: 1 wrong row')).toBeInTheDocument();
  expect(screen.getByText('Line 3: latitude: must be from -90 to 90')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Import the other rows' }));
  expect(await screen.findByText('1 value imported, 1 wrong row left out')).toBeInTheDocument();
  const text = 'name,country,population\nA,CA,5\nB,CA,6\n';
  expect(bodies).toEqual([
    { fileName: 'places.csv', text, skipWrongRows: false },
    { fileName: 'places.csv', text, skipWrongRows: true },
  ]);
});

test('viewer_sees_own_values_without_actions', async () => {
  signIn({ workspaces: [{ id: 'w', name: 'Shared', role: 'viewer', personal: true }] });
  renderAt('/market-data?tab=own', screens);
  expect(await screen.findByRole('row', { name: /^Payout of plumbing/ })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^(Add|Remove|Undo|Import)/ })).not.toBeInTheDocument();
});

test('unknown_fields_of_a_figure_have_no_grade', async () => {
  server.use(
    http.get('/api/payout-data/verticals', () =>
      ok({ data: [aVertical({ payout: aFigure({ evidence: 'own', grade: null, low: null, high: null }) })] }),
    ),
  );
  renderAt('/market-data', screens);
  expect(await screen.findByRole('row', { name: /^Plumbing/ })).toHaveTextContent('$72.50 per callYour value');
});
