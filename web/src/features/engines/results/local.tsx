import type { ReactNode } from 'react';
import type { ActionResult } from '@/api/engine-results';
import { BarList } from '@/components/charts/bar-list';
import { tableOf } from '@/components/engines/result/result-model';
import { ResultTable } from '@/components/engines/result/result-table';
import { jsonRows } from '@/components/engines/result/value';
import { Arithmetic, Factors, Months, Uncertainty } from '@/components/markets/explanation';
import { Button } from '@/components/ui/button';
import { Fold } from '@/components/ui/fold';
import { PHONE, useMedia } from '@/hooks/use-media';
import { formatMoney, formatPercent } from '@/lib/format';
import { fileName } from '../file-name';
import type { PlotProps } from './plot-props';

type Explained = ActionResult<'local.explain'>;
type Market = Explained['market'];

const COLUMNS = ['verticalName', 'city', 'state', 'score', 'tier', 'profitMonth', 'winChance', 'confidence'];
const SHOWN = 15;

function nameOf({ verticalName, city, state }: Market): string {
  return `${verticalName}, ${city}, ${state}`;
}

function idOf({ vertical, placeId }: Market): string {
  return `${vertical} ${placeId}`;
}

/** Intervals of the best markets as bars; a name opens its calculation. */
export function MarketPlots({ result, onAsk }: PlotProps<'local.scan' | 'local.score'>) {
  const { markets, currency } = result;
  const money = (cents: number | null) => formatMoney(cents, currency, { compact: true });
  if (markets.length === 0) return <p>No markets match these filters.</p>;
  const bars = markets.slice(0, SHOWN).flatMap((market) => {
    if (!market.profitMonth) return [];
    const { p10Cents: low, meanCents: mid, p90Cents: high } = market.profitMonth;
    return [
      {
        id: idOf(market),
        label: nameOf(market),
        value: mid,
        low,
        high,
        text: `${money(mid)} (${money(low)} to ${money(high)})`,
      },
    ];
  });
  return (
    <section aria-label="Best markets">
      <h3 className="font-semibold">Expected monthly profit of the best markets</h3>
      <p className="mb-2 text-[0.8125rem] text-muted-foreground">
        The bar is the 80% interval, the mark the mean. Select a name to see its calculation.
      </p>
      <BarList
        label="Monthly profit of the best markets"
        bars={bars}
        onOpen={(id) => {
          const found = markets.find((market) => idOf(market) === id);
          if (found) onAsk('explain', placeOf(found));
        }}
      />
    </section>
  );
}

/** All markets; a button of a row opens its calculation. */
export function MarketTable({ result, run, onAsk }: PlotProps<'local.scan' | 'local.score'>) {
  const { markets, currency } = result;
  const isPhone = useMedia(PHONE);
  if (markets.length === 0) return null;
  const rows = jsonRows(markets);
  const marketOf = new Map(rows.map((row, index) => [row, markets[index]]));
  return (
    <ResultTable
      table={tableOf('markets', 'Markets', rows)}
      currency={currency}
      fileName={fileName(run)}
      columns={COLUMNS}
      folded={isPhone}
      action={(row) => {
        const market = marketOf.get(row);
        if (!market) return null;
        return (
          <Button
            variant="outline"
            size="sm"
            aria-label={`Explain ${nameOf(market)}`}
            onClick={() => onAsk('explain', placeOf(market))}
          >
            Explain
          </Button>
        );
      }}
    />
  );
}

/** Input of the explanation of a market. */
function placeOf({ vertical, placeId }: Market) {
  return { vertical, place: placeId };
}

/** Details of a market: its factors, the calculation, the first year, and the uncertainty. */
export function ExplainPlots({ result, run, onAsk }: PlotProps<'local.explain'>) {
  const { market, parts, arithmetic, months, currency, draws } = result;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-lg font-semibold">{nameOf(market)}</h3>
        <Button
          variant="outline"
          size="sm"
          onClick={() => onAsk('tenants', { vertical: market.vertical, place: market.placeId })}
        >
          Find lead buyers
        </Button>
      </div>
      <PhoneFold title="Factors of the score">
        <Factors parts={parts} currency={currency} />
      </PhoneFold>
      {arithmetic.length > 0 ? (
        <PhoneFold title="Calculation">
          <Arithmetic steps={arithmetic} currency={currency} />
        </PhoneFold>
      ) : null}
      <Months months={months} currency={currency} file={fileName(run)} />
      <Uncertainty draws={draws} />
    </>
  );
}

/** Long part of a result: on a phone its title alone is shown first. */
function PhoneFold({ title, children }: { title: string; children: ReactNode }) {
  if (!useMedia(PHONE)) return children;
  return <Fold title={<span className="font-semibold">{title}</span>}>{children}</Fold>;
}

/** Businesses that may pay, best fit first, and their affordable rent. */
export function TenantPlots({ result }: PlotProps<'local.tenants'>) {
  const { rent, tenants, currency } = result;
  return (
    <>
      {rent ? (
        <p>
          Rent: <strong>{formatMoney(rent.lowCents, currency)}</strong> to{' '}
          <strong>{formatMoney(rent.highCents, currency)}</strong> a month: {rent.formula}.
        </p>
      ) : null}
      <ol className="grid gap-3">
        {tenants.map(({ name, phone, fit, reasons }) => (
          <li key={`${name} ${phone}`}>
            <span className="font-medium">{name}</span> <span className="tabular text-muted-foreground">{phone}</span>
            <span className="block text-[0.8125rem]">
              Fit {formatPercent(fit, 0)}: {reasons.join('; ')}
            </span>
          </li>
        ))}
      </ol>
      {tenants.length === 0 ? <p>None of these businesses match.</p> : null}
    </>
  );
}
