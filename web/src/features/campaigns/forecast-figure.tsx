import type { CampaignForecast } from '@/api/campaigns';
import { dollarRange, dollars } from '@/components/campaigns/campaign-words';
import { LineFigure } from '@/components/charts/line-figure';
import { formatNumber, plural } from '@/lib/format';

/** Revenue with its 80% interval, and costs of the next twelve months. */
export function ForecastFigure({ forecast }: { forecast: CampaignForecast }) {
  const { months, sites, spentCents, candidates, passing, total, monthlyProfitCents, stopReason, assumptions } =
    forecast;
  const figures: [string, string][] = [
    ['Markets that pass', `${formatNumber(passing, 0)} of ${formatNumber(candidates, 0)}`],
    ['Sites', plural(sites, 'site')],
    ['Taken from the budget', dollars(spentCents)],
    ['Profit in 12 months (80% interval)', dollarRange(total.profitCents)],
    ['Profit a month later (80% interval)', dollarRange(monthlyProfitCents)],
  ];
  if (sites === 0) {
    return (
      <section aria-label="Forecast" className="text-[0.8125rem]">
        <h2 className="text-[0.9375rem] font-semibold">Forecast</h2>
        <p className="mt-2">
          {candidates === 0
            ? 'No market matches the targets. Choose more verticals or places.'
            : `None of ${plural(candidates, 'market')} fulfils the rules. Lower a minimum, or choose other targets.`}
          {stopReason ? ` ${stopReason}` : ''}
        </p>
      </section>
    );
  }
  return (
    <section aria-label="Forecast" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {figures.map(([name, text]) => (
          <div key={name}>
            <dt className="text-xs text-muted-foreground">{name}</dt>
            <dd className="tabular font-medium">{text}</dd>
          </div>
        ))}
      </dl>
      <LineFigure
        title="Forecast"
        description="Revenue and costs by month of 30 days, by the market model. The band is the 80% interval of the revenue."
        fileName="campaign-forecast"
        xs={months.map((_, index) => index)}
        xText={(index) => `Month ${months[index]?.month ?? index + 1}`}
        xTitle="Month"
        yText={(cents) => dollars(cents, { compact: true })}
        zero
        bands={[
          {
            name: 'Revenue, 80% interval',
            low: months.map(({ revenueCents }) => revenueCents.p10),
            high: months.map(({ revenueCents }) => revenueCents.p90),
            tone: 1,
          },
        ]}
        lines={[
          { name: 'Revenue', values: months.map(({ revenueCents }) => revenueCents.mean), tone: 1 },
          { name: 'Costs', values: months.map(({ costCents }) => costCents.mean), tone: 4, dashed: true },
        ]}
      />
      {assumptions.length > 0 || stopReason ? (
        <details className="text-[0.8125rem]">
          <summary className="min-h-6 cursor-pointer font-medium">Assumptions</summary>
          <ul className="mt-2 grid list-disc gap-1 pl-5 text-muted-foreground">
            {stopReason ? <li>{stopReason}</li> : null}
            {assumptions.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}
