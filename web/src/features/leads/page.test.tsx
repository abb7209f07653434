import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Buyer, LeadChange, LeadSource, LedgerTransaction, ReceivedLead } from '@/api/leads';
import { http } from '@/testing/http';
import { aVertical } from '@/testing/market-data';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { ok, recordCalls } from '@/testing/session';
import LeadsPage from './page';
import { formCode } from './sources-tab';
import { amountOf, centsOf, linesOf, minutesOf, timeOf } from './words';

function aLead(change: Partial<ReceivedLead> = {}): ReceivedLead {
  return {
    id: 'l1',
    websiteId: 'w1',
    sourceId: 's1',
    kind: 'form',
    status: 'sent',
    name: 'Zoë',
    email: null,
    phone: '918-555-0123',
    message: 'The roof leaks',
    fields: { 'roof age': '12' },
    page: 'https://roofs.example/quote',
    keyword: null,
    vertical: 'roofing',
    place: 'Tulsa, OK',
    callSeconds: null,
    consentText: 'I agree to be called.',
    consentedAt: '2026-11-24T10:00:00Z',
    duplicateOf: null,
    buyerId: 'b1',
    buyerName: 'Ann',
    priceCents: 4_500,
    currency: 'USD',
    deliveryId: null,
    deliveryStatus: null,
    routeAt: null,
    receivedAt: '2026-11-24T10:00:00Z',
    sentAt: '2026-11-24T10:00:01Z',
    rentalId: null,
    tenantName: null,
    erasedAt: null,
    ...change,
  };
}

function aBuyer(change: Partial<Buyer> = {}): Buyer {
  return {
    id: 'b1',
    name: 'Ann',
    email: 'ann@example.com',
    webhookId: null,
    priceCents: 4_500,
    currency: 'USD',
    verticals: ['roofing'],
    places: [],
    dailyCap: 5,
    monthlyCap: null,
    opensMinute: 480,
    closesMinute: 1_020,
    weekdays: [1],
    timeZone: 'America/Chicago',
    isExclusive: true,
    priority: 1,
    isPaused: false,
    createdAt: '2026-11-01T10:00:00Z',
    updatedAt: '2026-11-01T10:00:00Z',
    ...change,
  };
}

function aSource(change: Partial<LeadSource> = {}): LeadSource {
  return {
    id: 's1',
    websiteId: 'w1',
    kind: 'form',
    key: 'k',
    name: 'Quote form',
    vertical: 'roofing',
    place: null,
    consentText: 'Tom & <Jerry> may call.',
    thanksUrl: null,
    minSeconds: 60,
    isEnabled: true,
    createdAt: '2026-11-01T10:00:00Z',
    address: 'https://lode.example/f/k',
    hasSecret: false,
    ...change,
  };
}

const HISTORY: LeadChange[] = [
  { status: 'sent', buyerName: 'Ann', userName: null, note: '', at: '2026-11-24T10:00:01Z' },
];

let leads: ReceivedLead[] = [];

beforeEach(() => {
  leads = [];
  server.use(
    http.get('/api/payout-data/verticals', () => ok({ data: [] })),
    http.get('/api/received-leads', () => ok({ leads, nextCursor: null })),
    http.get('/api/buyers', () => ok({ buyers: [aBuyer()] })),
    http.get('/api/lead-sources', () => ok({ sources: [aSource()] })),
    http.get('/api/webhooks', () => ok({ webhooks: [], events: [] })),
  );
});

test('empty_list_says_how_leads_arrive', async () => {
  renderAt('/leads', <LeadsPage />);
  expect(await screen.findByText('No leads yet')).toBeInTheDocument();
});

test('leads_are_summed_up_before_the_list', async () => {
  leads = [
    aLead({ id: 'l3', status: 'spam' }),
    aLead({ id: 'l2', status: 'accepted' }),
    aLead({ id: 'l1', receivedAt: '2026-11-20T10:00:00Z' }),
  ];
  renderAt('/leads', <LeadsPage />);
  expect(await screen.findByText('2 leads since Nov 20, 2026; 1 accepted for $45.')).toBeInTheDocument();
  expect(screen.getByText('1 waits for a decision. Without 1 marked as spam or duplicate.')).toBeInTheDocument();
});

test('failed_list_shows_its_error_and_retries', async () => {
  server.use(http.get('/api/received-leads', () => problem(500, 'Broken') as never));
  renderAt('/leads', <LeadsPage />);
  expect(await screen.findByText('Failed to load the leads.')).toBeInTheDocument();
});

