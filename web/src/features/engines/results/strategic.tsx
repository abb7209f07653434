import { useQuery } from '@tanstack/react-query';
import type { ActionResult } from '@/api/engine-results';
import { opportunityQueries } from '@/api/opportunities';
import { type Bar, BarList } from '@/components/charts/bar-list';
import { LineFigure } from '@/components/charts/line-figure';
import { Fold } from '@/components/ui/fold';
import { Table, Td, Th } from '@/components/ui/table';
import { formatDate, formatMoney, formatNumber, formatPercent, plural } from '@/lib/format';
import { humanise } from '@/lib/words';
import { fileName } from '../file-name';
import type { PlotProps } from './plot-props';

/** Bars and weeks shown at once. */
const BARS = 15;
const WEEKS = 4;

type Portfolio = Extract<ActionResult<'strategic.portfolio'>, { currency: string }>;

const moneyOf =
  ({ currency }: { currency: string }) =>
  (cents: number | undefined) =>
    formatMoney(cents, currency, { compact: true });

/** Titles of opportunities by id, for results with ids only. */
function useTitles(websiteId: string | undefined): (id: string) => string {
  const query = useQuery({ ...opportunityQueries.list({ websiteId }), enabled: websiteId !== undefined });
  const all = query.data?.opportunities ?? [];
  return (id) => all.find((each) => each.id === id)?.title ?? id;
}

/** Selected and rejected bets, then the return of more risk. */
export function PortfolioPlots({ result, run }: PlotProps<'strategic.portfolio'>) {
  if ('x' in result) return null;
  const money = moneyOf(result);
  const chosen: Bar[] = result.chosen.map(({ id, title, meanCents, worth, hours }) => ({
    id: `chosen ${id}`,
    label: title || id,
    note: 'chosen',
    value: meanCents,
    low: worth.lowCents,
    high: worth.highCents,
    isMarked: true,
    text: `${money(meanCents)} on average, ${formatNumber(hours, 1)} h`,
  }));
  const rejected: Bar[] = result.rejected.map(({ id, title, meanCents }) => ({
    id: `rejected ${id}`,
    label: title || id,
    note: 'not chosen',
    value: meanCents,
    text: `${money(meanCents)} on average`,
  }));
  const all = [...chosen, ...rejected];
  return (
    <>
      {all.length > 0 ? (
        <section aria-label="Bets">
          <h3 className="mb-2 font-semibold">Average value of each opportunity with its range</h3>
          <BarList label="Value of the opportunities" bars={all.slice(0, BARS)} />
          {all.length > BARS ? (
            <p className="mt-2 text-muted-foreground">The tables below list all {all.length}.</p>
          ) : null}
        </section>
      ) : null}
      <Frontier result={result} file={fileName(run)} />
    </>
  );
}

function Frontier({ result, file }: { result: Portfolio; file: string }) {
  const money = moneyOf(result);
  const points = [...result.frontier].sort((a, b) => a.riskCents - b.riskCents);
  if (points.length < 2) return null;
  return (
    <LineFigure
      title="Risk and value"
      description="Efficient frontier: each dot is the best portfolio for a risk level. Right means more risk, up means more value."
      fileName={`${file}-frontier`}
      xs={points.map((point) => point.riskCents)}
      xText={(index) => money(points[index]?.riskCents)}
      xTitle="Risk"
      yText={money}
      lines={[{ name: 'Mean value', values: points.map((point) => point.meanCents), tone: 1 }]}
      spots={points.map(({ meanCents, ids, breakEven }, at) => ({
        at,
        y: meanCents,
        text: `${ids.length} opportunities, breaks even with probability ${formatPercent(breakEven, 0)}`,
        tone: 1 as const,
      }))}
    />
  );
}

/** Bets selected in each scenario. */
export function StrategicScenarioPlots({ result, website }: PlotProps<'strategic.scenarios'>) {
  const title = useTitles(website?.id);
  const { scenarios, robust } = result;
  const ids = [...new Set(scenarios.flatMap((scenario) => scenario.ids))];
  if (ids.length === 0) return null;
  return (
    <section aria-label="Opportunities by scenario">
      <h3 className="mb-2 font-semibold">Opportunities by scenario</h3>
      <Table stacked className="stacked-flush" label="Opportunities chosen in each scenario">
        <thead>
          <tr>
            <Th>Opportunity</Th>
            {scenarios.map(({ name }) => (
              <Th key={name}>{humanise(name)}</Th>
            ))}
            <Th>Chosen in all</Th>
          </tr>
        </thead>
        <tbody>
          {ids.map((id) => (
            <tr key={id}>
              <Td stack="line" className="max-sm:font-medium">
                {title(id)}
              </Td>
              {scenarios.map((scenario) => (
                <Td key={scenario.name} label={humanise(scenario.name)}>
                  {scenario.ids.includes(id) ? 'chosen' : '—'}
                </Td>
              ))}
              <Td label="Chosen in all">{robust.includes(id) ? 'yes' : 'no'}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

/** Effort by week, with the break-even week. */
export function RoadmapPlots({ result, run, website }: PlotProps<'strategic.roadmap'>) {
  const title = useTitles(website?.id);
  const { weeks, breakEvenWeek: even, breakEvenDate: date } = result;
  if (weeks.length === 0) return null;
  const evenAt = weeks.findIndex(({ week }) => week === even);
  const isFree = weeks.every(({ spentCents }) => spentCents === 0);
  return (
    <>
      {isFree ? null : (
        <LineFigure
          title="Cumulative cost by week"
          description={
            even == null
              ? 'The plan does not break even within the horizon.'
              : `The plan breaks even in week ${formatNumber(even, 0)}${date ? `, ${formatDate(date)}` : ''}.`
          }
          fileName={`${fileName(run)}-weeks`}
          xs={weeks.map((_, index) => index)}
          xText={(index) => `Week ${weeks[index]?.week ?? ''}`}
          xTitle="Week"
          yText={moneyOf(result)}
          zero
          lines={[{ name: 'Cumulative cost', values: weeks.map((week) => week.spentCents), tone: 1 }]}
          marks={evenAt < 0 ? [] : [{ at: evenAt, text: 'break-even', tone: 3 }]}
        />
      )}
      <section aria-label="Work by week">
        <h3 className="mb-2 font-semibold">Work by week</h3>
        <WeekList weeks={weeks.slice(0, WEEKS)} title={title} />
        {weeks.length > WEEKS ? (
          <Fold title={plural(weeks.length - WEEKS, 'later week')}>
            <WeekList weeks={weeks.slice(WEEKS)} title={title} />
          </Fold>
        ) : null}
      </section>
    </>
  );
}

type Week = ActionResult<'strategic.roadmap'>['weeks'][number];

function WeekList({ weeks, title }: { weeks: readonly Week[]; title: (id: string) => string }) {
  return (
    <ol className="grid gap-3">
      {weeks.map(({ week, hours, work }) => (
        <li key={week} className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
          <span className="font-medium">
            Week {week}, {formatNumber(hours, 1)} h
          </span>
          {work.length === 0 ? (
            'nothing'
          ) : (
            <ul>
              {work.map(({ id, hours }) => (
                <li key={id} className="grid grid-cols-[3rem_minmax(0,1fr)] max-sm:min-h-10">
                  <span className="tabular text-muted-foreground">{formatNumber(hours, 1)} h</span>
                  <span>{title(id)}</span>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
