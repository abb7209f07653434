import { useQuery } from '@tanstack/react-query';
import { opportunityQueries } from '@/api/opportunities';
import { BarList } from '@/components/charts/bar-list';
import { LineFigure } from '@/components/charts/line-figure';
import type { JsonObject } from '@/components/engines/result/value';
import { Table, Td, Th } from '@/components/ui/table';
import { formatDate, formatMoney, formatNumber, formatPercent } from '@/lib/format';
import { humanise } from '@/lib/words';
import { fileName } from '../result-card';
import type { ResultProps } from './result';
import { currencyOf, listAt, numberAt, objectAt, rowsAt, textAt, textsAt } from './shapes';

const moneyOf = (result: JsonObject) => (cents: number | null) =>
  formatMoney(cents, currencyOf(result), { compact: true });

function hoursText(hours: number | null): string {
  return hours === null ? '' : `${formatNumber(hours, 1)} h`;
}

/** Titles of opportunities by id, for results that name them by id alone. */
function useTitles(websiteId: string | undefined): (id: string) => string {
  const query = useQuery({ ...opportunityQueries.list({ websiteId }), enabled: websiteId !== undefined });
  const all = query.data?.opportunities ?? [];
  return (id) => all.find((each) => each.id === id)?.title ?? id;
}

/** Bets that were chosen and those that were not, then what more risk would bring. */
export function PortfolioPlots({ result, run }: ResultProps) {
  const money = moneyOf(result);
  const bets = (key: string, isMarked: boolean) =>
    rowsAt(result, key).map((bet) => {
      const worth = objectAt(bet, 'worth');
      const mean = numberAt(bet, 'meanCents') ?? 0;
      return {
        id: `${key} ${textAt(bet, 'id')}`,
        label: textAt(bet, 'title') || textAt(bet, 'id'),
        note: isMarked ? 'chosen' : 'not chosen',
        value: mean,
        low: numberAt(worth, 'lowCents') ?? undefined,
        high: numberAt(worth, 'highCents') ?? undefined,
        isMarked,
        text: [`${money(mean)} on average`, hoursText(numberAt(bet, 'hours'))].filter(Boolean).join(', '),
      };
    });
  const all = [...bets('chosen', true), ...bets('rejected', false)];
  return (
    <>
      {all.length > 0 ? (
        <section aria-label="Bets">
          <h3 className="mb-2 font-semibold">Average value of each opportunity with its range</h3>
          <BarList label="Value of the opportunities" bars={all.slice(0, 40)} />
          {all.length > 40 ? (
            <p className="mt-2 text-muted-foreground">The tables below list all {all.length}.</p>
          ) : null}
        </section>
      ) : null}
      <Frontier result={result} file={fileName(run)} />
    </>
  );
}

function Frontier({ result, file }: { result: JsonObject; file: string }) {
  const money = moneyOf(result);
  const points = rowsAt(result, 'frontier').sort(
    (a, b) => (numberAt(a, 'riskCents') ?? 0) - (numberAt(b, 'riskCents') ?? 0),
  );
  if (points.length < 2) return null;
  return (
    <LineFigure
      title="Risk and value"
      description="Efficient frontier: each dot is the best portfolio for a risk level. Right means more risk, up means more value."
      fileName={`${file}-frontier`}
      xs={points.map((point, index) => numberAt(point, 'riskCents') ?? index)}
      xText={(index) => money(numberAt(points[index] ?? null, 'riskCents'))}
      xTitle="Risk"
      yText={money}
      lines={[{ name: 'Mean value', values: points.map((point) => numberAt(point, 'meanCents')), tone: 1 }]}
      spots={points.map((point, at) => ({
        at,
        y: numberAt(point, 'meanCents') ?? 0,
        text: `${textsAt(point, 'ids').length} opportunities, breaks even with probability ${formatPercent(numberAt(point, 'breakEven'), 0)}`,
        tone: 1 as const,
      }))}
    />
  );
}

/** Which bets are right in which scenario. */
export function StrategicScenarioPlots({ result, website }: ResultProps) {
  const title = useTitles(website?.id);
  const scenarios = rowsAt(result, 'scenarios');
  const robust = textsAt(result, 'robust');
  const ids = [...new Set(scenarios.flatMap((scenario) => textsAt(scenario, 'ids')))];
  if (ids.length === 0) return null;
  return (
    <section aria-label="Opportunities by scenario">
      <h3 className="mb-2 font-semibold">Opportunities by scenario</h3>
      <Table label="Opportunities chosen in each scenario">
        <thead>
          <tr>
            <Th>Opportunity</Th>
            {scenarios.map((scenario) => (
              <Th key={textAt(scenario, 'name')}>{humanise(textAt(scenario, 'name'))}</Th>
            ))}
            <Th>Chosen in all</Th>
          </tr>
        </thead>
        <tbody>
          {ids.map((id) => (
            <tr key={id}>
              <Td>{title(id)}</Td>
              {scenarios.map((scenario) => (
                <Td key={textAt(scenario, 'name')}>{textsAt(scenario, 'ids').includes(id) ? 'chosen' : '—'}</Td>
              ))}
              <Td>{robust.includes(id) ? 'yes' : 'no'}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

/** Work by week, with the week by which the plan has break-even. */
export function RoadmapPlots({ result, run, website }: ResultProps) {
  const title = useTitles(website?.id);
  const weeks = rowsAt(result, 'weeks');
  const even = numberAt(result, 'breakEvenWeek');
  const date = textAt(result, 'breakEvenDate');
  if (weeks.length === 0) return null;
  const evenAt = weeks.findIndex((week) => numberAt(week, 'week') === even);
  return (
    <>
      <LineFigure
        title="Cumulative cost by week"
        description={
          even === null
            ? 'The plan does not break even within the horizon.'
            : `The plan breaks even in week ${formatNumber(even, 0)}${date ? `, ${formatDate(date)}` : ''}.`
        }
        fileName={`${fileName(run)}-weeks`}
        xs={weeks.map((_, index) => index)}
        xText={(index) => `Week ${numberAt(weeks[index] ?? null, 'week')}`}
        xTitle="Week"
        yText={moneyOf(result)}
        zero
        lines={[{ name: 'Cumulative cost', values: weeks.map((week) => numberAt(week, 'spentCents')), tone: 1 }]}
        marks={evenAt < 0 ? [] : [{ at: evenAt, text: 'break-even', tone: 3 }]}
      />
      <section aria-label="Work by week">
        <h3 className="mb-2 font-semibold">Work by week</h3>
        <ol className="grid gap-2">
          {weeks.map((week) => (
            <li key={numberAt(week, 'week')} className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
              <span className="text-muted-foreground">
                Week {numberAt(week, 'week')}, {formatNumber(numberAt(week, 'hours'), 1)} h
              </span>
              <span>{workText(listAt(week, 'work'), title)}</span>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

function workText(work: readonly unknown[], title: (id: string) => string): string {
  const parts = work.map((each) => {
    const item = each as JsonObject;
    return `${title(textAt(item, 'id'))} (${formatNumber(numberAt(item, 'hours'), 1)} h)`;
  });
  return parts.length === 0 ? 'nothing' : parts.join('; ');
}
