import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { http, ok } from '@/testing/http';
import { onPhone } from '@/testing/media';
import { aKeyword, anEngine, anImport, aRun, aWebsite, productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { signIn } from '@/testing/session';
import KeywordFinderPage from './page';

// jsdom lays nothing out: give the box of the table a height, so that rows are drawn.
beforeAll(() => {
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 640 });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1200 });
  Element.prototype.scrollTo = () => {};
});
beforeEach(() => server.use(...productHandlers()));

const show = (search = '') => renderAt(`/keyword-finder${search}`, <KeywordFinderPage />);
const table = () => screen.findByRole('table', { name: /Keywords/ });

test('a keyword row shows its metrics, value range and quick wins', async () => {
  show();
  const row = await screen.findByRole('row', { name: /roof repair/ });
  expect(row).toHaveTextContent('/roof-repair');
  expect(row).toHaveTextContent('7.4');
  expect(row).toHaveTextContent('1.22%');
  expect(row).toHaveTextContent('curve 3.1%');
  expect(row).toHaveTextContent('≥4,400');
  expect(row).toHaveTextContent('$800');
  expect(row).toHaveTextContent('$300 – $2.1K');
  expect(row).toHaveTextContent('CTR gap');
});

test('phone_shows_whole_keywords_in_two_lines_with_position_and_value', async () => {
  onPhone();
  show();
  const row = await screen.findByRole('row', { name: /roof repair/ });
  expect(row).toHaveStyle({ height: '60px' });
  expect(within(row).getByText('roof repair')).toHaveClass('line-clamp-2');
  expect(row).toHaveTextContent('7.4$800 $300 – $2.1K');
});

test('a viewer cannot fetch data and reads why', async () => {
  signIn({ workspaces: [{ id: 'w', name: 'Shared', role: 'viewer', personal: true }] });
  show();
  const button = await screen.findByRole('button', { name: 'Fetch data' });
  await waitFor(() => expect(button).toBeDisabled());
  expect(button).toHaveAttribute('title', 'Viewers cannot fetch data. Ask an owner of this workspace.');
});

test('the newest run fails alone: what was found stays in sight', async () => {
  server.use(http.get('/api/runs', () => problem(500, 'Runs are being counted')));
  show();
  expect(await screen.findByText('Failed to load the latest run.')).toBeInTheDocument();
  expect(await screen.findByRole('row', { name: /roof repair/ })).toBeInTheDocument();
  server.use(...productHandlers());
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Failed to load the latest run.')).not.toBeInTheDocument());
});

test('what is not known is a dash, and beyond the first hundred is ">100"', async () => {
  const unknown = {
    position: 140,
    volume: null,
    volumeSource: null,
    cpcCents: null,
    value: null,
    intent: null,
    wins: [],
  };
  server.use(http.get('/api/keywords', () => ok({ keywords: [aKeyword(unknown)], nextCursor: null, total: 1 })));
  show();
  const row = await screen.findByRole('row', { name: /roof repair/ });
  const cells = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells).toEqual(['—', '>100', '120', '9,800', '1.22%curve 3.1%', '—', '—', '—', '—']);
});

test('keyword_filters_and_order_are_in_the_address_and_the_request', async () => {
  const asked: URL[] = [];
  server.use(...productHandlers(asked));
  const view = show();
  await table();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Intent' }), 'local');
  await userEvent.type(screen.getByRole('textbox', { name: 'Minimum impressions' }), '50');
  await waitFor(() => expect(view.at()).toContain('min=50'));
  await userEvent.click(await screen.findByRole('button', { name: 'Position' }));
  await waitFor(() => expect(view.at()).toBe('/keyword-finder?intent=local&min=50&sort=position&order=asc'));
  await waitFor(() => {
    const last = asked.filter((url) => url.pathname === '/api/keywords').at(-1);
    expect(Object.fromEntries(last?.searchParams ?? [])).toEqual({
      websiteId: 'w1',
      intent: 'local',
      minImpressions: '50',
      sort: 'position',
      order: 'asc',
      limit: '200',
    });
  });
  expect(screen.getByRole('columnheader', { name: 'Position' })).toHaveAttribute('aria-sort', 'ascending');
});

