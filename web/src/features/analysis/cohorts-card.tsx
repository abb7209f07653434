import type { Analysis } from '@/api/analysis';
import { ChartFrame } from '@/components/charts/chart-frame';
import { HeatMap } from '@/components/charts/heat-map';
import { Card, CardBody } from '@/components/ui/card';
import { Segmented } from '@/components/ui/segmented';
import { useUrlState } from '@/hooks/use-url-state';
import { formatMoney, formatMonth, plural } from '@/lib/format';
import { oneOf } from '@/lib/one-of';
import { cohortGrid, MEASURES, type Measure } from './figures';

const DEFAULTS = { cohort: 'perSite' };
const TITLE = 'Cohorts by launch month and age';
const WORDS = MEASURES.map(({ value }) => value);

/** Heat map of what the sites of each launch month earned in each month since. */
export function CohortsCard({ analysis }: { analysis: Analysis }) {
  const [{ cohort }, setUrl] = useUrlState(DEFAULTS);
  const measure: Measure = oneOf(WORDS, cohort) ?? 'perSite';
  const grid = cohortGrid(analysis, measure);
  const { currency } = analysis;
  const name = MEASURES.find(({ value }) => value === measure)?.label ?? '';
  const text = (cents: number) => formatMoney(cents, currency, { compact: true });
  if (grid.rows.length === 0) {
    return (
      <Card aria-label={TITLE}>
        <CardBody className="text-[0.8125rem] text-muted-foreground">
          No site is live yet. Cohorts start in the month in which a site goes live.
        </CardBody>
      </Card>
    );
  }
  const [first] = grid.rows;
  if (first && grid.rows.length === 1 && grid.columns.length === 1) {
    return (
      <Card aria-label={TITLE}>
        <CardBody>
          <h2 className="text-[0.9375rem] font-semibold">{TITLE}</h2>
          <p className="mt-2 text-[0.8125rem] text-muted-foreground">
            {plural(first.sites, 'site')} went live in {formatMonth(first.name)}, the only month so far. Months are
            compared here from the next one on.
          </p>
        </CardBody>
      </Card>
    );
  }
  return (
    <Card aria-label={TITLE}>
      <CardBody>
        <ChartFrame
          title={TITLE}
          description="Rows are months in which sites went live (UTC); columns are months since then. Month 0 has the costs before the launch, too."
          table={{
            headers: ['Launch month', 'Sites', ...grid.columns.map((age) => `Month ${age}`)],
            rows: grid.rows.map(({ name: month, sites, values }) => [month, sites, ...values]),
            formats: [
              (month) => formatMonth(String(month)),
              null,
              ...grid.columns.map(() => (cents: string | number | null) => cellText(cents, text)),
            ],
          }}
          fileName={`cohorts-${analysis.today}`}
        >
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <Segmented
              label="Measure"
              value={measure}
              options={MEASURES}
              onChange={(value) => setUrl({ cohort: value })}
              className="justify-self-start"
            />
            <HeatMap
              label={`${TITLE}: ${name}`}
              rows={grid.rows.map((row) => ({ ...row, name: formatMonth(row.name) }))}
              columns={grid.columns}
              columnTitle="Month"
              text={text}
              readout={(row, age, cents) => {
                const sites = plural(grid.rows.find((each) => formatMonth(each.name) === row.name)?.sites ?? 0, 'site');
                const amount = cents === null ? 'not begun' : formatMoney(cents, currency);
                return `${row.name}, ${sites}, month ${age}: ${name.toLowerCase()} ${amount}`;
              }}
            />
          </div>
        </ChartFrame>
      </CardBody>
    </Card>
  );
}

function cellText(cents: string | number | null, text: (cents: number) => string): string {
  return typeof cents === 'number' ? text(cents) : '';
}
