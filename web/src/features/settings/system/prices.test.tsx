import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { ProviderPrice } from '@/api/admin';
import { http } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { ok, recordCalls } from '@/testing/session';
import { expectStacked } from '@/testing/stacked';
import { Prices } from './prices';

const price: ProviderPrice = {
  provider: 'data_for_seo',
  providerName: 'DataForSEO',
  subject: 'search_volume',
  subjectName: 'Search volumes',
  unit: 'call',
  unitName: 'call',
  builtInMicros: 75_000,
  notedOn: '2026-11-23',
  source: 'https://dataforseo.com/pricing',
  isConfirmed: false,
  ownMicros: null,
  changedAt: null,
};

let own: number | null = null;
const answer = () => ({
  prices: [{ ...price, ownMicros: own, changedAt: own === null ? null : '2026-11-26T10:00:00Z' }],
  mostMicros: 1_000_000_000,
});

beforeEach(() => {
  own = null;
  server.use(http.get('/api/admin/provider-prices', () => ok(answer())));
});

test('price_is_replaced_within_its_range_and_reset', async () => {
  const sent: unknown[] = recordCalls('put', '/api/admin/provider-prices', () => {
    own = (sent.at(-1) as { micros: number | null }).micros;
    return ok(answer());
  });
  renderAt('/settings?tab=system&section=prices', <Prices />);
  expect(await screen.findByText(/second-hand/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'dataforseo.com' })).toHaveAttribute('href', price.source);
  await userEvent.click(screen.getByRole('button', { name: 'Replace price: DataForSEO, Search volumes, call' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace the price of Search volumes' }));
  const field = dialog.getByLabelText('Price for each call, $');
  expect(field).toHaveValue('0.075');
  for (const [typed, text] of [
    ['1001', 'Enter a price from 0 to 1000 dollars, such as 0.002.'],
    ['1e-7', 'Enter at most 6 decimals.'],
  ] as const) {
    await userEvent.clear(field);
    await userEvent.type(field, typed);
    await userEvent.click(dialog.getByRole('button', { name: 'Save price' }));
    expect(await dialog.findByText(text)).toBeInTheDocument();
  }
  expect(sent).toEqual([]);
  await userEvent.clear(field);
  await userEvent.type(field, '0.05');
  await userEvent.click(dialog.getByRole('button', { name: 'Save price' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('$0.05')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Reset price: DataForSEO, Search volumes, call' }));
  expect(await screen.findByText('Built-in')).toBeInTheDocument();
  const key = { provider: 'data_for_seo', subject: 'search_volume', unit: 'call' };
  expect(sent).toEqual([
    { ...key, micros: 50_000 },
    { ...key, micros: null },
  ]);
});

test('prices_that_fail_to_load_offer_a_retry', async () => {
  server.use(http.get('/api/admin/provider-prices', () => problem(500, 'broken') as never));
  renderAt('/settings?tab=system&section=prices', <Prices />);
  expect(await screen.findByText('Failed to load the prices.')).toBeInTheDocument();
});

test('each_price_is_a_block_of_lines_on_a_phone', async () => {
  renderAt('/settings?tab=system&section=prices', <Prices />);
  expectStacked(await screen.findByRole('table'), ['For each', 'Built-in price', 'Your price']);
});