test('a link brings back filters, hidden columns and the open row', async () => {
  show('?q=roof&hide=intent,cpc&row=k1');
  const grid = await table();
  expect(screen.getByRole('searchbox', { name: 'Keyword contains' })).toHaveValue('roof');
  expect(within(grid).queryByRole('columnheader', { name: 'Intent' })).not.toBeInTheDocument();
  expect(within(grid).getByRole('columnheader', { name: 'Cluster' })).toBeInTheDocument();
  expect(screen.getByRole('dialog', { name: 'roof repair' })).toBeInTheDocument();
});

const heads = async () =>
  within(await table())
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

test('column_layout_can_be_changed_and_is_remembered', async () => {
  const first = show();
  expect((await heads()).slice(0, 4)).toEqual(['Keyword', 'Intent', 'Position', 'Clicks']);
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  const dialog = screen.getByRole('dialog', { name: 'Columns' });
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Intent' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move Clicks earlier' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }));
  expect((await heads()).slice(0, 3)).toEqual(['Keyword', 'Clicks', 'Position']);
  expect(first.at()).toContain('hide=difficulty%2Ccluster');
  const edge = () => screen.getByRole('separator', { name: 'Width of Clicks' });
  edge().focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(edge()).toHaveAttribute('aria-valuenow', '120');
  first.unmount();

  const again = show();
  expect((await heads()).slice(0, 3)).toEqual(['Keyword', 'Clicks', 'Position']);
  expect(edge()).toHaveAttribute('aria-valuenow', '120');
  edge().focus();
  await userEvent.keyboard('{Enter}');
  expect(edge()).toHaveAttribute('aria-valuenow', '88');
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await userEvent.click(screen.getByRole('button', { name: 'Reset columns' }));
  expect((await heads()).slice(0, 4)).toEqual(['Keyword', 'Intent', 'Position', 'Clicks']);
  again.unmount();
});

test('the drawer shows every factor of the value with source, date and override', async () => {
  const view = show();
  await userEvent.click(await screen.findByRole('button', { name: /roof repair/ }));
  const drawer = screen.getByRole('dialog', { name: 'roof repair' });
  expect(drawer).toHaveTextContent('Source: assumption: 5%, May 1, 2025');
  expect(drawer).toHaveTextContent('4.9% (3.1% to 7.1%)');
  expect(drawer).toHaveTextContent('monthly impressions, a lower bound, May 1, 2026 to Jul 31, 2026');
  expect(drawer).toHaveTextContent('80% interval: $300 to $2,100');
  await userEvent.click(within(drawer).getByRole('button', { name: /Override\s*leads a visit/ }));
  expect(view.at()).toContain('panel=run');
  expect(await screen.findByRole('textbox', { name: 'Value per lead' })).toBeInTheDocument();
});

test('J and K move from row to row, Enter opens', async () => {
  const rows = ['alpha', 'beta', 'gamma'].map((query) => aKeyword({ id: query, query }));
  server.use(http.get('/api/keywords', () => ok({ keywords: rows, nextCursor: null, total: 3 })));
  show();
  const first = await screen.findByRole('button', { name: /alpha/ });
  await userEvent.keyboard('j');
  expect(first).toHaveFocus();
  await userEvent.keyboard('jj');
  expect(screen.getByRole('button', { name: /gamma/ })).toHaveFocus();
  await userEvent.keyboard('k{Enter}');
  expect(await screen.findByRole('dialog', { name: 'beta' })).toBeInTheDocument();
  await userEvent.keyboard('j');
  expect(await screen.findByRole('dialog', { name: 'gamma' })).toBeInTheDocument();
});

