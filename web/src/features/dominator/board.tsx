import { X } from 'lucide-react';
import { Link } from 'react-router';
import type { PipelineMarket, PipelineStatus } from '@/api/pipeline';
import type { Site } from '@/api/sites';
import { monthlyTitle } from '@/components/money/money-range';
import { isPublic } from '@/components/sites/site-words';
import { SiteStatusBadge } from '@/components/sites/status-badge';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { formatMoney, formatNumber, plural } from '@/lib/format';

type Stage = PipelineMarket['stage'];

/** The stages in order, each with what fills it. */
const STAGES: readonly { id: Stage; name: string; empty: string }[] = [
  { id: 'scan', name: 'Scan', empty: 'Markets without a score appear here when you add them.' },
  { id: 'score', name: 'Score', empty: 'Add scored markets from opportunity discovery.' },
  {
    id: 'build',
    name: 'Build',
    empty: 'Deploy scored markets: they appear here while their sites are built and checked.',
  },
  {
    id: 'deploy',
    name: 'Deploy',
    empty: 'Markets appear here when you have approved their site.',
  },
  {
    id: 'revenue',
    name: 'Revenue',
    empty: 'Markets appear here once their site is live. Revenue is recorded from deployed sites.',
  },
];

/** The five stages of the pipeline with their markets and expected money. */
export function Board({
  status,
  sites,
  canChange,
  onRemove,
}: {
  status: PipelineStatus;
  /** Sites of the markets. */
  sites: readonly Site[];
  canChange: boolean;
  onRemove: (market: PipelineMarket) => void;
}) {
  return (
    <section aria-label="Pipeline stages" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-5">
      {STAGES.map(({ id, name, empty }) => {
        const markets = status.opportunities.filter(({ stage }) => stage === id);
        const hidden = status.stages[id] - markets.length;
        return (
          <Card key={id} aria-label={name} className="flex flex-col">
            <header className="border-b border-border px-4 py-3">
              <h2 className="flex items-baseline justify-between gap-2 font-semibold">
                {name}
                <span className="tabular">{formatNumber(status.stages[id], 0)}</span>
              </h2>
              <p className="text-xs text-muted-foreground">{moneyText(status, id)}</p>
            </header>
            {markets.length === 0 ? (
              // A phone has room for the stages that hold markets, and for their order.
              <p className="p-4 text-[0.8125rem] text-muted-foreground max-sm:py-2">{empty}</p>
            ) : null}
            <ul className="max-h-96 divide-y divide-border overflow-y-auto">
              {markets.map((market) => (
                <Entry
                  key={market.id}
                  market={market}
                  site={siteOf(market, sites)}
                  onRemove={canChange ? () => onRemove(market) : undefined}
                />
              ))}
            </ul>
            {hidden > 0 ? (
              <p className="px-4 py-2 text-xs text-muted-foreground">and {formatNumber(hidden, 0)} older</p>
            ) : null}
            {id === 'score' ? (
              <p className="mt-auto border-t border-border p-4">
                <ButtonLink
                  to={markets.length === 0 ? '/dominator/opportunity-discovery' : '/dominator/goldmine-deployment'}
                  variant="outline"
                  size="sm"
                >
                  {markets.length === 0 ? 'Find markets' : 'Deploy markets'}
                </ButtonLink>
              </p>
            ) : null}
          </Card>
        );
      })}
    </section>
  );
}

/** Expected monthly profit of a stage, by currency. */
function moneyText({ expected }: PipelineStatus, stage: Stage): string {
  const sums = expected.filter((sum) => sum.stage === stage);
  if (sums.length === 0) return 'No expected profit';
  if (stage === 'scan') return 'Profit unknown';
  const texts = sums.map(({ profitCents, currency }) => formatMoney(profitCents, currency, { compact: true }));
  return `${texts.join(' and ')} expected profit a month`;
}

/** The newest site of a market. */
function siteOf({ vertical, placeId }: PipelineMarket, sites: readonly Site[]): Site | undefined {
  return sites.find((site) => site.vertical === vertical && site.places.some(({ id }) => id === placeId));
}

function Entry({ market, site, onRemove }: { market: PipelineMarket; site?: Site; onRemove?: () => void }) {
  const { verticalName, city, state, profitCents, profitLowCents, profitHighCents, currency } = market;
  const name = `${verticalName} in ${city}${state ? `, ${state}` : ''}`;
  const money = (cents: number | null) => formatMoney(cents, currency, { compact: true });
  return (
    <li className="flex items-start justify-between gap-2 px-4 py-2.5 text-[0.8125rem]">
      <div className="min-w-0">
        <p>
          <span className="block font-medium wrap-anywhere">{name}</span>
          <span className="tabular text-xs text-muted-foreground" title={monthlyTitle(market)}>
            {profitCents === null
              ? 'Profit unknown'
              : `${money(profitCents)} a month (${money(profitLowCents)} to ${money(profitHighCents)})`}
          </span>
        </p>
        {site ? <SiteLine site={site} /> : null}
      </div>
      {onRemove ? (
        <Button variant="ghost" size="icon-sm" needsNetwork aria-label={`Remove ${name}`} onClick={onRemove}>
          <X size={14} aria-hidden="true" />
        </Button>
      ) : null}
    </li>
  );
}

/** The site of a market with its status; of a live one what it has earned. */
function SiteLine({ site }: { site: Site }) {
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        to={`/dominator/sites/${site.id}`}
        className="inline-flex min-h-6 items-center wrap-anywhere underline underline-offset-4"
      >
        {site.name}
      </Link>
      <SiteStatusBadge site={site} />
      {isPublic(site) ? (
        <span className="tabular text-xs text-muted-foreground">
          {formatMoney(site.currentRevenueCents, site.currency)}, {plural(site.leads, 'lead')}
        </span>
      ) : null}
    </p>
  );
}
