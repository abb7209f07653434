import { lazy } from 'react';
import { ChartFrame, type ChartTable } from './chart-frame';
import { LazyChart } from './lazy-chart';
import type { LineChartProps } from './line-chart-props';

const LineChart = lazy(() => import('./line-chart').then((module) => ({ default: module.LineChart })));

/** Height of the line of values below a plot, with its gap. */
const READOUT = 'h-12 sm:h-7';

/** A line chart with title, table, and files of both. */
export function LineFigure({
  title,
  description,
  fileName,
  ...chart
}: Omit<LineChartProps, 'label'> & { title: string; description: string; fileName: string }) {
  return (
    <ChartFrame title={title} description={description} table={tableOf(chart)} fileName={fileName}>
      {chart.xs.length === 1 ? (
        <OnePlace {...chart} />
      ) : (
        <LazyChart height={chart.height ?? 280} below={READOUT}>
          <LineChart {...chart} label={`${title}. ${description}`} />
        </LazyChart>
      )}
    </ChartFrame>
  );
}

/** The values of the only position: one dot in an empty chart shows nothing. */
function OnePlace({ xText, yText, lines }: Omit<LineChartProps, 'label'>) {
  const said = lines.flatMap(({ name, values: [value] }) => (value == null ? [] : [`${name} ${yText(value)}`]));
  return (
    <p className="rounded-md border border-dashed border-border px-4 py-6 text-center text-muted-foreground">
      {xText(0)}: {said.length === 0 ? 'no data' : said.join('; ')}. A chart appears with the second value.
    </p>
  );
}

/** Data of a chart, one row per position. */
export function tableOf({
  xs,
  xText,
  xTitle,
  lines,
  bands = [],
  marks = [],
  spots = [],
}: Omit<LineChartProps, 'label'>): ChartTable {
  const said = (at: number) =>
    [...marks, ...spots]
      .filter((mark) => mark.at === at)
      .map((mark) => mark.text)
      .join('; ');
  const hasSaid = [...marks, ...spots].some((mark) => mark.text !== '');
  const headers = [
    xTitle ?? 'Day',
    ...lines.map((line) => line.name),
    ...bands.flatMap((band) => [`${band.name}, low`, `${band.name}, high`]),
    ...(hasSaid ? ['Marked'] : []),
  ];
  const rows = xs.map((_, at) => [
    xText(at),
    ...lines.map((line) => line.values[at] ?? null),
    ...bands.flatMap((band) => [band.low[at] ?? null, band.high[at] ?? null]),
    ...(hasSaid ? [said(at)] : []),
  ]);
  return { headers, rows, formats: headers.map(() => rounded) };
}

function rounded(value: string | number | null): string {
  if (value === null) return '';
  return typeof value === 'number' ? String(Number(value.toPrecision(6))) : value;
}
