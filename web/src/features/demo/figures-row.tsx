import type { ReactNode } from 'react';
import type { Demo } from '@/api/types';
import { moneyTitle } from '@/components/money/money-range';
import { Card } from '@/components/ui/card';
import { formatCompact, formatDate, formatMoney, formatMoneyRange, formatNumber, NO_VALUE, plural } from '@/lib/format';

/** Key figures of the simulated website, as the hub shows them. */
export function FiguresRow({ demo: { market, insights, forecast } }: { demo: Demo }) {
  const value = insights.find(({ engineId, impact }) => engineId === 'keyword' && impact)?.impact;
  const open = insights.filter(({ severity }) => severity === 'opportunity').length;
  const period = `${formatDate(market.firstDay)} to ${formatDate(market.lastDay)}`;
  return (
    <Card aria-label="Key figures" className="grid grid-cols-2 gap-px overflow-hidden bg-border lg:grid-cols-5">
      <Figure label="Clicks" note={period}>
        <span title={formatNumber(market.clicks, 0)}>{formatCompact(market.clicks)}</span>
      </Figure>
      <Figure label="Impressions" note={period}>
        <span title={formatNumber(market.impressions, 0)}>{formatCompact(market.impressions)}</span>
      </Figure>
      <Figure label="Queries" note={plural(market.pages, 'page')}>
        {market.searches}
      </Figure>
      <Figure label="Monthly value" note={value ? `80%: ${formatMoneyRange(value)}` : 'unknown'}>
        {value ? (
          <span title={moneyTitle(value)}>{formatMoney(value.midCents, value.currency, { compact: true })}</span>
        ) : (
          NO_VALUE
        )}
      </Figure>
      <Figure label="Opportunities" note={`${formatCompact(forecast.total.mean)} clicks forecast`}>
        {open}
      </Figure>
    </Card>
  );
}

function Figure({ label, note, children }: { label: string; note: string; children: ReactNode }) {
  return (
    <div className="bg-card px-5 py-4 max-lg:last:col-span-2">
      <p className="text-xs text-muted-foreground">{label}</p>
      <div className="mt-1 text-xl font-semibold tabular">{children}</div>
      <p className="mt-1 text-xs text-muted-foreground">{note}</p>
    </div>
  );
}
