import type { ReceivedLead } from '@/api/leads';
import { Answer } from '@/components/ui/answer';
import { formatDate, formatMoney, formatNumber, plural } from '@/lib/format';

/** Statuses in which nobody has decided about a lead yet. */
const OPEN = ['new', 'qualified', 'sent'];
const NO_LEAD = ['spam', 'duplicate'];

/** How many leads arrived since when, what the accepted ones earned, and how many are undecided. */
export function LeadsAnswer({ leads, hasMore }: { leads: readonly ReceivedLead[]; hasMore: boolean }) {
  const real = leads.filter(({ status }) => !NO_LEAD.includes(status));
  const oldest = leads.at(-1);
  if (!oldest) return null;
  const accepted = real.filter(({ status }) => status === 'accepted');
  const open = real.filter(({ status }) => OPEN.includes(status)).length;
  const ignored = leads.length - real.length;
  const count = hasMore ? `The latest ${plural(real.length, 'lead')}` : plural(real.length, 'lead');
  return (
    <Answer
      className="mb-5"
      note={`${noteOf(open)} ${ignored > 0 ? `Without ${formatNumber(ignored, 0)} marked as spam or duplicate.` : ''}`}
    >
      {count} since {formatDate(oldest.receivedAt)}; {acceptedText(accepted)}.
    </Answer>
  );
}

function acceptedText(accepted: readonly ReceivedLead[]): string {
  if (accepted.length === 0) return 'none is accepted by a buyer yet';
  const currency = accepted.find((lead) => lead.currency !== null)?.currency ?? undefined;
  const cents = accepted
    .filter((lead) => lead.currency === currency)
    .reduce((sum, { priceCents }) => sum + (priceCents ?? 0), 0);
  return `${formatNumber(accepted.length, 0)} accepted for ${formatMoney(cents, currency)}`;
}

function noteOf(open: number): string {
  if (open === 0) return 'None waits for a decision.';
  return `${formatNumber(open, 0)} ${open === 1 ? 'waits' : 'wait'} for a decision.`;
}
