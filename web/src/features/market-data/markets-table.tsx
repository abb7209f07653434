import type { MarketOpportunity } from '@/api/market-data';
import { BOUNDS, cents, flagTexts, TIERS, UNKNOWN } from '@/components/markets/market-words';
import { Badge } from '@/components/ui/badge';
import { Table, Td, Th } from '@/components/ui/table';
import { cn } from '@/lib/cn';
import { formatMoney, formatNumber } from '@/lib/format';
import { CARD_ROW, NAMED_CELL, WHOLE_LINE } from './cards';
import { FigureCell } from './figure-cell';

/** Markets as a table; each market is a card on phones. */
export function MarketsTable({ markets }: { markets: readonly MarketOpportunity[] }) {
  return (
    <Table label="Markets" className="max-md:block">
      <thead className="max-md:sr-only">
        <tr>
          <Th className="pl-5">Market</Th>
          <Th>Tier</Th>
          <Th numeric title="Mean; below it the 10 % and 90 % quantiles">
            Profit a month
          </Th>
          <Th numeric>Monthly search volume</Th>
          <Th numeric>Payout</Th>
          <Th numeric className="pr-5" title="Establishments with employees in the county, not in the city">
            Competitors
          </Th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {markets.map((market) => (
          <Row key={`${market.vertical} ${market.place.id}`} market={market} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ market }: { market: MarketOpportunity }) {
  const { place } = market;
  const tier = TIERS.find(({ value }) => value === market.tier);
  const warnings = flagTexts(market.flags);
  return (
    <tr className={CARD_ROW}>
      <Td className={cn('min-w-52 pl-5', WHOLE_LINE)}>
        <span className="block font-medium">
          {market.verticalName} in {place.name}
          {place.state ? `, ${place.state}` : ''}
        </span>
        <span className="block text-xs text-muted-foreground">{formatNumber(place.population, 0)} people</span>
        {warnings.length > 0 ? (
          <span className="block text-xs text-pretty text-muted-foreground">Note: {warnings.join('; ')}</span>
        ) : null}
      </Td>
      <Td data-name="Tier" className={NAMED_CELL}>
        {tier ? <Badge tone={tier.value === 'tier3' ? 'neutral' : 'success'}>{tier.label}</Badge> : 'No tier'}
      </Td>
      <Td numeric data-name="Profit a month" className={NAMED_CELL}>
        <Profit market={market} />
      </Td>
      <Td numeric data-name="Monthly search volume" className={NAMED_CELL}>
        <Demand market={market} />
      </Td>
      <Td numeric data-name="Payout" className={NAMED_CELL}>
        <FigureCell figure={market.payout} format={cents} unit={`per ${market.payoutUnit}`} />
      </Td>
      <Td numeric data-name="Competitors" className={cn('pr-5', NAMED_CELL)}>
        <Competitors market={market} />
      </Td>
    </tr>
  );
}

function Profit({ market: { profitMonth } }: { market: MarketOpportunity }) {
  if (!profitMonth) return <span className="text-muted-foreground">{UNKNOWN}</span>;
  return (
    <span className="whitespace-nowrap">
      <span className="block font-medium">{formatMoney(profitMonth.typicalCents)}</span>
      <span className="block text-xs text-muted-foreground">
        {formatMoney(profitMonth.lowCents)} to {formatMoney(profitMonth.highCents)}
      </span>
    </span>
  );
}

function Demand({ market: { demand, demandBound, measuredSearches } }: { market: MarketOpportunity }) {
  if (!demand) return <span className="text-muted-foreground">{UNKNOWN}</span>;
  const bound = BOUNDS[demandBound];
  return (
    <span className="whitespace-nowrap" title={bound?.text}>
      <span className="block font-medium">
        {bound?.label} {formatNumber(demand.typical, 0)}
      </span>
      <span className="block text-xs text-muted-foreground">
        {formatNumber(demand.low, 0)} to {formatNumber(demand.high, 0)}
      </span>
      {measuredSearches ? (
        <span className="block text-xs text-muted-foreground">
          from your {formatNumber(measuredSearches.typical, 0)}
        </span>
      ) : null}
    </span>
  );
}

const FITS: Record<string, string> = {
  exact: 'this trade',
  broader: 'this trade with others',
  partial: 'part of the trade',
};

/** Establishments by code: a code that is not published counts fewer than three. */
function Competitors({ market: { competition } }: { market: MarketOpportunity }) {
  if (!competition) return <span className="text-muted-foreground">{UNKNOWN}</span>;
  return (
    <ul className="text-xs">
      {competition.codes.map((code) => (
        <li key={code.naics} title={`NAICS ${code.naics}: ${code.title}. ${code.note}`}>
          <span className="font-medium">
            {code.establishments === null || code.establishments === undefined
              ? 'fewer than 3'
              : formatNumber(code.establishments, 0)}
          </span>{' '}
          <span className="text-muted-foreground">{FITS[code.fit] ?? code.fit}</span>
        </li>
      ))}
      <li className="text-muted-foreground">
        {competition.county}
        {competition.isPart ? ' (part of the city)' : ''}, {competition.year}
      </li>
    </ul>
  );
}
