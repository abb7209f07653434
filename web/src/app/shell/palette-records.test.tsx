import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { resetLive } from '@/lib/live/store';
import { tokenStorage } from '@/lib/session/token-storage';
import { aCrawl, aPage, aReport } from '@/testing/crawls';
import { http, ok, problem } from '@/testing/http';
import { aKeyword, anEngine, aRun, aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { aUser, server, signedInAnswer } from '@/testing/server';
import { aSite } from '@/testing/sites';
import { AppRoutes } from '../routes';

/** Texts that the server was asked for, by path. */
let asked: string[] = [];

function textOf(name: string, request: Request): string {
  const search = new URL(request.url).searchParams;
  const text = search.get('q') ?? search.get('text') ?? search.get('contains') ?? '';
  asked.push(`${name} ${text}`);
  return text;
}

const HEALTH = { overall: 97, apiLatency: 12, dataIngestion: 0, processingQueue: 0, errorRate: 0, uptime: 93_600 };

const has = <Item,>(text: string, word: string, item: Item): Item[] => (word.startsWith(text) ? [item] : []);

const PAGE = aPage({ no: 7, title: 'Drains and sewers', url: 'https://acme.example/drains' });

beforeEach(() => {
  resetLive();
  asked = [];
  tokenStorage.save({ accessToken: 'a', refreshToken: 'r' });
  server.use(
    http.get('/api/auth/me', () => HttpResponse.json(signedInAnswer(aUser()))),
    http.get('/api/websites', () => ok({ websites: [aWebsite({ id: 'w1' })] })),
    http.get('/api/experiments', () => ok({ experiments: [], nextCursor: null })),
    http.get('/api/keywords', ({ request }) => {
      const keywords = has(textOf('keywords', request), 'ndis', aKeyword({ id: 'k1', query: 'ndis plumber' }));
      return ok({ keywords, total: keywords.length, nextCursor: null });
    }),
    http.get('/api/ranks/keywords', () => ok({ keywords: [], total: 0, nextCursor: null })),
    http.get('/api/crawls', () => ok({ crawls: [aCrawl({ id: 'c1', report: aReport() })], nextCursor: null })),
    http.get('/api/crawls/:id', () => problem(404, 'Not found')),
    http.get('/api/crawls/:id/pages', ({ request }) => {
      const pages = has(textOf('pages', request), 'drains', PAGE);
      return ok({ pages, total: pages.length, nextCursor: null, searched: null });
    }),
    http.get('/api/documents', () => ok({ documents: [], nextCursor: null })),
    http.get('/api/sites', ({ request }) => {
      const site = aSite({ id: 's1', name: 'Settingsville Plumbing' });
      return ok({ sites: has(textOf('sites', request), 'settings', site), nextCursor: null });
    }),
    http.get('/api/received-leads', () => ok({ leads: [], nextCursor: null })),
  );
});

async function openPalette() {
  const view = renderAt('/experiments', <AppRoutes />);
  await screen.findByRole('heading', { level: 1 });
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Command' });
  return { ...view, field };
}

const options = () => screen.getAllByRole('option').map((option) => option.textContent ?? '');

test('a keyword is found by its first word, comes before settings, and opens', async () => {
  const { field, at } = await openPalette();
  await userEvent.type(field, 'ndis');
  const [first] = await screen.findAllByRole('option', { name: /ndis plumber/ });
  expect(within(first as HTMLElement).getByText('Keyword')).toBeInTheDocument();
  expect(options()[0]).toContain('ndis plumber');
  expect(first).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(at()).toBe('/keyword-finder?q=ndis+plumber&row=k1&website=w1'));
});

test('a page of the latest crawl is found by its title and opens in its report', async () => {
  const { field, at } = await openPalette();
  await userEvent.type(field, 'drains');
  await screen.findByRole('option', { name: /Drains and sewers/ });
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(at()).toBe('/crawl/c1?page=7'));
});

test('an action whose name is the text comes before a record that starts with it', async () => {
  const { field } = await openPalette();
  await userEvent.type(field, 'settings');
  await screen.findByRole('option', { name: /Settingsville/ });
  const found = options();
  expect(found[0]).toMatch(/^Settings/);
  expect(found[0]).not.toContain('Settingsville');
});

