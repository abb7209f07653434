import type { LeadMove, LeadStatus, LedgerTransaction, StatementLine } from '@/api/leads';
import type { InvoiceMove, InvoiceStatus, RentalMove, RentalStatus } from '@/api/rentals';
import { REASON } from '@/components/money/reasons';
import type { Tone } from '@/components/ui/badge';

/** Names and colours of statuses. */
export const STATUS: Record<LeadStatus, { name: string; tone: Tone }> = {
  new: { name: 'New', tone: 'info' },
  spam: { name: 'Spam', tone: 'neutral' },
  duplicate: { name: 'Duplicate', tone: 'neutral' },
  qualified: { name: 'Qualified', tone: 'brand' },
  sent: { name: 'Sent', tone: 'info' },
  accepted: { name: 'Accepted', tone: 'success' },
  rejected: { name: 'Rejected', tone: 'danger' },
  refunded: { name: 'Refunded', tone: 'warning' },
};

export const STATUSES = Object.keys(STATUS) as LeadStatus[];

/** Buttons of moves. */
export const MOVE: Record<LeadMove, string> = {
  qualify: 'Qualify lead',
  mark_spam: 'Mark as spam',
  accept: 'Accept lead',
  reject: 'Reject lead',
  refund: 'Refund lead',
};

export const RENTAL_STATUS: Record<RentalStatus, { name: string; tone: Tone }> = {
  offered: { name: 'Offered', tone: 'info' },
  verified: { name: 'Verified', tone: 'brand' },
  active: { name: 'Active', tone: 'success' },
  ended: { name: 'Ended', tone: 'neutral' },
};

/** Buttons of moves of a rental. */
export const RENTAL_MOVE: Record<RentalMove, string> = {
  verify: 'Verify tenant',
  revise: 'Return to offer',
  activate: 'Activate rental',
  end: 'End rental',
};

export const INVOICE_STATUS: Record<InvoiceStatus, { name: string; tone: Tone }> = {
  open: { name: 'Open', tone: 'info' },
  paid: { name: 'Paid', tone: 'success' },
  void: { name: 'Void', tone: 'neutral' },
};

/** Texts of moves of an invoice. */
export const INVOICE_MOVE: Record<
  InvoiceMove,
  { button: string; title: (number: number) => string; consequence: (tenant: string, amount: string) => string }
> = {
  pay: {
    button: 'Record payment',
    title: (number) => `Record payment of invoice ${number}`,
    consequence: (tenant, amount) => `${tenant} paid ${amount}. The payment is posted in the ledger.`,
  },
  void: {
    button: 'Void',
    title: (number) => `Void invoice ${number}?`,
    consequence: (tenant, amount) =>
      `${tenant} no longer owes ${amount}. The inverse is posted in the ledger. The period is not invoiced again.`,
  },
  undo_payment: {
    button: 'Undo payment',
    title: (number) => `Undo payment of invoice ${number}?`,
    consequence: (tenant, amount) =>
      `${tenant} owes ${amount} again. The inverse of the payment is posted in the ledger.`,
  },
  pay_back: {
    button: 'Record payback',
    title: (number) => `Record payback of invoice ${number}`,
    consequence: (tenant, amount) => `You paid ${amount} back to ${tenant}. The payment is posted in the ledger.`,
  },
  undo_pay_back: {
    button: 'Undo payback',
    title: (number) => `Undo payback of invoice ${number}?`,
    consequence: (tenant, amount) =>
      `You owe ${tenant} ${amount} again. The inverse is posted in the ledger. The credit pays for open invoices of ${tenant}.`,
  },
};

export const KIND = { form: 'Form', callrail: 'CallRail', twilio: 'Twilio' } as const;

/** Reasons of transactions that are posted by hand. */
export const BY_HAND = ['rent', 'payment', 'domain', 'hosting', 'other_cost'] as const;

export const ACCOUNT: Record<LedgerTransaction['debited'], string> = {
  receivable: 'Receivable',
  cash: 'Cash',
  lead_revenue: 'Lead revenue',
  rent_revenue: 'Rent revenue',
  refunds: 'Refunds',
  domain_costs: 'Domain costs',
  hosting_costs: 'Hosting costs',
  provider_costs: 'Provider costs',
  other_costs: 'Other costs',
};

/** Cents of an amount that was typed, such as 45 or 45.50; null if it is none. */
export function centsOf(text: string): number | null {
  const match = /^\s*(\d{1,10})(?:\.(\d{1,2}))?\s*$/.exec(text);
  if (!match) return null;
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return cents > 0 ? cents : null;
}

/** What a line of a statement is about, such as `Lead accepted: Roofing, Tulsa, OK`. */
export function lineOf(
  { reason, vertical, place, note }: StatementLine,
  verticalName: (slug: string) => string,
): string {
  const about = [vertical ? verticalName(vertical) : '', place ?? '', note].filter(Boolean).join(', ');
  return about ? `${REASON[reason]}: ${about}` : REASON[reason];
}

/** An amount for a text field. */
export function amountOf(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Minutes of the day of a time such as 08:30; null without one. */
export function minutesOf(time: string): number | null {
  const match = /^(\d{1,2}):(\d{2})$/.exec(time);
  return match ? Number(match[1]) * 60 + Number(match[2]) : null;
}

/** A time such as 08:30; empty without one. 24:00 is shown as 00:00, which ends the day too. */
export function timeOf(minutes: number | null | undefined): string {
  if (minutes === null || minutes === undefined) return '';
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(minutes / 60) % 24)}:${pad(minutes % 60)}`;
}

/** Items of a text, separated by line breaks or semicolons: places contain commas. */
export function linesOf(text: string): string[] {
  return text
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
