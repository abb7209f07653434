import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { Analysis, PruneCandidate } from '@/api/analysis';
import { EmptyPanel } from '@/components/states/panels';
import { ButtonLink } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { formatMoney, formatNumber, plural } from '@/lib/format';
import { reasonText } from './figures';

/** Live sites that should be given up, each with its reasons. */
export function PruneCard({ analysis: { prune, pruneTotal, currency } }: { analysis: Analysis }) {
  return (
    <Card aria-label="Sites to give up">
      <CardHeader
        title="Sites to give up"
        description="Live sites without leads, with a loss, or below their low forecast. A site is judged after 180 days; its profit is compared with the forecast after 365."
        className="pb-3"
      />
      {prune.length === 0 ? (
        <EmptyPanel
          icon={CircleCheck}
          title="No site to give up"
          text="Every live site that is old enough has leads, no loss, and at least its low forecast."
          className="py-8"
        />
      ) : (
        <ul className="divide-y divide-border">
          {prune.map((site) => (
            <Candidate key={site.siteId} site={site} currency={currency} />
          ))}
        </ul>
      )}
      {pruneTotal > prune.length ? (
        <p className="px-5 py-3 text-[0.8125rem] text-muted-foreground">
          and {formatNumber(pruneTotal - prune.length, 0)} more with smaller losses
        </p>
      ) : null}
    </Card>
  );
}

function Candidate({ site, currency }: { site: PruneCandidate; currency: string }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 px-5 py-3.5 text-[0.8125rem]">
      <div className="min-w-0 max-w-3xl">
        <Link to={`/dominator/sites/${site.siteId}`} className="font-medium underline-offset-4 hover:underline">
          {site.name}
        </Link>
        <ul className="mt-1 grid gap-0.5 text-muted-foreground">
          {site.reasons.map((reason) => (
            <li key={reason}>{reasonText(reason, site, currency)}</li>
          ))}
        </ul>
        <p className="tabular mt-1 text-xs text-muted-foreground">
          {formatMoney(site.revenueCents, currency)} revenue, {formatMoney(site.costCents, currency)} costs,{' '}
          {plural(site.recentLeads, 'lead')} in 90 days
        </p>
      </div>
      <ButtonLink
        to={`/dominator/sites/${site.siteId}?tab=settings`}
        variant="outline"
        size="sm"
        aria-label={`Settings of ${site.name}`}
      >
        Open settings
      </ButtonLink>
    </li>
  );
}
