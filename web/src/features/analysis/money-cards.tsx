import { useNavigate } from 'react-router';
import type { Analysis, AnalysisSite } from '@/api/analysis';
import { BreakEvenScatter } from '@/components/charts/break-even-scatter';
import { ChartFrame } from '@/components/charts/chart-frame';
import { Pareto, paretoBars } from '@/components/charts/pareto';
import { Card, CardBody } from '@/components/ui/card';
import { formatMoney, formatPercent, plural } from '@/lib/format';
import { concentration, marketText, profitOf } from './figures';

/** Bars that are drawn; the table has all. */
const MOST_BARS = 60;

type Cell = string | number | null;

function moneyFormat(currency: string) {
  return (cents: Cell) => (typeof cents === 'number' ? formatMoney(cents, currency) : '');
}

function useOpenSite() {
  const navigate = useNavigate();
  return (id: string) => void navigate(`/dominator/sites/${id}`);
}

/** Revenue by site with the cumulative share. */
export function ParetoCard({ analysis }: { analysis: Analysis }) {
  const open = useOpenSite();
  const { sites, currency, moreSites, today } = analysis;
  const earning = sites.filter(({ revenueCents }) => revenueCents !== 0);
  const total = sites.reduce((sum, site) => sum + site.revenueCents, moreSites.revenueCents);
  const bars = paretoBars(
    earning.map(({ id, name, revenueCents }) => ({ id, name, value: revenueCents })),
    total,
    (cents, share, name) =>
      `${name}: ${formatMoney(cents, currency)}; with all before it ${formatPercent(share, 0)} of the revenue`,
  );
  const note = bars.length > MOST_BARS ? ` The chart has the first ${MOST_BARS}, the table all.` : '';
  return (
    <Card aria-label="Revenue by site">
      <CardBody>
        {bars.length === 0 ? (
          <Nothing title="Revenue by site" text="No site has revenue yet. Accepted leads and rent appear here." />
        ) : bars.length === 1 ? (
          <Nothing
            title="Revenue by site"
            text={`All revenue is from ${earning[0]?.name}: ${formatMoney(earning[0]?.revenueCents ?? 0, currency)}. The chart compares sites as soon as two have revenue.`}
          />
        ) : (
          <ChartFrame
            title="Revenue by site"
            description={`${concentration([...sites]) ?? 'Refunds exceed the revenue.'}${note}`}
            table={{
              headers: ['Site', 'Revenue', 'Cumulative share'],
              rows: bars.map(({ name, value, share }) => [name, value, share]),
              formats: [
                null,
                moneyFormat(currency),
                (share: Cell) => (typeof share === 'number' ? formatPercent(share, 1) : ''),
              ],
            }}
            fileName={`revenue-by-site-${today}`}
          >
            <Pareto
              label="Revenue by site with its cumulative share"
              bars={bars.slice(0, MOST_BARS)}
              barName="Revenue of a site"
              yText={(cents) => formatMoney(cents, currency, { compact: true })}
              onOpen={open}
            />
          </ChartFrame>
        )}
      </CardBody>
    </Card>
  );
}

/** Cost and revenue of each site. */
export function CostCard({ analysis }: { analysis: Analysis }) {
  const open = useOpenSite();
  const { sites, currency, today } = analysis;
  const withMoney = sites.filter(({ revenueCents, costCents }) => revenueCents !== 0 || costCents !== 0);
  const losing = withMoney.filter((site) => profitOf(site) < 0).length;
  const text = (site: AnalysisSite) =>
    `${site.name}, ${marketText(site)}: cost ${formatMoney(site.costCents, currency)}, revenue ${formatMoney(site.revenueCents, currency)}, profit ${formatMoney(profitOf(site), currency)}`;
  return (
    <Card aria-label="Cost and revenue">
      <CardBody>
        {withMoney.length === 0 ? (
          <Nothing title="Cost and revenue" text="No transaction is about a site yet. Add costs in the ledger." />
        ) : withMoney.length === 1 && withMoney[0] ? (
          <Nothing
            title="Cost and revenue"
            text={`${text(withMoney[0])}. The chart compares sites as soon as two have transactions.`}
          />
        ) : (
          <ChartFrame
            title="Cost and revenue"
            description={`A dot for each site; above the dashed line it earned more than it cost. ${plural(losing, 'site has', 'sites have')} a loss.`}
            table={{
              headers: ['Site', 'Market', 'Cost', 'Revenue', 'Profit'],
              rows: withMoney.map((site) => [
                site.name,
                marketText(site),
                site.costCents,
                site.revenueCents,
                profitOf(site),
              ]),
              formats: [null, null, moneyFormat(currency), moneyFormat(currency), moneyFormat(currency)],
            }}
            fileName={`cost-and-revenue-${today}`}
          >
            <BreakEvenScatter
              label="Revenue of each site by its cost"
              points={withMoney.map((site) => ({
                id: site.id,
                cost: site.costCents,
                revenue: site.revenueCents,
                text: text(site),
              }))}
              money={(cents) => formatMoney(cents, currency, { compact: true })}
              onOpen={open}
            />
          </ChartFrame>
        )}
      </CardBody>
    </Card>
  );
}

function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h2 className="text-[0.9375rem] font-semibold">{title}</h2>
      <p className="mt-2 text-[0.8125rem] text-muted-foreground">{text}</p>
    </>
  );
}
