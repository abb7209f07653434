import type { Schemas } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { humanise } from '@/lib/words';

/** Part of the market covered by the file: search type, period, country, device, filters. */
export function MarketLine({ market }: { market: Schemas['ImportMarket'] | null }) {
  if (!market) return null;
  const period = market.from && market.to ? `${market.from} to ${market.to}` : (market.dateRange ?? null);
  const previous = market.previousFrom && market.previousTo ? `${market.previousFrom} to ${market.previousTo}` : null;
  const parts: [string, string | null | undefined][] = [
    ['Search', market.searchType ? humanise(market.searchType) : null],
    ['Period', period],
    ['Compared with', previous ?? (market.isComparison ? 'a previous period' : null)],
    ['Country', market.country],
    ['Device', market.device],
    ['Appearance', market.appearance],
    ['Only queries', market.query],
    ['Only pages', market.page],
  ];
  const known = parts.filter(([, value]) => value);
  if (known.length === 0) return null;
  return (
    <ul aria-label="Market" className="flex flex-wrap gap-1.5">
      {known.map(([label, value]) => (
        <li key={label} className="max-w-full">
          <Badge>
            <span className="font-normal">{label}</span>
            <span className="truncate text-foreground">{value}</span>
          </Badge>
        </li>
      ))}
    </ul>
  );
}
