import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { ReceivedLead } from '@/api/leads';
import type { Invoice, LeadSettings, Rental } from '@/api/rentals';
import { http } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { ok, recordCalls } from '@/testing/session';
import LeadsPage from './page';

const TENANT = {
  name: 'Roofs & Sons',
  street: '1 Main St',
  city: 'Tulsa',
  state: 'OK',
  postalCode: '74101',
  phone: '+19185550123',
  email: 'tenant@example.com',
  url: null,
  licence: null,
};

function aRental(change: Partial<Rental> = {}): Rental {
  return {
    id: 'r1',
    websiteId: 'w1',
    websiteName: 'tulsa.example',
    status: 'offered',
    disclosure: null,
    tenant: TENANT,
    verifiedAt: null,
    verifiedBy: null,
    verifiedByName: null,
    priceCents: 90_000,
    currency: 'USD',
    startsOn: '2026-11-16',
    endsOn: null,
    billingDay: 5,
    nextPeriodOn: '2026-11-16',
    activatedAt: null,
    createdAt: '2026-11-10T10:00:00Z',
    updatedAt: '2026-11-10T10:00:00Z',
    creditCents: 0,
    moves: ['verify', 'end'],
    ...change,
  };
}

function anInvoice(change: Partial<Invoice> = {}): Invoice {
  return {
    id: 'i1',
    rentalId: 'r1',
    websiteId: 'w1',
    websiteName: 'tulsa.example',
    number: 7,
    periodFrom: '2026-11-16',
    periodTo: '2026-11-30',
    issuedOn: '2026-11-16',
    dueOn: '2026-11-30',
    amountCents: 45_000,
    currency: 'USD',
    status: 'open',
    paidOn: null,
    note: '',
    tenant: TENANT,
    issuer: { name: 'Agency', address: '', email: '', phone: '' },
    emailedAt: null,
    emailedTo: null,
    createdAt: '2026-11-16T10:00:00Z',
    usedCreditCents: 0,
    creditedCents: 0,
    creditedFrom: null,
    creditLeftCents: 0,
    paidBackCents: 0,
    restCents: change.amountCents ?? 45_000,
    isOverdue: true,
    moves: ['pay', 'void'],
    ...change,
  };
}

let rentals: Rental[] = [];
let invoices: Invoice[] = [];
let owedToTenants = 0;

beforeEach(() => {
  owedToTenants = 0;
  rentals = [];
  invoices = [];
  server.use(
    http.get('/api/payout-data/verticals', () => ok({ data: [] })),
    http.get('/api/rentals', () => ok({ rentals, nextCursor: null })),
    http.get('/api/invoices', () =>
      ok({
        invoices,
        totals:
          invoices.length === 0
            ? []
            : [{ currency: 'USD', openCents: 45_000, overdueCents: 45_000, paidCents: 0, creditCents: owedToTenants }],
        nextCursor: null,
      }),
    ),
    http.get('/api/websites', () => ok({ websites: [] })),
  );
});

test('empty_tabs_teach_how_rent_begins', async () => {
  renderAt('/leads?tab=rentals', <LeadsPage />);
  expect(await screen.findByText('No rentals yet')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('tab', { name: 'Invoices' }));
  expect(await screen.findByText('No invoices yet')).toBeInTheDocument();
});

