import { BarList } from '@/components/charts/bar-list';
import { LineFigure } from '@/components/charts/line-figure';
import { tableOf } from '@/components/engines/result/result-model';
import { ResultTable } from '@/components/engines/result/result-table';
import type { JsonObject } from '@/components/engines/result/value';
import { Button } from '@/components/ui/button';
import { Table, Td, Th } from '@/components/ui/table';
import { formatMoney, formatNumber, formatPercent } from '@/lib/format';
import { humanise } from '@/lib/words';
import { fileName } from '../result-card';
import type { ResultProps } from './result';
import { currencyOf, listAt, numberAt, objectAt, rowsAt, textAt, textsAt } from './shapes';

const COLUMNS = ['verticalName', 'city', 'state', 'score', 'tier', 'profitMonth', 'winChance', 'confidence'];
const SHOWN = 15;

function nameOf(market: JsonObject): string {
  return `${textAt(market, 'verticalName')}, ${textAt(market, 'city')}, ${textAt(market, 'state')}`;
}

/** The best markets as bars from bad to good luck, and all of them as a table; a row opens its arithmetic. */
export function MarketPlots({ result, run, onAsk }: ResultProps) {
  const markets = rowsAt(result, 'markets');
  const currency = currencyOf(result);
  const money = (cents: number | null) => formatMoney(cents, currency, { compact: true });
  if (markets.length === 0) return <p>No markets match these filters.</p>;
  const explain = (market: JsonObject) =>
    onAsk('explain', { vertical: textAt(market, 'vertical'), place: textAt(market, 'placeId') });
  const bars = markets.slice(0, SHOWN).flatMap((market) => {
    const profit = objectAt(market, 'profitMonth');
    const [low, mid, high] = ['p10Cents', 'p50Cents', 'p90Cents'].map((key) => numberAt(profit, key));
    if (low == null || mid == null || high == null) return [];
    const id = `${textAt(market, 'vertical')} ${textAt(market, 'placeId')}`;
    return [
      { id, label: nameOf(market), value: mid, low, high, text: `${money(mid)} (${money(low)} to ${money(high)})` },
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
            const found = markets.find((market) => `${textAt(market, 'vertical')} ${textAt(market, 'placeId')}` === id);
            if (found) explain(found);
          }}
        />
      </section>
      <ResultTable
        table={tableOf('markets', 'Markets', markets)}
        currency={currency}
        fileName={fileName(run)}
        columns={COLUMNS}
        action={(market) => (
          <Button variant="outline" size="sm" aria-label={`Explain ${nameOf(market)}`} onClick={() => explain(market)}>
            Explain
          </Button>
        )}
      />
    </>
  );
}

/** One market opened: the factors that are multiplied, the arithmetic, the first year, and what is uncertain. */
export function ExplainPlots({ result, run, onAsk }: ResultProps) {
  const market = objectAt(result, 'market');
  const currency = currencyOf(result);
  return (
    <>
      {market ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h3 className="text-lg font-semibold">{nameOf(market)}</h3>
          <Button
            variant="outline"
            size="sm"
            onClick={() => onAsk('tenants', { vertical: textAt(market, 'vertical'), place: textAt(market, 'placeId') })}
          >
            Find lead buyers
          </Button>
        </div>
      ) : null}
      <Factors parts={rowsAt(result, 'parts')} />
      <Arithmetic steps={rowsAt(result, 'arithmetic')} />
      <Months months={rowsAt(result, 'months')} currency={currency} file={fileName(run)} />
      <Uncertainty draws={objectAt(result, 'draws')} />
    </>
  );
}

