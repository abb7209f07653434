import type { Site } from '@/api/sites';
import { isPublic } from '@/components/sites/site-words';
import { Answer } from '@/components/ui/answer';
import { formatMoney, formatNumber, plural } from '@/lib/format';

/** What the listed sites earned, how many are live, and how many wait for approval. */
export function SitesAnswer({ sites, hasMore }: { sites: readonly Site[]; hasMore: boolean }) {
  const [first] = sites;
  if (!first) return null;
  const waiting = sites.filter(({ status }) => status === 'waiting').length;
  const live = sites.filter(isPublic).length;
  const leads = sites.reduce((sum, site) => sum + site.leads, 0);
  const own = sites.filter(({ currency }) => currency === first.currency);
  const cents = own.reduce((sum, site) => sum + site.currentRevenueCents, 0);
  const listed = `${hasMore ? 'the first ' : ''}${plural(sites.length, 'site')}`;
  const earning = own.filter(({ currentRevenueCents }) => currentRevenueCents > 0).length;
  const earned =
    earning === 0
      ? `No revenue yet from ${listed} and ${plural(leads, 'lead')}.`
      : `${formatNumber(earning, 0)} of ${listed} earned ${formatMoney(cents, first.currency)} from ${plural(leads, 'lead')} so far.`;
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
