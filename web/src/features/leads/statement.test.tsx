import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Buyer, StatementAccount, StatementLine } from '@/api/leads';
import { http } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { ok, recordCalls } from '@/testing/session';
import LeadsPage from './page';

const BUYER: Buyer = {
  id: 'b1',
  name: 'Ann',
  email: 'ann@example.com',
  webhookId: null,
  priceCents: 4_500,
  currency: 'USD',
  verticals: ['roofing'],
  places: [],
  dailyCap: null,
  monthlyCap: null,
  opensMinute: null,
  closesMinute: null,
  weekdays: [],
  timeZone: 'America/Chicago',
  isExclusive: true,
  priority: 1,
  isPaused: false,
  createdAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
};

function aLine(change: Partial<StatementLine>): StatementLine {
  return {
    id: 't1',
    day: '2026-11-03',
    reason: 'lead_accepted',
    leadId: 'l1',
    websiteName: 'tulsa.example',
    vertical: 'roofing',
    place: 'Tulsa, OK',
    note: '',
    currency: 'USD',
    amountCents: 4_500,
    ...change,
  };
}

const ACCOUNT: StatementAccount = {
  currency: 'USD',
  openingCents: 1_000,
  closingCents: 5_000,
  lines: [aLine({}), aLine({ id: 't2', reason: 'refund', amountCents: -500, note: 'Wrong number' })],
};

let accounts: StatementAccount[] = [];

beforeEach(() => {
  accounts = [ACCOUNT];
  server.use(
    http.get('/api/payout-data/verticals', () => ok({ data: [] })),
    http.get('/api/received-leads', () => ok({ leads: [], nextCursor: null })),
    http.get('/api/buyers', () => ok({ buyers: [BUYER] })),
    http.get('/api/websites', () => ok({ websites: [] }) as never),
    http.get('/api/buyers/b1/statement', ({ request }) => {
      const asked = new URL(request.url).searchParams;
      const issuer = { name: 'Ada', address: '', email: '', phone: '' };
      const period = { from: asked.get('from') ?? '2026-11-01', to: asked.get('to') ?? '2026-11-28' };
      return ok({ statement: { ...period, buyerName: 'Ann', buyerEmail: 'ann@example.com', issuer, accounts } });
    }),
  );
});

async function opened() {
  renderAt('/leads?tab=buyers', <LeadsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Statement of Ann' }));
  return within(await screen.findByRole('dialog', { name: 'Statement of Ann' }));
}

test('statement_lists_what_is_owed_and_prints_its_period', async () => {
  const dialog = await opened();
  expect(await dialog.findByText('$50.00')).toBeInTheDocument();
  expect(dialog.getByText(/owed on Nov 28, 2026/)).toBeInTheDocument();
  const rows = within(dialog.getByRole('region', { name: 'Transactions in USD' })).getAllByRole('row');
  expect(rows.slice(1).map((row) => within(row).getAllByRole('cell').at(-1)?.textContent)).toEqual([
    '$10.00',
    '$45.00',
    '-$5.00',
  ]);
  expect(dialog.getByText(/^Refund: .*Tulsa, OK, Wrong number$/)).toBeInTheDocument();
  fireEvent.change(dialog.getByLabelText('From'), { target: { value: '2026-10-01' } });
  expect(dialog.getByRole('link', { name: /^Print/ })).toHaveAttribute(
    'href',
    '/api/buyers/b1/statement/html?from=2026-10-01',
  );
});

test('payment_of_what_is_owed_is_posted_for_the_buyer', async () => {
  const bodies = recordCalls('post', '/api/ledger', () => ok({ isNew: true, transaction: {} as never }));
  const dialog = await opened();
  await userEvent.click(await dialog.findByRole('button', { name: 'Record payment' }));
  const form = within(await screen.findByRole('dialog', { name: 'Record payment of Ann' }));
  await userEvent.click(form.getByRole('button', { name: 'Post transaction' }));
  await expect
    .poll(() => bodies)
    .toEqual([expect.objectContaining({ reason: 'payment', amountCents: 5_000, currency: 'USD', buyerId: 'b1' })]);
});

test('buyer_without_transactions_owes_nothing', async () => {
  accounts = [];
  const dialog = await opened();
  expect(await dialog.findByText('Nothing is owed')).toBeInTheDocument();
});