test('the selection stays on its entry when records arrive', async () => {
  const { field } = await openPalette();
  await userEvent.type(field, 'nd');
  await userEvent.keyboard('{ArrowDown}');
  const commands = screen.getByRole('listbox', { name: 'Commands' });
  const selected = () => within(commands).getByRole('option', { selected: true }).textContent;
  const before = selected();
  await screen.findByRole('option', { name: /ndis plumber/ });
  expect(selected()).toBe(before);
});

test('the server is called once typing pauses, and not for a single letter', async () => {
  const { field } = await openPalette();
  await userEvent.type(field, 'n');
  await new Promise((wake) => setTimeout(wake, 400));
  expect(asked).toEqual([]);
  // Keys that follow each other without a pause.
  for (const value of ['nd', 'ndi', 'ndis']) fireEvent.change(field, { target: { value } });
  await screen.findByRole('option', { name: /ndis plumber/ });
  expect(asked.filter((each) => each.startsWith('keywords'))).toEqual(['keywords ndis']);
});

test('searching and a search without a result are announced', async () => {
  const { field } = await openPalette();
  await userEvent.type(field, 'qqqq');
  const dialog = screen.getByRole('dialog', { name: 'Command palette' });
  expect(within(dialog).getByRole('status')).toHaveTextContent('Searching records...');
  await waitFor(() => expect(within(dialog).getByRole('status')).toHaveTextContent('No matches. Try fewer letters.'));
});

test('a kind that could not be searched is named, and the others are shown', async () => {
  let isBroken = true;
  server.use(
    http.get('/api/received-leads', () => {
      if (isBroken) return problem(500, 'Broken');
      return HttpResponse.json({ success: true, leads: [], nextCursor: null });
    }),
  );
  const { field } = await openPalette();
  await userEvent.type(field, 'ndis');
  expect(await screen.findByText('Failed to search leads.')).toBeInTheDocument();
  expect(options()[0]).toContain('ndis plumber');
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText('Failed to search leads.')).not.toBeInTheDocument());
});

test('an opened record is offered again', async () => {
  const { field } = await openPalette();
  await userEvent.type(field, 'drains');
  await screen.findByRole('option', { name: /Drains and sewers/ });
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Command' });
  expect(options()[0]).toContain('Drains and sewers');
});

test('pointing at an entry selects it, and a click opens it', async () => {
  const { field, at } = await openPalette();
  await userEvent.type(field, 'settings');
  const site = await screen.findByRole('option', { name: /Settingsville/ });
  expect(site).toHaveAttribute('aria-selected', 'false');
  await userEvent.hover(site);
  expect(site).toHaveAttribute('aria-selected', 'true');
  await userEvent.click(site);
  await waitFor(() => expect(at()).toBe('/dominator/sites/s1'));
});

test('an_engine_is_run_on_the_current_website', async () => {
  let body: unknown = null;
  server.use(
    http.get('/api/intelligence-engines/status', () =>
      ok({
        engines: [anEngine({ id: 'pattern', name: 'Pattern', defaultAction: 'change-points' })],
        systemHealth: HEALTH,
      }),
    ),
    http.post('/api/intelligence-engines/pattern/execute', async ({ request }) => {
      body = await request.json();
      return ok({ engine: anEngine({ id: 'pattern' }), run: aRun() });
    }),
  );
  const { field, at } = await openPalette();
  await userEvent.type(field, 'run the pattern');
  await waitFor(() => expect(options()[0]).toBe('Run the pattern engine'));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(body).toMatchObject({ action: 'change-points', websiteId: 'w1' }));
  expect(at()).toBe('/intelligence/patterns?website=w1');
});

test.each([
  ['import', 'Import a file', '/keyword-finder?panel=import&website=w1'],
  ['connect', 'Connect Search Console or another provider', '/settings?tab=connections&website=w1'],
])('%s_starts_its_action', async (text, name, to) => {
  const { field, at } = await openPalette();
  await userEvent.type(field, text);
  await userEvent.click(await screen.findByRole('option', { name }));
  await waitFor(() => expect(at()).toBe(to));
});
