import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import type { TrackedKeyword } from '@/api/ranks';
import { Sparkline } from '@/components/charts/sparkline';
import { Badge } from '@/components/ui/badge';
import { CARD_CELL } from '@/components/ui/card-rows';
import { Table, Td, Th } from '@/components/ui/table';
import { useRowFocus } from '@/hooks/use-row-focus';
import { cn } from '@/lib/cn';
import { formatDate, formatMoney, formatNumber, NO_VALUE } from '@/lib/format';
import { pagePath } from '@/lib/words';
import { changeText, featureText, isAtLeast, placeText, rankText } from './rank-words';

/** Features in a row. */
const MOST_FEATURES = 3;

/** A row of a phone: the keyword with its value, and its rank and change at the right. */
const PHONE_ROW =
  'max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto_auto] max-md:items-start max-md:gap-x-3 max-md:px-4 max-md:py-2.5 max-md:border-b max-md:border-border max-md:last:border-b-0';
/** A cell that a phone leaves to the drawer of the keyword. */
const WIDE_ONLY = 'max-md:hidden';

/**
 * Keywords as a table. A phone shows the keyword with its rank, change and value; the drawer has the rest. Tab reaches one
 * row; J, K and the arrows move.
 */
export function KeywordTable({
  keywords,
  currency,
  selected,
  onSelect,
  onKeyword,
}: {
  keywords: readonly TrackedKeyword[];
  currency: string;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onKeyword: (id: string) => void;
}) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const focus = useRowFocus(keywords.length, box);
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <div ref={setBox}>
      <Table label="Tracked keywords" className="max-md:block">
        <Head />
        <tbody className="max-md:block" onKeyDown={focus.onKeyDown} onFocus={focus.onFocus}>
          {keywords.map((keyword, index) => (
            <tr key={keyword.id} className={cn(PHONE_ROW, 'hover:bg-accent/60')}>
              <Td className={cn('min-w-56 pl-5 max-md:min-w-0', CARD_CELL)}>
                <span className="flex items-start gap-3">
                  <input
                    type="checkbox"
                    data-row-part
                    tabIndex={-1}
                    aria-label={`Select ${keyword.keyword}`}
                    className="mt-1 size-4 shrink-0 accent-primary"
                    checked={selected.has(keyword.id)}
                    onChange={() => toggle(keyword.id)}
                  />
                  <span className="min-w-0">
                    <button
                      type="button"
                      data-row={index}
                      tabIndex={index === focus.at ? 0 : -1}
                      className="min-h-6 text-left font-medium wrap-anywhere hover:text-brand hover:underline"
                      onClick={() => onKeyword(keyword.id)}
                    >
                      {keyword.keyword}
                    </button>
                    <About keyword={keyword} currency={currency} />
                  </span>
                </span>
              </Td>
              <Cells keyword={keyword} currency={currency} />
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Head() {
  return (
    <thead className="max-md:sr-only">
      <tr>
        <Th className="pl-5">Keyword</Th>
        <Th numeric title="Among the ordinary results">
          Rank
        </Th>
        <Th numeric title="Places won or lost since the check before">
          Change
        </Th>
        <Th>30 days</Th>
        <Th>Page and features</Th>
        <Th numeric title="Monthly search volume">
          Volume
        </Th>
        <Th numeric title="By the keyword finder">
          Monthly value
        </Th>
        <Th numeric className="pr-5">
          Next check
        </Th>
      </tr>
    </thead>
  );
}

function About({ keyword, currency }: { keyword: TrackedKeyword; currency: string }) {
  const parts = [placeText(keyword), keyword.device === 'mobile' ? 'Mobile' : 'Desktop', ...keyword.tags];
  return (
    <span className="block text-xs text-muted-foreground">
      {parts.join(' · ')}
      {keyword.valueCents === null ? null : (
        <span className="md:hidden"> · {formatMoney(keyword.valueCents, currency)} a month</span>
      )}
      {keyword.failedAt === null ? null : (
        <Badge tone="warning" className="ml-2" title={keyword.error ?? undefined}>
          Check failed
        </Badge>
      )}
    </span>
  );
}

function Cells({ keyword, currency }: { keyword: TrackedKeyword; currency: string }) {
  return (
    <>
      <Td numeric className={cn('font-semibold whitespace-nowrap max-md:text-right!', CARD_CELL)}>
        <span className="sr-only md:hidden">Rank </span>
        {rankText(keyword.rank, keyword.depth)}
      </Td>
      <Td numeric className={cn('whitespace-nowrap max-md:min-w-9 max-md:text-right!', CARD_CELL)}>
        <span className="sr-only md:hidden">Change </span>
        <Change keyword={keyword} />
      </Td>
      <Td className={WIDE_ONLY}>
        <Trend keyword={keyword} />
      </Td>
      <Td className={cn('max-w-72', WIDE_ONLY)}>
        <Page keyword={keyword} />
      </Td>
      <Td numeric className={cn('whitespace-nowrap', WIDE_ONLY)}>
        {formatNumber(keyword.volume, 0)}
      </Td>
      <Td numeric className={cn('whitespace-nowrap', WIDE_ONLY)}>
        {keyword.valueCents === null ? NO_VALUE : formatMoney(keyword.valueCents, currency)}
      </Td>
      <Td numeric className={cn('pr-5 whitespace-nowrap', WIDE_ONLY)}>
        {keyword.nextAt === null ? NO_VALUE : formatDate(keyword.nextAt)}
      </Td>
    </>
  );
}

function Change({ keyword }: { keyword: TrackedKeyword }) {
  const { change } = keyword;
  if (change === null || change === 0) return <span className="text-muted-foreground">{changeText(change)}</span>;
  const Icon = change > 0 ? ArrowUp : ArrowDown;
  return (
    <span className={cn('inline-flex items-center gap-1', change > 0 ? 'text-success' : 'text-destructive')}>
      <Icon size={12} aria-hidden="true" />
      {changeText(change, isAtLeast(keyword))}
    </span>
  );
}

/** Trend of the rank, better ranks higher; beyond the depth counts as the place after it. */
function Trend({ keyword }: { keyword: TrackedKeyword }) {
  const values = keyword.points.map(({ rank, depth }) => -(rank ?? depth + 1));
  if (values.length < 2) return <span className="text-muted-foreground">{NO_VALUE}</span>;
  return <Sparkline values={values} />;
}

function Page({ keyword }: { keyword: TrackedKeyword }) {
  const features = keyword.features.slice(0, MOST_FEATURES);
  const more = keyword.features.length - features.length;
  return (
    <span className="grid gap-1">
      {keyword.url === null ? null : (
        <span className="truncate text-xs text-muted-foreground" title={keyword.url}>
          {pagePath(keyword.url)}
        </span>
      )}
      <span className="flex flex-wrap gap-1">
        {features.map((feature) => (
          <Badge key={feature} tone={keyword.ownedFeatures.includes(feature) ? 'success' : 'neutral'}>
            {featureText(feature, keyword.ownedFeatures)}
          </Badge>
        ))}
        {more > 0 ? <Badge>+{more}</Badge> : null}
      </span>
    </span>
  );
}
