import { useVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { ScrollBox } from '@/components/ui/scroll-box';
import { useRowFocus } from '@/hooks/use-row-focus';
import { formatNumber } from '@/lib/format';
import { keyOf, nameOf, type ScanMarket } from './discovery-state';
import { Amount, Demand, Flags, TierBadge, WinChance } from './market-cells';
import { type MarketListProps, Pick } from './market-grid';

const CARD_PX = 196;

/** The markets of a scan as cards, for phones. Only visible cards are rendered, and Tab reaches one of them. */
export function MarketCards(props: MarketListProps) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const virtualizer = useVirtualizer({
    count: props.markets.length,
    getScrollElement: () => box,
    estimateSize: () => CARD_PX,
    overscan: 4,
    initialRect: { width: 390, height: 640 },
  });
  const focus = useRowFocus(props.markets.length, box, (index) => virtualizer.scrollToIndex(index, { align: 'auto' }));
  return (
    <ScrollBox ref={setBox} label="Markets" className="max-h-[70dvh] min-h-48 overflow-y-auto">
      <ul
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const market = props.markets[item.index];
          if (!market) return null;
          return (
            <li
              key={keyOf(market)}
              aria-setsize={props.markets.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 top-0 overflow-hidden border-b border-border px-4 py-3"
              style={{ height: CARD_PX, transform: `translateY(${item.start}px)` }}
            >
              <MarketCard {...props} market={market} index={item.index} isTabStop={item.index === focus.at} />
            </li>
          );
        })}
      </ul>
    </ScrollBox>
  );
}

function MarketCard({
  market,
  index,
  isTabStop,
  currency,
  picked,
  inPipeline,
  onOpen,
  onPick,
}: MarketListProps & { market: ScanMarket; index: number; isTabStop: boolean }) {
  const [key, name] = [keyOf(market), nameOf(market)];
  const facts = [
    { label: 'Profit a month', value: <Amount money={market.profitMonth} currency={currency} /> },
    { label: 'Demand', value: <Demand market={market} /> },
    { label: 'Win chance', value: <WinChance market={market} /> },
    { label: 'Payout', value: <Amount money={market.payout} currency={currency} isShort /> },
  ];
  return (
    <>
      <div className="flex items-start gap-2">
        <button
          type="button"
          data-row={index}
          tabIndex={isTabStop ? 0 : -1}
          className="min-h-8 min-w-0 flex-1 text-left"
          onClick={() => onOpen(key)}
        >
          <span className="block truncate font-medium">{name}</span>
          <Flags market={market} />
        </button>
        <Pick name={name} isPicked={picked.has(key)} onPick={() => onPick(key)} />
      </div>
      <p className="flex flex-wrap items-center gap-2 text-[0.8125rem]">
        <TierBadge tier={market.tier} />
        <span className="text-muted-foreground">Score {formatNumber(market.score, 0)}</span>
        {inPipeline.has(key) ? <Badge tone="brand">In pipeline</Badge> : null}
      </p>
      <dl className="mt-1.5 grid grid-cols-2 gap-2 text-xs">
        {facts.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="truncate text-muted-foreground">{label}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