function Factors({ parts }: { parts: readonly JsonObject[] }) {
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
          const range = objectAt(part, 'range');
          const ends = ['p10', 'p90'].map((key) => formatNumber(numberAt(range, key), 4)).join(' to ');
          return (
            <tr key={textAt(part, 'name')}>
              <Td className="max-w-96">{textAt(part, 'label')}</Td>
              <Td numeric className="whitespace-nowrap">
                {formatNumber(numberAt(part, 'multiplied'), 6)} {textAt(part, 'unit')}
              </Td>
              <Td numeric className="whitespace-nowrap">
                {range ? ends : '—'}
              </Td>
              <Td>
                {[humanise(textAt(part, 'evidence')), textAt(part, 'grade') ? `grade ${textAt(part, 'grade')}` : '']
                  .filter(Boolean)
                  .join(', ')}
              </Td>
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

function Sources({ part }: { part: JsonObject }) {
  const sources = rowsAt(part, 'sources');
  if (sources.length === 0) return <span className="text-muted-foreground">own assumption</span>;
  return sources.map((source) => {
    const text = [textAt(source, 'publisher'), numberAt(source, 'year')].filter(Boolean).join(', ');
    const address = textAt(source, 'address');
    return address.startsWith('https://') ? (
      <a
        key={textAt(source, 'id')}
        href={address}
        rel="noreferrer"
        target="_blank"
        className="mr-2 text-brand underline"
      >
        {text}
      </a>
    ) : (
      <span key={textAt(source, 'id')} className="mr-2">
        {text}
      </span>
    );
  });
}

function Arithmetic({ steps }: { steps: readonly JsonObject[] }) {
  if (steps.length === 0) return null;
  return (
    <section aria-label="Arithmetic">
      <h3 className="font-semibold">Calculation from the values above</h3>
      <dl className="mt-2 grid gap-2 text-[0.8125rem]">
        {steps.map((step) => (
          <div key={textAt(step, 'name')} className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)_auto]">
            <dt className="text-muted-foreground">{humanise(textAt(step, 'name'))}</dt>
            <dd className="tabular min-w-0 break-words">{textAt(step, 'formula')}</dd>
            <dd className="tabular font-medium">= {formatNumber(numberAt(step, 'result'), 4)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Months({ months, currency, file }: { months: readonly JsonObject[]; currency: string; file: string }) {
  if (months.length === 0) return null;
  const so: number[] = [];
  for (const month of months) so.push((so.at(-1) ?? 0) + (numberAt(month, 'profitCents') ?? 0));
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
        { name: 'Revenue', values: months.map((month) => numberAt(month, 'revenueCents')), tone: 1 },
        { name: 'Cost', values: months.map((month) => numberAt(month, 'costCents')), tone: 4, dashed: true },
        { name: 'Cumulative profit', values: so, tone: 3 },
      ]}
    />
  );
}

function Uncertainty({ draws }: { draws: JsonObject | null }) {
  const shares = draws ? rowsAt(draws, 'uncertainty') : [];
  if (shares.length === 0) return null;
  return (
    <section aria-label="Sources of uncertainty">
      <h3 className="mb-2 font-semibold">Sources of uncertainty</h3>
      <BarList
        label="Share of the uncertainty by factor"
        bars={shares.map((part) => ({
          id: textAt(part, 'name'),
          label: humanise(textAt(part, 'name')),
          value: numberAt(part, 'share') ?? 0,
          text: formatPercent(numberAt(part, 'share'), 0),
        }))}
      />
    </section>
  );
}

/** Businesses that may pay, best fit first, and the rent they bear. */
export function TenantPlots({ result }: ResultProps) {
  const rent = objectAt(result, 'rent');
  const currency = currencyOf(result);
  const money = (key: string) => formatMoney(numberAt(rent, key), currency);
  return (
    <>
      {rent ? (
        <p>
          Rent: <strong>{money('lowCents')}</strong> to <strong>{money('highCents')}</strong> a month:{' '}
          {textAt(rent, 'formula')}.
        </p>
      ) : null}
      <ol className="grid gap-3">
        {rowsAt(result, 'tenants').map((tenant) => (
          <li key={`${textAt(tenant, 'name')} ${textAt(tenant, 'phone')}`}>
            <span className="font-medium">{textAt(tenant, 'name')}</span>{' '}
            <span className="tabular text-muted-foreground">{textAt(tenant, 'phone')}</span>
            <span className="block text-[0.8125rem]">
              Fit {formatPercent(numberAt(tenant, 'fit'), 0)}: {textsAt(tenant, 'reasons').join('; ')}
            </span>
          </li>
        ))}
      </ol>
      {listAt(result, 'tenants').length === 0 ? <p>None of these businesses match.</p> : null}
    </>
  );
}