test('tenant_is_verified_after_the_record_was_read_again', async () => {
  rentals = [aRental()];
  const bodies = recordCalls('post', '/api/rentals/r1/move', () => ok({ rental: aRental({ status: 'verified' }) }));
  renderAt('/leads?tab=rentals', <LeadsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Verify tenant: tulsa.example' }));
  const dialog = await screen.findByRole('dialog', { name: 'Verify tenant?' });
  expect(within(dialog).getByText(/1 Main St, Tulsa, OK 74101, \+19185550123/)).toBeInTheDocument();
  expect(bodies).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Verify tenant' }));
  await expect.poll(() => bodies).toEqual([{ move: 'verify' }]);
});

test('refused_fields_of_the_tenant_are_shown_next_to_their_controls', async () => {
  rentals = [aRental({ status: 'active', moves: ['end'] })];
  server.use(
    http.put(
      '/api/rentals/r1',
      () => problem(422, 'Invalid', [{ pointer: '/tenant/phone', detail: 'Must be a number with +.' }]) as never,
    ),
  );
  renderAt('/leads?tab=rentals', <LeadsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit rental: tulsa.example' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit rental of tulsa.example' });
  expect(within(dialog).getByLabelText('First day')).toHaveAttribute('readonly');
  await userEvent.clear(within(dialog).getByLabelText('Rent a month'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save rental' }));
  expect(await within(dialog).findByText('Enter the rent.')).toBeInTheDocument();
  await userEvent.type(within(dialog).getByLabelText('Rent a month'), '950');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save rental' }));
  expect(await within(dialog).findByText('Must be a number with +.')).toBeInTheDocument();
});

test('payment_is_recorded_with_its_day_and_the_invoice_can_be_printed', async () => {
  invoices = [anInvoice()];
  const bodies = recordCalls('post', '/api/invoices/i1/move', () => ok({ invoice: anInvoice({ status: 'paid' }) }));
  renderAt('/leads?tab=invoices', <LeadsPage />);
  expect(await screen.findByText('Invoice 7')).toBeInTheDocument();
  expect(screen.getAllByText('Overdue')[0]).toBeInTheDocument();
  expect(screen.getByText('Overdue (USD)').nextElementSibling).toHaveTextContent('$450.00');
  expect(screen.getByRole('link', { name: 'Print invoice 7 in a new tab' })).toHaveAttribute(
    'href',
    '/api/invoices/i1/html',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Record payment, invoice 7' }));
  const dialog = await screen.findByRole('dialog', { name: 'Record payment of invoice 7' });
  await userEvent.type(within(dialog).getByLabelText('Day of the payment (optional)'), '2026-11-20');
  await userEvent.type(within(dialog).getByLabelText('Note (optional)'), 'Wire 12');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Record payment' }));
  await expect.poll(() => bodies).toEqual([{ move: 'pay', note: 'Wire 12', paidOn: '2026-11-20' }]);
});

test('payment_is_undone_after_a_question', async () => {
  invoices = [anInvoice({ status: 'paid', moves: ['undo_payment'], isOverdue: false })];
  const bodies = recordCalls('post', '/api/invoices/i1/move', () => ok({ invoice: anInvoice() }));
  renderAt('/leads?tab=invoices', <LeadsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo payment, invoice 7' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo payment of invoice 7?' });
  expect(dialog).toHaveTextContent('again. The inverse of the payment is posted in the ledger.');
  expect(bodies).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Undo payment' }));
  await expect.poll(() => bodies).toEqual([{ move: 'undo_payment', note: '' }]);
});

test('credit_of_paid_days_is_shown_and_its_payback_is_recorded', async () => {
  owedToTenants = 30_000;
  rentals = [aRental({ status: 'ended', endsOn: '2026-11-20', creditCents: 30_000, moves: [] })];
  invoices = [
    anInvoice({
      status: 'paid',
      isOverdue: false,
      creditedCents: 30_000,
      creditedFrom: '2026-11-21',
      creditLeftCents: 30_000,
      moves: ['undo_payment', 'pay_back'],
    }),
    anInvoice({ id: 'i2', number: 8, usedCreditCents: 5_000, restCents: 40_000 }),
  ];
  const bodies = recordCalls('post', '/api/invoices/i1/move', () => ok({ invoice: anInvoice() }));
  renderAt('/leads?tab=rentals', <LeadsPage />);
  expect(await screen.findByText('$300.00 owed to the tenant for paid days after the end')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('tab', { name: 'Invoices' }));
  expect(await screen.findByText('$300.00 credited from Nov 21, 2026')).toBeInTheDocument();
  expect(screen.getByText('Owed to tenants (USD)').nextElementSibling).toHaveTextContent('$300.00');
  expect(screen.getByText('$50.00 paid with credit')).toBeInTheDocument();
  expect(screen.getByText('$400.00 to pay')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Record payback, invoice 7' }));
  const dialog = await screen.findByRole('dialog', { name: 'Record payback of invoice 7' });
  expect(dialog).toHaveTextContent('You paid $300.00 back to Roofs & Sons.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Record payback' }));
  await expect.poll(() => bodies).toEqual([{ move: 'pay_back', note: '' }]);
});

test('invoice_is_emailed_to_the_tenant', async () => {
  invoices = [anInvoice()];
  const calls = recordCalls('post', '/api/invoices/i1/email', () =>
    ok({ invoice: anInvoice({ emailedTo: 'ann@example.com', emailedAt: '2026-11-21T09:00:00Z' }) }),
  );
  renderAt('/leads?tab=invoices', <LeadsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Email invoice 7' }));
  expect(await screen.findByText('Invoice 7 goes to ann@example.com')).toBeInTheDocument();
  expect(calls).toHaveLength(1);
});

test('settings_of_leads_are_checked_and_sent_whole', async () => {
  const settings: LeadSettings = {
    eraseAfterDays: null,
    offersRejected: false,
    timeZone: 'UTC',
    paymentDays: 14,
    emailsInvoices: false,
  };
  server.use(
    http.get('/api/received-leads', () => ok({ leads: [], nextCursor: null })),
    http.get('/api/buyers', () => ok({ buyers: [] })),
    http.get('/api/lead-settings', () => ok({ settings })),
  );
  const bodies = recordCalls('put', '/api/lead-settings', () => ok({ settings }));
  renderAt('/leads', <LeadsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Settings' }));
  const dialog = await screen.findByRole('dialog', { name: 'Settings of leads' });
  const days = await within(dialog).findByLabelText('Erase personal data after (days)');
  await userEvent.type(days, '0');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save settings' }));
  expect(await within(dialog).findByText('Enter 1 to 3,650, or nothing.')).toBeInTheDocument();
  await userEvent.clear(days);
  await userEvent.type(days, '365');
  await userEvent.click(within(dialog).getByLabelText('Offer rejected leads to the next buyer'));
  await userEvent.click(within(dialog).getByLabelText('Email invoices to tenants on the day of issue'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save settings' }));
  const sent = { eraseAfterDays: 365, offersRejected: true, timeZone: 'UTC', paymentDays: 14, emailsInvoices: true };
  await expect.poll(() => bodies).toEqual([sent]);
});

test('rejected_lead_names_its_next_buyer_and_its_person_is_erased_after_a_question', async () => {
  const lead = {
    id: 'l1',
    websiteId: 'w1',
    sourceId: null,
    kind: 'form',
    status: 'rejected',
    name: 'Zoë',
    phone: '918-555-0123',
    message: '',
    fields: {},
    buyerId: 'b1',
    buyerName: 'Ann',
    priceCents: 4_500,
    currency: 'USD',
    receivedAt: '2026-11-24T10:00:00Z',
  } as ReceivedLead;
  server.use(
    http.get('/api/received-leads', () => ok({ leads: [lead], nextCursor: null })),
    http.get('/api/buyers', () => ok({ buyers: [] })),
    http.get('/api/received-leads/l1', () => ok({ lead, moves: ['qualify'], history: [], nextBuyer: 'Ben' } as never)),
  );
  const erased = recordCalls('post', '/api/received-leads/l1/erase', () => ok({ erased: 2 }));
  renderAt('/leads?lead=l1', <LeadsPage />);
  expect(await screen.findByText('Next buyer: Ben.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Offer to next buyer' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Erase personal data' }));
  const dialog = await screen.findByRole('dialog', { name: 'Erase personal data?' });
  expect(erased).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Erase personal data' }));
  await expect.poll(() => erased.length).toBe(1);
});
