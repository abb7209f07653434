import type { LedgerReason } from '@/api/leads';

/** Names of the reasons of transactions. */
export const REASON: Record<LedgerReason, string> = {
  lead_accepted: 'Lead accepted',
  refund: 'Refund',
  rent: 'Rent',
  payment: 'Payment',
  domain: 'Domain',
  hosting: 'Hosting',
  provider_calls: 'Provider calls',
  other_cost: 'Other cost',
};