test('opened_lead_is_accepted_and_refunded_in_part', async () => {
  leads = [aLead()];
  let moves: ('accept' | 'reject' | 'refund')[] = ['accept', 'reject'];
  server.use(
    http.get('/api/received-leads/l1', () =>
      ok({
        lead: leads[0] as ReceivedLead,
        moves,
        history: HISTORY,
        nextBuyer: null,
        waitsBecause: null,
      }),
    ),
  );
  const bodies = recordCalls('post', '/api/received-leads/l1/move', () => {
    leads = [aLead({ status: 'accepted' })];
    moves = ['refund'];
    return ok({ lead: leads[0] as ReceivedLead, moves, history: [], nextBuyer: null, waitsBecause: null });
  });
  renderAt('/leads', <LeadsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Zoë' }));
  expect(await screen.findByText('I agree to be called.', { exact: false })).toBeInTheDocument();
  expect(screen.getByText('roof age')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Accept lead' }));
  const amount = await screen.findByLabelText('Refunded amount (USD)');
  expect(amount).toHaveValue('45.00');
  await userEvent.clear(amount);
  await userEvent.type(amount, '45.01');
  expect(screen.getByText('Enter 0.01 to 45.00.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Refund lead' })).toBeDisabled();
  await userEvent.clear(amount);
  await userEvent.type(amount, '5');
  await userEvent.click(screen.getByRole('button', { name: 'Refund lead' }));
  expect(bodies).toEqual([
    { move: 'accept', note: '' },
    { move: 'refund', note: '', amountCents: 500 },
  ]);
});

test('edited_buyer_is_sent_whole_with_its_changes', async () => {
  const bodies = recordCalls('put', '/api/buyers/b1', () => ok({ buyer: aBuyer() }));
  renderAt('/leads?tab=buyers', <LeadsPage />);
  expect(await screen.findByText('08:00 to 17:00, America/Chicago, 5 a day')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Edit Ann' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Ann' });
  const price = within(dialog).getByLabelText('Price of a lead');
  await userEvent.clear(price);
  await userEvent.type(price, 'much');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save buyer' }));
  expect(await within(dialog).findByText('Enter an amount such as 45.00.')).toBeInTheDocument();
  await userEvent.clear(price);
  await userEvent.type(price, '50.5');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save buyer' }));
  expect(bodies).toEqual([
    {
      name: 'Ann',
      email: 'ann@example.com',
      webhookId: null,
      priceCents: 5_050,
      currency: 'USD',
      verticals: ['roofing'],
      places: [],
      dailyCap: 5,
      monthlyCap: null,
      opensMinute: 480,
      closesMinute: 1_020,
      weekdays: [1],
      timeZone: 'America/Chicago',
      isExclusive: true,
      priority: 1,
      isPaused: false,
    },
  ]);
});

test('form_is_shown_as_code_to_copy', async () => {
  renderAt('/leads?tab=sources', <LeadsPage />);
  expect(await screen.findByRole('region', { name: 'Quote form' })).toBeInTheDocument();
  const code = formCode(aSource());
  expect(code).toContain('action="https://lode.example/f/k"');
  expect(code).toContain('Tom &amp; &lt;Jerry> may call.');
  expect(code).not.toContain('checked');
});

test('vertical_of_a_source_is_chosen_from_the_known_ones', async () => {
  const roofing = aVertical({ slug: 'roofing', name: 'Roof repair and replacement' });
  server.use(
    http.get('/api/payout-data/verticals', () => ok({ data: [roofing] })),
    http.get('/api/lead-sources', () => ok({ sources: [aSource({ vertical: 'thatching' })] })),
    http.get('/api/websites', () => ok({ websites: [] })),
  );
  const bodies = recordCalls('patch', '/api/lead-sources/:id');
  renderAt('/leads?tab=sources', <LeadsPage />);
  const source = await screen.findByRole('region', { name: 'Quote form' });
  await userEvent.click(within(source).getByRole('button', { name: /^Edit/ }));
  const vertical = within(await screen.findByRole('dialog')).getByLabelText('Vertical (optional)');
  expect(vertical).toHaveValue('thatching');
  expect(within(vertical).getAllByRole('option')).toHaveLength(3);
  await userEvent.selectOptions(vertical, 'Roof repair and replacement');
  await userEvent.click(screen.getByRole('button', { name: 'Save source' }));
  await waitFor(() => expect(bodies).toMatchObject([{ vertical: 'roofing' }]));
});

function ledgerSums() {
  return [
    http.get('/api/dominator-pipeline/revenue', () =>
      ok({
        metrics: {
          currency: 'USD',
          totalRevenue: 40,
          totalRevenueCents: 4_000,
          monthlyRevenue: 40,
          monthlyRevenueCents: 4_000,
          dailyRevenue: 40,
          dailyRevenueCents: 4_000,
          totalCostsCents: 1_000,
          revenueByTier: { tier1: 0, tier2: 0, tier3: 0, untiered: 40 },
          revenueByVertical: {},
          projectedMonthlyRevenue: null,
          projection: null,
          profitMargin: 0.75,
          roi: 3,
        },
        history: [],
      }),
    ),
    http.get('/api/ledger/summary', () =>
      ok({
        groups: [
          { id: null, name: '2026-11', currency: 'USD', revenueCents: 4_000, costCents: 1_000, transactions: 3 },
        ],
        accounts: [],
      }),
    ),
  ];
}