test('refetch_keeps_the_rows_and_shows_its_failure', async () => {
  show();
  await screen.findByRole('row', { name: /roof repair/ });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.get('/api/keywords', async () => {
      await held;
      return problem(500, 'The table is being rebuilt');
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(screen.getByRole('row', { name: /roof repair/ })).toBeInTheDocument();
  answer();
  expect(await screen.findByRole('alert')).toHaveTextContent('The table is being rebuilt');
  expect(screen.getByRole('row', { name: /roof repair/ })).toBeInTheDocument();
});

test('no row passing the filters offers to clear them', async () => {
  server.use(http.get('/api/keywords', () => ok({ keywords: [], nextCursor: null, total: 0 })));
  const view = show('?q=zebra');
  await screen.findByText('No keywords match these filters');
  const [clear] = screen.getAllByRole('button', { name: 'Clear filters' });
  if (clear) await userEvent.click(clear);
  await waitFor(() => expect(view.at()).toBe('/keyword-finder'));
});

test("the export is the server's, of the rows that are shown", async () => {
  const asked: URL[] = [];
  server.use(
    http.get('/api/keywords/export', ({ request }) => {
      asked.push(new URL(request.url));
      return HttpResponse.text('query\r\n');
    }),
  );
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
  show('?intent=local');
  await table();
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'These rows as CSV' }));
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  expect(asked[0]?.search).toBe('?websiteId=w1&sort=value&order=desc&intent=local&format=csv');
});

test('website_without_data_starts_with_the_import_then_a_run', async () => {
  let committed: unknown;
  let imported = false;
  const started = anImport({ status: 'importing', websiteId: 'w1' });
  const done = anImport({
    status: 'imported',
    websiteId: 'w1',
    rows: 998,
    rejected: 2,
    rejects: [{ file: 'Queries.csv', line: 7, reason: 'clicks is not a number' }],
  });
  const run = aRun({ id: 'r9', kind: 'import', engineId: null, action: null });
  server.use(
    http.get('/api/websites', () => ok({ websites: imported ? [aWebsite()] : [] })),
    http.get('/api/runs', () => ok({ runs: [], nextCursor: null })),
    http.get('/api/intelligence-engines/keyword/result', () => ok({ run: null, result: null })),
    http.post('/api/imports', () => ok({ import: anImport(), run, duplicates: [] })),
    http.post('/api/imports/m1/commit', async ({ request }) => {
      committed = await request.json();
      return ok({ import: started, run: { ...run, status: 'running' as const }, website: aWebsite() });
    }),
    http.get('/api/imports/m1', () => ok({ import: done, duplicates: [] })),
    http.get('/api/runs/r9', () => {
      const first = !imported;
      imported = true;
      return ok({
        run: first
          ? { ...run, status: 'running' as const, progress: { percent: 40, stage: 'reading', message: '400 rows' } }
          : run,
      });
    }),
  );
  show();
  const file = new File(['Top queries,Clicks\nroof repair,120\n'], 'northwind.zip');
  await userEvent.upload(await screen.findByLabelText('Files to import'), file);
  expect(await screen.findByText('Search Console, queries')).toBeInTheDocument();
  expect(screen.getByText('ignored: computed from clicks and impressions')).toBeInTheDocument();
  expect(screen.getByText('The export stops at 1,000 rows.')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Website address' })).toHaveValue('https://northwind.example/');
  await userEvent.click(screen.getByRole('button', { name: 'Import' }));
  expect(committed).toEqual({ url: 'https://northwind.example/' });
  expect(await screen.findByText('Reading: 400 rows')).toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'Run the keyword engine' }, { timeout: 6000 })).toBeInTheDocument();
});

