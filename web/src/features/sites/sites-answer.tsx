import type { Site } from '@/api/sites';
import { Answer } from '@/components/ui/answer';
import { formatMoney, formatNumber, plural } from '@/lib/format';

/** What the listed sites earned, how many are live, and how many wait for approval. */
export function SitesAnswer({ sites, hasMore }: { sites: readonly Site[]; hasMore: boolean }) {
  const [first] = sites;
  if (!first) return null;
  const waiting = sites.filter(({ status }) => status === 'waiting').length;
  const live = sites.filter(({ liveRelease }) => liveRelease !== null).length;
  const leads = sites.reduce((sum, site) => sum + site.leads, 0);
  const own = sites.filter(({ currency }) => currency === first.currency);
  const cents = own.reduce((sum, site) => sum + site.currentRevenueCents, 0);
  const listed = `${hasMore ? 'The first ' : ''}${plural(sites.length, 'site')}`;
  const earned = `${listed} earned ${formatMoney(cents, first.currency)} from ${plural(leads, 'lead')} so far.`;
  const other = own.length < sites.length ? ' Other currencies are not included.' : '';
  return (
    <Answer
      className="mb-5"
      note={`${formatNumber(live, 0)} live. Revenue is from the ledger since the launch, after refunds.${other}`}
    >
      {waiting > 0 ? `${plural(waiting, 'site')} ${waiting === 1 ? 'waits' : 'wait'} for your approval. ` : ''}
      {earned}
    </Answer>
  );
}
