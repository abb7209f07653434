import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Website } from '@/api/types';
import type { VisitReport } from '@/api/visits';
import { LineFigure } from '@/components/charts/line-figure';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Segmented } from '@/components/ui/segmented';
import { useShortcut } from '@/hooks/use-shortcut';
import { useUrlState } from '@/hooks/use-url-state';
import { cn } from '@/lib/cn';
import { formatChange, formatDate, formatMoney, formatNumber, formatPercent, plural } from '@/lib/format';
import { isMoney, METRICS, metricText, type VisitMetric } from './metrics';
import { type Counted, countedBefore, DEFAULT_LENGTH, daysOf, everyDay, LENGTHS, type Length } from './period';
import { answerTitle, changeText, conversionText, currencyOf, valueText } from './visit-words';

const DEFAULTS = { metric: 'visits' };
const PERIODS = LENGTHS.map((value) => ({ value, label: `${value}d` }));

/** The answer in words, the figures of the period, and the selected one by day. */
export function SummaryCard({
  website,
  report,
  length,
  onLength,
}: {
  website: Website;
  report: VisitReport;
  length: Length;
  onLength: (to: Length) => void;
}) {
  const [{ metric: wanted }, setUrl] = useUrlState(DEFAULTS);
  const chosen = METRICS.find(({ id }) => id === wanted) ?? METRICS[0];
  const next = LENGTHS[(LENGTHS.indexOf(length) + 1) % LENGTHS.length] ?? DEFAULT_LENGTH;
  useShortcut({ id: 'range', keys: 't', label: 'Next period', group: 'On this page', run: () => onLength(next) });
  return (
    <Card aria-label="Summary" className="overflow-clip">
      <CardHeader
        title={answerTitle(report)}
        actions={<Segmented label="Period" value={length} options={PERIODS} onChange={onLength} />}
      />
      <Answer website={website} report={report} />
      <div className="grid grid-cols-2 gap-px border-y border-border bg-border sm:grid-cols-3 xl:grid-cols-6">
        {METRICS.map((metric) => (
          <Tile
            key={metric.id}
            metric={metric}
            report={report}
            currency={currencyOf(website)}
            isChosen={metric === chosen}
            onChoose={() => setUrl({ metric: metric.id })}
          />
        ))}
      </div>
      <CardBody>{chosen ? <Days metric={chosen} report={report} website={website} /> : null}</CardBody>
    </Card>
  );
}

function Answer({ website, report }: { website: Website; report: VisitReport }) {
  const sentences = [changeText(report), conversionText(report), valueText(report, currencyOf(website))];
  return (
    <p className="max-w-3xl px-5 pt-3 pb-5 sm:pt-1 text-pretty text-muted-foreground">
      {sentences.filter((text) => text !== '').join(' ')}
    </p>
  );
}

function Tile({
  metric,
  report,
  currency,
  isChosen,
  onChoose,
}: {
  metric: VisitMetric;
  report: VisitReport;
  currency: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const [value, before] = [report.totals[metric.id], report.previous[metric.id]];
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className={cn(
        'min-h-28 bg-card px-5 py-4 text-left -outline-offset-2 hover:bg-accent/60',
        isChosen && 'shadow-[inset_0_-2px_0_var(--primary)]',
      )}
      onClick={onChoose}
    >
      <span className="block text-[0.8125rem] text-muted-foreground">{metric.name}</span>
      <span className="tabular mt-0.5 block text-xl font-semibold">{metricText(metric, value, currency)}</span>
      {isMoney(metric) && value === 0 ? (
        <span className="mt-0.5 block text-xs text-muted-foreground">no conversion reports one</span>
      ) : (
        <Change value={value} before={before} counted={countedBefore(report)} days={daysOf(report)} />
      )}
    </button>
  );
}

/** Change compared with as many days before, as sign, arrow and colour. */
function Change({ value, before, counted, days }: { value: number; before: number; counted: Counted; days: number }) {
  const period = `the previous ${plural(days, 'day')}`;
  if (counted !== 'all' || before === 0) {
    const reason = counted === 'none' ? 'not counted before' : 'no comparison';
    return <span className="mt-0.5 block text-xs text-muted-foreground">{reason}</span>;
  }
  const ratio = (value - before) / before;
  const text = formatChange(ratio);
  if (Math.round(ratio * 100) === 0) {
    return (
      <span className="mt-0.5 block text-xs text-muted-foreground">
        unchanged<span className="sr-only"> compared with {period}</span>
      </span>
    );
  }
  const Arrow = ratio > 0 ? ArrowUp : ArrowDown;
  return (
    <span
      className={cn('tabular mt-0.5 flex items-center gap-1 text-xs', ratio > 0 ? 'text-success' : 'text-destructive')}
    >
      <Arrow size={12} aria-hidden="true" />
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">
        {ratio > 0 ? 'up' : 'down'} {formatPercent(Math.abs(ratio), 0)} compared with {period}
      </span>
    </span>
  );
}

/** First and last day; one date for a single day. */
function spanText(first: string | undefined, last: string): string {
  return first === last ? formatDate(last) : `${formatDate(first)} to ${formatDate(last)}`;
}

function Days({ metric, report, website }: { metric: VisitMetric; report: VisitReport; website: Website }) {
  const days = everyDay(report);
  const currency = currencyOf(website);
  const began = days[0]?.day === report.countingSince ? ' Counting began on the first day.' : '';
  const figure = (value: number) => (isMoney(metric) ? value / 100 : value);
  return (
    <LineFigure
      title={`${metric.name} per day`}
      description={`Measured: ${spanText(days[0]?.day, report.to)}, days in UTC.${began} The last day may not be over.`}
      fileName={`${website.host}-${metric.name.toLowerCase().replace(' ', '-')}-per-day`}
      xs={days.map(({ day }) => Date.parse(day))}
      xText={(index) => formatDate(days[index]?.day)}
      yText={(value) => (isMoney(metric) ? formatMoney(value * 100, currency) : formatNumber(value, 0))}
      zero
      lines={[{ name: metric.name, values: days.map((day) => figure(day[metric.id])), tone: 1 }]}
    />
  );
}