test('run_form_sends_filled_fields_in_server_units_and_shows_refusals_beside_them', async () => {
  const bodies: unknown[] = [];
  server.use(
    http.post('/api/intelligence-engines/keyword/execute', async ({ request }) => {
      bodies.push(await request.json());
      const errors = [{ pointer: '/parameters/valuePerLeadCents', detail: 'is more than anybody pays' }];
      return bodies.length === 1
        ? problem(422, 'A parameter is wrong', errors)
        : ok({ engine: anEngine(), run: aRun({ id: 'r2', status: 'queued', createdAt: '2026-09-01T00:00:00Z' }) });
    }),
    http.get('/api/runs/r2', () => ok({ run: aRun({ id: 'r2', status: 'queued' }) })),
  );
  show('?panel=run');
  const panel = await screen.findByRole('region', { name: 'Run the keyword engine' });
  const value = await within(panel).findByRole('textbox', { name: 'Value per lead' });
  await userEvent.type(value, '-4');
  await userEvent.click(within(panel).getByRole('button', { name: 'Run analysis' }));
  expect(within(panel).getByText('At least 0.01')).toBeInTheDocument();
  expect(bodies).toHaveLength(0);
  await userEvent.clear(value);
  await userEvent.type(value, '220');
  await userEvent.click(within(panel).getByRole('button', { name: 'Run analysis' }));
  expect(await within(panel).findByText('is more than anybody pays')).toBeInTheDocument();
  expect(value).toHaveValue('220');
  expect(bodies[0]).toEqual({ action: 'analyse', websiteId: 'w1', parameters: { valuePerLeadCents: 22_000 } });
  await userEvent.click(within(panel).getByRole('button', { name: 'Run analysis' }));
  expect(await screen.findByText('Waiting for a worker')).toBeInTheDocument();
});

test('failed_run_shows_reason_and_retry_above_the_last_results', async () => {
  const failed = aRun({
    id: 'r3',
    status: 'failed',
    error: { type: 'no-queries', detail: 'The import holds no queries.' },
  });
  server.use(
    http.get('/api/runs', () => ok({ runs: [failed], nextCursor: null })),
    http.get('/api/runs/r3', () => ok({ run: failed })),
  );
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('The import holds no queries.');
  expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument();
  expect(await table()).toBeInTheDocument();
});

test('a chosen win has its rows, what was seen and what it brings', async () => {
  const asked: URL[] = [];
  server.use(...productHandlers(asked));
  const view = show('?view=wins');
  await userEvent.click(await screen.findByRole('button', { name: /CTR gap/ }));
  const list = await screen.findByRole('table');
  expect(list).toHaveTextContent('Gets 120 clicks where 300 were expected.');
  expect(list).toHaveTextContent('$210');
  expect(screen.getByText('“roof repair” can bring $210 more a month.')).toBeInTheDocument();
  expect(view.at()).toBe('/keyword-finder?view=wins&win=ctr_gap');
});

test('days_of_a_finding_are_written_as_the_reader_prefers', async () => {
  const detail = 'At position 8.6 in the 28 days to 2026-10-31, with 200 impressions.';
  const wins = [{ kind: 'ctr_gap' as const, detail, impact: null, valueBasis: null, effortMinutes: 45 }];
  server.use(http.get('/api/keywords', () => ok({ keywords: [aKeyword({ wins })], nextCursor: null, total: 1 })));
  show('?view=wins&win=ctr_gap');
  expect(await screen.findByText(/in the 28 days to Oct 31, 2026, with 200 impressions/)).toBeInTheDocument();
});

test('the click-through chart can be read as a table', async () => {
  show('?view=curve');
  expect(await screen.findByRole('application', { name: 'CTR by position, one dot per query' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'Table' }));
  const figures = screen.getByRole('table');
  expect(within(figures).getByRole('row', { name: /roof repair/ })).toHaveTextContent('7.41.22%3.1%9,800120');
});

test('a list of websites that does not load can be tried again', async () => {
  server.use(http.get('/api/websites', () => problem(503, 'The server is starting')));
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('The server is starting');
  server.use(http.get('/api/websites', () => ok({ websites: [aWebsite()] })));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await table()).toBeInTheDocument();
});