test('ledger_shows_sums_and_posts_once_for_its_key', async () => {
  server.use(
    ...ledgerSums(),
    http.get('/api/ledger', () => ok({ transactions: [], nextCursor: null })),
    http.get('/api/websites', () => ok({ websites: [] })),
  );
  const bodies = recordCalls('post', '/api/ledger');
  renderAt('/leads?tab=ledger', <LeadsPage />);
  expect(await screen.findByText('75%')).toBeInTheDocument();
  expect(screen.getByText('Needs 14 days of revenue')).toBeInTheDocument();
  expect(await screen.findByText('Nov 2026')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Post transaction' }));
  const dialog = await screen.findByRole('dialog', { name: 'Post transaction' });
  await userEvent.selectOptions(within(dialog).getByLabelText('Reason'), 'Hosting');
  await userEvent.type(within(dialog).getByLabelText('Amount'), '12.30');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Post transaction' }));
  expect(bodies).toEqual([
    { reason: 'hosting', amountCents: 1_230, currency: 'USD', buyerId: null, websiteId: null, note: '' },
  ]);
});

function aTransaction(changes: Partial<LedgerTransaction>): LedgerTransaction {
  return {
    id: 'a',
    reason: 'rent',
    debited: 'receivable',
    credited: 'rent_revenue',
    amountCents: 90_000,
    currency: 'USD',
    leadId: null,
    buyerId: null,
    buyerName: null,
    websiteId: null,
    websiteName: null,
    vertical: null,
    place: null,
    note: 'November',
    occurredAt: '2026-11-02T10:00:00Z',
    postedAt: '2026-11-02T10:00:00Z',
    isByHand: true,
    reversalId: null,
    ...changes,
  };
}

test('forms_buyers_and_totals_name_the_vertical_and_not_its_id', async () => {
  const roofing = aVertical({ slug: 'roofing', name: 'Roof repair and replacement' });
  server.use(http.get('/api/payout-data/verticals', () => ok({ data: [roofing] })));
  const { unmount } = renderAt('/leads?tab=sources', <LeadsPage />);
  expect(await screen.findByText(/Form · Roof repair and replacement/)).toBeInTheDocument();
  unmount();
  renderAt('/leads?tab=buyers', <LeadsPage />);
  expect(await screen.findByText(/^Roof repair and replacement,/)).toBeInTheDocument();
  expect(screen.getByText(/a lead$/)).toHaveTextContent('$45.00 a lead');
});

test('ledger_reverses_what_was_posted_by_hand_once_the_user_agrees', async () => {
  let rows = [
    aTransaction({}),
    aTransaction({ id: 'b', reason: 'lead_accepted', isByHand: false }),
    aTransaction({ id: 'c', reason: 'hosting', reversalId: 'd' }),
  ];
  const reversed: string[] = [];
  server.use(
    ...ledgerSums(),
    http.get('/api/ledger', () => ok({ transactions: rows, nextCursor: null })),
    http.post('/api/ledger/:id/reverse', ({ params }) => {
      reversed.push(String(params.id));
      rows = [aTransaction({ reversalId: 'e' })];
      return ok({ isNew: true, transaction: aTransaction({ id: 'e', isByHand: false }) });
    }),
  );
  renderAt('/leads?tab=ledger', <LeadsPage />);
  expect(await screen.findByText('Reversed')).toBeInTheDocument();
  const buttons = screen.getAllByRole('button', { name: /^Reverse / });
  expect(buttons).toHaveLength(1);
  await userEvent.click(buttons[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Reverse transaction?' });
  expect(dialog).toHaveTextContent('$900.00 to the debit of Rent revenue and to the credit of Receivable');
  expect(reversed).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reverse transaction' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Reverse / })).not.toBeInTheDocument());
  expect(reversed).toEqual(['a']);
});

test('amounts_times_and_lines_are_read_as_typed', () => {
  expect([centsOf('45'), centsOf(' 45.5 '), centsOf('0.01'), centsOf('45.005')]).toEqual([4_500, 4_550, 1, null]);
  expect([centsOf(''), centsOf('0'), centsOf('-1'), centsOf('1e3')]).toEqual([null, null, null, null]);
  expect(amountOf(4_550)).toBe('45.50');
  expect([minutesOf('08:30'), minutesOf('')]).toEqual([510, null]);
  expect([timeOf(510), timeOf(1_440), timeOf(null)]).toEqual(['08:30', '00:00', '']);
  expect(linesOf('Tulsa, OK\n\n TX ; KS')).toEqual(['Tulsa, OK', 'TX', 'KS']);
});
