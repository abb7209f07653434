import { Radar } from 'lucide-react';
import type { PipelineMarket } from '@/api/pipeline';
import { TIERS } from '@/components/markets/market-words';
import { monthlyTitle } from '@/components/money/money-range';
import { EmptyPanel } from '@/components/states/panels';
import { Badge } from '@/components/ui/badge';
import { Button, ButtonLink } from '@/components/ui/button';
import { CardHeader } from '@/components/ui/card';
import { Choice as Select } from '@/components/ui/choice';
import { ScrollBox } from '@/components/ui/scroll-box';
import { TypedFilter } from '@/components/ui/typed-filter';
import { formatMoney, formatNumber, plural } from '@/lib/format';
import { type Choice, chosenMarkets, marketName, SORTS } from './market-filter';

interface Props {
  markets: PipelineMarket[];
  choice: Choice;
  picked: ReadonlySet<string>;
  onChoice: (change: Partial<Choice>) => void;
  onPick: (ids: readonly string[]) => void;
}

/** Scored markets of the pipeline with their tier and expected profit, to choose from. */
export function MarketsCard({ markets, choice, picked, onChoice, onPick }: Props) {
  const shown = chosenMarkets(markets, choice);
  const isAll = shown.length > 0 && shown.every(({ id }) => picked.has(id));
  const toggle = (id: string) => onPick(picked.has(id) ? [...picked].filter((each) => each !== id) : [...picked, id]);
  const toggleAll = () => {
    const ids = shown.map(({ id }) => id);
    onPick(isAll ? [...picked].filter((id) => !ids.includes(id)) : [...new Set([...picked, ...ids])]);
  };
  if (markets.length === 0) return <NoMarkets />;
  return (
    <>
      <CardHeader
        title="1. Choose markets"
        description={`${plural(markets.length, 'scored market')} without a site. Each becomes a site of its own.`}
        actions={
          <Button variant="outline" size="sm" disabled={shown.length === 0} onClick={toggleAll}>
            {isAll ? 'Clear these' : `Choose all ${formatNumber(shown.length, 0)}`}
          </Button>
        }
      />
      <MarketFilters markets={markets} choice={choice} onChoice={onChoice} />
      {shown.length === 0 ? (
        <p className="border-t border-border px-5 py-10 text-center text-muted-foreground">
          No market matches. Choose another tier or a lower profit.
        </p>
      ) : (
        <ScrollBox label="Scored markets" className="max-h-[34rem] overflow-y-auto border-t border-border">
          <ul className="divide-y divide-border">
            {shown.map((market) => (
              <Row key={market.id} market={market} isPicked={picked.has(market.id)} onPick={() => toggle(market.id)} />
            ))}
          </ul>
        </ScrollBox>
      )}
    </>
  );
}

function NoMarkets() {
  return (
    <>
      <CardHeader title="1. Choose markets" />
      <EmptyPanel
        icon={Radar}
        title="No scored market without a site"
        text="Scan the markets and add the best ones to the pipeline. They appear here with their expected profit."
        action={
          <ButtonLink to="/dominator/opportunity-discovery" size="sm">
            Find markets
          </ButtonLink>
        }
      />
    </>
  );
}

function MarketFilters({ markets, choice, onChoice }: Pick<Props, 'markets' | 'choice' | 'onChoice'>) {
  const verticals = [...new Map(markets.map(({ vertical, verticalName }) => [vertical, verticalName]))]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return (
    <search className="grid grid-cols-2 gap-2 px-5 py-3 sm:flex sm:flex-wrap">
      <TypedFilter
        label="Filter markets"
        icon
        value={choice.q}
        onChange={(q) => onChoice({ q })}
        className="col-span-2 sm:w-44"
      />
      <Select
        label="Tier"
        any="All tiers"
        value={choice.tier}
        options={TIERS}
        onChange={(tier) => onChoice({ tier })}
      />
      <Select
        label="Vertical"
        any="All verticals"
        value={choice.vertical}
        options={verticals}
        onChange={(vertical) => onChoice({ vertical })}
      />
      <TypedFilter
        label="Profit from, $ a month"
        numeric
        value={choice.profit}
        onChange={(profit) => onChoice({ profit })}
        className="sm:w-44"
      />
      <Select
        label="Order"
        any="Highest profit"
        value={choice.sort === 'profit' ? '' : choice.sort}
        options={SORTS.slice(1)}
        onChange={(sort) => onChoice({ sort: sort || 'profit' })}
      />
    </search>
  );
}

function Row({ market, isPicked, onPick }: { market: PipelineMarket; isPicked: boolean; onPick: () => void }) {
  const { tier, score, profitCents, profitLowCents, profitHighCents, currency } = market;
  const money = (cents: number | null) => formatMoney(cents, currency, { compact: true });
  return (
    <li>
      <label className="flex cursor-pointer items-center gap-3 px-5 py-2.5 text-[0.8125rem] hover:bg-accent/60 has-checked:bg-accent">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-primary"
          aria-label={`Choose ${marketName(market)}`}
          checked={isPicked}
          onChange={onPick}
        />
        <span className="min-w-0 flex-1">
          <span className="block font-medium wrap-anywhere">{marketName(market)}</span>
          <span className="flex flex-wrap items-center gap-x-2 text-xs text-muted-foreground">
            <TierBadge tier={tier} />
            {score === null ? 'No score' : `Score ${formatNumber(score, 0)}`}
          </span>
        </span>
        <span className="tabular shrink-0 text-right" title={monthlyTitle(market)}>
          {profitCents === null ? (
            <span className="text-muted-foreground">Profit unknown</span>
          ) : (
            <>
              <span className="block font-medium">{money(profitCents)} a month</span>
              <span className="block text-xs text-muted-foreground">
                {money(profitLowCents)} to {money(profitHighCents)}
              </span>
            </>
          )}
        </span>
      </label>
    </li>
  );
}

function TierBadge({ tier }: { tier: string | null }) {
  const found = TIERS.find(({ value }) => value === tier);
  if (!found) return <span>No tier</span>;
  return <Badge tone={found.value === 'tier3' ? 'neutral' : 'success'}>{found.label}</Badge>;
}
