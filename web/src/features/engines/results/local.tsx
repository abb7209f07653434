import type { ActionResult } from '@/api/engine-results';
import { BarList } from '@/components/charts/bar-list';
import { LineFigure } from '@/components/charts/line-figure';
import { tableOf } from '@/components/engines/result/result-model';
import { ResultTable } from '@/components/engines/result/result-table';
import { jsonRows } from '@/components/engines/result/value';
import { Button } from '@/components/ui/button';
import { Table, Td, Th } from '@/components/ui/table';
import { formatMoney, formatNumber, formatPercent, NO_VALUE } from '@/lib/format';
import { humanise } from '@/lib/words';
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

/** Intervals of the best markets as bars, and all of them as a table; a row opens its calculation. */
export function MarketPlots({ result, run, onAsk }: PlotProps<'local.scan' | 'local.score'>) {
  const { markets, currency } = result;
  const money = (cents: number | null) => formatMoney(cents, currency, { compact: true });
  if (markets.length === 0) return <p>No markets match these filters.</p>;
  const rows = jsonRows(markets);
  const marketOf = new Map(rows.map((row, index) => [row, markets[index]]));
  const explain = ({ vertical, placeId }: Market) => onAsk('explain', { vertical, place: placeId });
  const bars = markets.slice(0, SHOWN).flatMap((market) => {
    if (!market.profitMonth) return [];
    const { p10Cents: low, p50Cents: mid, p90Cents: high } = market.profitMonth;
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
    <>
      <section aria-label="Best markets">
        <h3 className="font-semibold">Monthly profit of the best markets</h3>
        <p className="mb-2 text-[0.8125rem] text-muted-foreground">
          The bar shows P10 to P90, the mark P50. Select a name to see its calculation.
        </p>
        <BarList
          label="Monthly profit of the best markets"
          bars={bars}
          onOpen={(id) => {
            const found = markets.find((market) => idOf(market) === id);
            if (found) explain(found);
          }}
        />
      </section>
      <ResultTable
        table={tableOf('markets', 'Markets', rows)}
        currency={currency}
        fileName={fileName(run)}
        columns={COLUMNS}
        action={(row) => {
          const market = marketOf.get(row);
          if (!market) return null;
          return (
            <Button
              variant="outline"
              size="sm"
              aria-label={`Explain ${nameOf(market)}`}
              onClick={() => explain(market)}
            >
              Explain
            </Button>
          );
        }}
      />
    </>
  );
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
      <Factors parts={parts} />
      <Arithmetic steps={arithmetic} />
      <Months months={months} currency={currency} file={fileName(run)} />
      <Uncertainty draws={draws} />
    </>
  );
}

function Factors({ parts }: { parts: Explained['parts'] }) {
  return (
    <Table label="Factors of the score">
      <thead>
        <tr>
          <Th>Factor</Th>
          <Th numeric>Multiplier</Th>
          <Th numeric>P10 to P90</Th>
          <Th>Evidence</Th>
          <Th>Source</Th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => {
          const { range, grade } = part;
          return (
            <tr key={part.name}>
              <Td className="max-w-96">{part.label}</Td>
              <Td numeric className="whitespace-nowrap">
                {formatNumber(part.multiplied, 6)} {part.unit}
              </Td>
              <Td numeric className="whitespace-nowrap">
                {range ? `${formatNumber(range.p10, 4)} to ${formatNumber(range.p90, 4)}` : NO_VALUE}
              </Td>
              <Td>{[humanise(part.evidence), grade ? `grade ${grade}` : ''].filter(Boolean).join(', ')}</Td>
              <Td className="max-w-72">
                <Sources part={part} />
              </Td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function Sources({ part: { sources } }: { part: Explained['parts'][number] }) {
  if (sources.length === 0) return <span className="text-muted-foreground">own assumption</span>;
  return sources.map(({ id, publisher, year, address }) => {
    const text = [publisher, year].filter(Boolean).join(', ');
    return address.startsWith('https://') ? (
      <a key={id} href={address} rel="noreferrer" target="_blank" className="mr-2 text-brand underline">
        {text}
      </a>
    ) : (
      <span key={id} className="mr-2">
        {text}
      </span>
    );
  });
}

function Arithmetic({ steps }: { steps: Explained['arithmetic'] }) {
  if (steps.length === 0) return null;
  return (
    <section aria-label="Arithmetic">
      <h3 className="font-semibold">Calculation from the values above</h3>
      <dl className="mt-2 grid gap-2 text-[0.8125rem]">
        {steps.map(({ name, formula, result }) => (
          <div key={name} className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)_auto]">
            <dt className="text-muted-foreground">{humanise(name)}</dt>
            <dd className="tabular min-w-0 break-words">{formula}</dd>
            <dd className="tabular font-medium">= {formatNumber(result, 4)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Months({ months, currency, file }: { months: Explained['months']; currency: string; file: string }) {
  if (months.length === 0) return null;
  const so: number[] = [];
  for (const month of months) so.push((so.at(-1) ?? 0) + month.profitCents);
  return (
    <LineFigure
      title="First year"
      description="Expected monthly revenue and cost, and cumulative profit."
      fileName={`${file}-months`}
      xs={months.map((_, index) => index)}
      xText={(index) => `Month ${index + 1}`}
      xTitle="Month"
      yText={(cents) => formatMoney(cents, currency, { compact: true })}
      zero
      lines={[
        { name: 'Revenue', values: months.map((month) => month.revenueCents), tone: 1 },
        { name: 'Cost', values: months.map((month) => month.costCents), tone: 4, dashed: true },
        { name: 'Cumulative profit', values: so, tone: 3 },
      ]}
    />
  );
}

function Uncertainty({ draws }: { draws: Explained['draws'] }) {
  const shares = draws?.uncertainty ?? [];
  if (shares.length === 0) return null;
  return (
    <section aria-label="Sources of uncertainty">
      <h3 className="mb-2 font-semibold">Sources of uncertainty</h3>
      <BarList
        label="Share of the uncertainty by factor"
        bars={shares.map(({ name, share }) => ({
          id: name,
          label: humanise(name),
          value: share,
          text: formatPercent(share, 0),
        }))}
      />
    </section>
  );
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
