import { formatDate, formatNumber } from '@/lib/format';
import { ticksTo } from './scale';

export interface MeasuredDay {
  day: string;
  value: number;
}

export interface ForecastDay {
  day: string;
  low: number;
  value: number;
  high: number;
}

const [WIDTH, HEIGHT] = [600, 160];

interface Days {
  measured: readonly MeasuredDay[];
  ahead: readonly ForecastDay[];
}

/**
 * Line of measured days, and dashed the forecast with its 80% interval. It needs no chart library, so that the first screen
 * loads fast; the page of the forecast has the chart with its values.
 */
export function ForecastStrip({ name, measured, ahead }: { name: string } & Days) {
  const { ticks, y, lines } = geometry({ measured, ahead });
  return (
    <figure className="flex h-full flex-col">
      <div className="grid grow grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] gap-x-2">
        <div aria-hidden="true" className="tabular relative min-w-8 text-right text-xs text-muted-foreground">
          {ticks.map((tick) => (
            <span
              key={tick}
              className="absolute right-0 -translate-y-1/2"
              style={{ top: `${(100 * y(tick)) / HEIGHT}%` }}
            >
              {formatNumber(tick, 0)}
            </span>
          ))}
        </div>
        <div className="relative min-h-40 xl:min-h-60">
          <svg
            role="img"
            aria-label={summary(name, measured, ahead)}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {ticks.map((tick) => (
              <line
                key={tick}
                x1={0}
                x2={WIDTH}
                y1={y(tick)}
                y2={y(tick)}
                className="stroke-border"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {ahead.length > 0 ? (
              <polygon points={[...lines.low, ...lines.high.toReversed()].join(' ')} className="fill-chart-1/25" />
            ) : null}
            <Line points={lines.measured} className="stroke-chart-8" />
            <Line points={lines.forecast} className="stroke-chart-1" dashed />
          </svg>
        </div>
        <div className="col-start-2 mt-1 flex justify-between text-xs text-muted-foreground">
          <span>{formatDate(measured[0]?.day ?? ahead[0]?.day)}</span>
          <span>{formatDate(ahead.at(-1)?.day ?? measured.at(-1)?.day)}</span>
        </div>
      </div>
      <Keys hasForecast={ahead.length > 0} />
    </figure>
  );
}

/** Heights, and the points of each line. */
function geometry({ measured, ahead }: Days) {
  const count = measured.length + ahead.length;
  const ticks = ticksTo(Math.max(...[...measured.map(({ value }) => value), ...ahead.map(({ high }) => high)]), 2);
  const most = ticks.at(-1) || 1;
  const x = (index: number) => (count < 2 ? 0 : (WIDTH * index) / (count - 1));
  const y = (value: number) => HEIGHT * (1 - Math.max(0, value) / most);
  const at = (values: readonly number[], from: number) =>
    values.map((value, index) => `${x(from + index).toFixed(1)},${y(value).toFixed(1)}`);
  const last = measured.at(-1);
  // The forecast continues the line from the last measured day.
  const following = (values: readonly number[]) =>
    at(last === undefined ? values : [last.value, ...values], last === undefined ? 0 : measured.length - 1);
  const lines = {
    measured: at(
      measured.map(({ value }) => value),
      0,
    ),
    low: following(ahead.map(({ low }) => low)),
    forecast: following(ahead.map(({ value }) => value)),
    high: following(ahead.map(({ high }) => high)),
  };
  return { ticks, y, lines };
}

function Keys({ hasForecast }: { hasForecast: boolean }) {
  return (
    <figcaption className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted-foreground">
      <Key className="border-chart-8" text="Measured" />
      {hasForecast ? (
        <>
          <Key className="border-dashed border-chart-1" text="Forecast" />
          <Key className="h-2.5 border-0 bg-chart-1/25" text="80% interval" />
        </>
      ) : null}
    </figcaption>
  );
}

function Line({ points, className, dashed = false }: { points: string[]; className: string; dashed?: boolean }) {
  if (points.length < 2) return null;
  return (
    <polyline
      points={points.join(' ')}
      strokeWidth={1.75}
      strokeDasharray={dashed ? '5 4' : undefined}
      vectorEffect="non-scaling-stroke"
      strokeLinejoin="round"
      className={`fill-none ${className}`}
    />
  );
}

function Key({ className, text }: { className: string; text: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={`w-4 border-t-2 ${className}`} />
      {text}
    </span>
  );
}

/** The picture in words. */
function summary(name: string, measured: readonly MeasuredDay[], ahead: readonly ForecastDay[]): string {
  const mean = (values: readonly number[]) =>
    formatNumber(values.reduce((sum, value) => sum + value, 0) / values.length, 0);
  const past =
    measured.length > 0
      ? `on average ${mean(measured.map(({ value }) => value))} in ${measured.length} measured days`
      : '';
  const next =
    ahead.length > 0 ? `${mean(ahead.map(({ value }) => value))} in the ${ahead.length} days of the forecast` : '';
  return `${name}: ${[past, next].filter(Boolean).join(', ')}`;
}
