import type { ReactNode } from 'react';
import type { KeywordResult } from '@/api/keyword-result';
import type { Website } from '@/api/types';
import { moneyTitle } from '@/components/money/money-range';
import { Answer } from '@/components/ui/answer';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { formatCompact, formatMoney, formatMoneyRange, formatNumber, NO_VALUE, plural } from '@/lib/format';

/** What all keywords can bring at their target positions; nothing without a value. */
export function ValueAnswer({ result }: { result: KeywordResult }) {
  const { totals } = result;
  const value = totals?.value;
  if (!totals || !value) return null;
  const money = (cents: number) => formatMoney(cents, value.currency);
  return (
    <Answer
      note={`80% interval: ${money(value.lowCents)} to ${money(value.highCents)}. ${totals.valueBasis === 'replacementCost' ? 'What the same clicks cost as ads, not revenue.' : 'From your value per lead.'}`}
    >
      Your {plural(totals.queries, 'query', 'queries')} can add {money(value.midCents)} a month at their target
      positions.
    </Answer>
  );
}

/** Totals of the analysis. An unknown total names the missing data. */
export function Summary({
  website,
  result,
  onValue,
}: {
  website: Website;
  result: KeywordResult | null;
  /** Opens the field for the value per lead. */
  onValue: () => void;
}) {
  const totals = result?.totals;
  const value = totals?.value ?? null;
  return (
    <Card className="grid grid-cols-2 divide-border max-lg:divide-y lg:grid-cols-[repeat(4,1fr)_1.4fr] lg:divide-x">
      <Figure label="Queries" exact={totals?.queries ?? website.queries}>
        {totals ? `${formatNumber(totals.clusters, 0)} pages can target them` : 'not clustered yet'}
      </Figure>
      <Figure label="Clicks" exact={totals?.clicks ?? website.clicks}>
        in the imported period
      </Figure>
      <Figure label="Impressions" exact={totals?.impressions ?? website.impressions}>
        in the imported period
      </Figure>
      <Figure label="Monthly search volume" exact={totals?.volume ?? null}>
        {volumeNote(totals)}
      </Figure>
      <div className="col-span-2 px-5 py-3 sm:py-4 lg:col-span-1">
        <p className="text-xs text-muted-foreground">Monthly value at target positions</p>
        {value ? (
          <>
            <p className="tabular mt-1 text-xl font-semibold" title={moneyTitle(value)}>
              {formatMoney(value.midCents, value.currency, { compact: true })}
            </p>
            <p className="tabular mt-0.5 truncate text-xs text-muted-foreground">
              {formatMoneyRange(value)}, 80% interval
              {totals?.valueBasis === 'replacementCost' ? '; from CPC' : ''}
            </p>
          </>
        ) : (
          <>
            <p className="mt-1 text-xl font-semibold text-muted-foreground">{NO_VALUE}</p>
            <p className="mt-0.5 text-xs text-muted-foreground">
              No value per lead is set.{' '}
              <Button variant="link" size="inline" className="text-xs" onClick={onValue}>
                Set the value per lead
              </Button>
            </p>
          </>
        )}
      </div>
    </Card>
  );
}

function volumeNote(totals: KeywordResult['totals']): string {
  const { volume, volumeUpperBound } = totals ?? {};
  if (typeof volume !== 'number') return 'unknown: import a keyword tool export';
  if (typeof volumeUpperBound !== 'number' || volumeUpperBound <= volume) return 'close variants counted once';
  return `variants counted once; ${formatCompact(volumeUpperBound)} with all variants`;
}

function Figure({ label, exact, children }: { label: string; exact: number | null; children: ReactNode }) {
  return (
    <div className="px-5 py-3 sm:py-4">
      <p className="text-xs text-muted-foreground">{label}</p>
      <p className="tabular mt-1 text-xl font-semibold" title={formatNumber(exact, 0)}>
        {formatCompact(exact)}
      </p>
      <p className="mt-0.5 text-xs text-muted-foreground sm:truncate">{children}</p>
    </div>
  );
}
