import { memo, useId, useMemo, useRef, useState } from 'react';
import { Area, CartesianGrid, ComposedChart, Line, ReferenceDot, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import { ActivePlace } from './active-place';
import { AxisText } from './axis-text';
import type { LineChartProps } from './line-chart-props';
import { LineLegend, MarkLegend } from './line-legend';
import { labelsOf, type MarkLabels } from './line-marks';
import {
  type Band,
  type Line as LineOfValues,
  MARGIN,
  type Plot,
  plotOf,
  readout,
  type Spot,
  toneColour,
} from './line-plot';
import { useWidth } from './use-width';

/** Lines, bands, marks and dots over one axis. Arrow keys and the pointer select positions and read them out. */
export function LineChart(props: LineChartProps) {
  const { xs, lines, bands = NONE, spots = NONE, marks = NONE, height = HEIGHT } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const hint = useId();
  const [at, setAt] = useState<number | null>(null);
  const plot = useMemo(
    () => plotOf({ xs, lines, bands, spots, marks, zero: props.zero ?? false, width, height }),
    [xs, lines, bands, spots, marks, props.zero, width, height],
  );
  const marked = useMemo(() => labelsOf(marks, plot), [marks, plot]);
  return (
    <div ref={box} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <LineLegend lines={lines} bands={bands} />
      <Drawing chart={props} plot={plot} marked={marked} width={width} hint={hint} onPlace={setAt} />
      <MarkLegend numbered={marked.numbered} xText={props.xText} />
      <p
        id={hint}
        aria-live="polite"
        className="min-h-10 text-[0.8125rem] text-muted-foreground sm:min-h-5 print:hidden"
      >
        {at === null ? 'Point at the chart or use the arrow keys to see its values.' : readout(props, at)}
      </p>
    </div>
  );
}

const HEIGHT = 280;
/** One value for all, so that the plot of a chart without them is computed once. */
const NONE: never[] = [];

interface DrawingProps {
  chart: LineChartProps;
  plot: Plot;
  marked: MarkLabels;
  width: number;
  /** Id of the text below the chart. */
  hint: string;
  onPlace: (at: number | null) => void;
}

/** The chart itself. It is not drawn again when only the selected position changes, which would take 30 ms. */
const Drawing = memo(function Drawing({ chart, plot, marked, width, hint, onPlace }: DrawingProps) {
  const { label, xs, lines, bands = NONE, spots = NONE, height = HEIGHT } = chart;
  const rows = useMemo(() => xs.map((place, index) => ({ place, index })), [xs]);
  return (
    <ComposedChart
      data={rows}
      width={width}
      height={height}
      margin={{ top: plot.top, right: MARGIN.right, bottom: 0, left: 0 }}
      accessibilityLayer
      data-chart
      aria-roledescription="chart"
      aria-label={label}
      aria-describedby={hint}
      className="max-w-full rounded-md text-xs"
    >
      <CartesianGrid vertical={false} stroke="var(--border)" />
      {xAxis(chart, plot)}
      {yAxis(chart, plot)}
      <Tooltip
        content={() => null}
        isAnimationActive={false}
        cursor={{ stroke: 'var(--foreground)', strokeOpacity: 0.5 }}
      />
      <ActivePlace xs={xs} onChange={onPlace} />
      {chart.zero ? <ReferenceLine y={0} stroke="var(--muted-foreground)" /> : null}
      {bandAreas(bands)}
      {markLines(chart)}
      {valueLines(lines)}
      {spotDots(xs, spots)}
      <MarkTexts labels={marked.labels} plot={plot} />
    </ComposedChart>
  );
});

// Recharts draws its children in their order; these functions return them, so that the chart stays readable.

function xAxis({ xs, xText, xTitle }: LineChartProps, { xTicks }: Plot) {
  return (
    <XAxis
      type="number"
      dataKey="place"
      domain={[xs[0] ?? 0, xs.at(-1) ?? 1]}
      ticks={xTicks.map((index) => xs[index] ?? 0)}
      interval={0}
      height={MARGIN.bottom}
      axisLine={false}
      tickLine={false}
      tick={(tick) => <AxisText {...tick} count={xTicks.length} text={xText(xTicks[tick.index] ?? 0)} />}
      label={xTitle ? { value: xTitle, position: 'insideBottom', fill: 'var(--muted-foreground)' } : undefined}
    />
  );
}

function yAxis({ yText }: LineChartProps, { yTicks }: Plot) {
  return (
    <YAxis
      type="number"
      width={MARGIN.left}
      domain={[yTicks[0] ?? 0, yTicks.at(-1) ?? 1]}
      ticks={yTicks}
      interval={0}
      axisLine={false}
      tickLine={false}
      tickFormatter={yText}
      tick={{ fill: 'var(--muted-foreground)', className: 'tabular' }}
    />
  );
}

function bandAreas(bands: readonly Band[]) {
  return bands.map((band) => (
    <Area
      key={band.name}
      name={band.name}
      dataKey={({ index }) => pair(band.low[index], band.high[index])}
      stroke="none"
      fill={toneColour(band.tone)}
      fillOpacity={0.25}
      activeDot={false}
      isAnimationActive={false}
    />
  ));
}

function markLines({ xs, marks = [] }: LineChartProps) {
  return marks.map((mark) => (
    <ReferenceLine
      key={`${mark.at}-${mark.text}`}
      x={xs[mark.at]}
      stroke={toneColour(mark.tone)}
      strokeWidth={1.5}
      strokeDasharray="2 3"
    />
  ));
}

function valueLines(lines: readonly LineOfValues[]) {
  return lines.map((line) => (
    <Line
      key={line.name}
      name={line.name}
      type="linear"
      dataKey={({ index }) => line.values[index] ?? null}
      stroke={toneColour(line.tone)}
      strokeWidth={2}
      strokeDasharray={line.dashed ? '5 4' : undefined}
      dot={(dot) => <LonePoint key={dot.key} {...dot} values={line.values} />}
      activeDot={false}
      isAnimationActive={false}
    />
  ));
}

function spotDots(xs: readonly number[], spots: readonly Spot[]) {
  return spots.map((spot) => (
    <ReferenceDot
      key={`${spot.at}-${spot.text}`}
      x={xs[spot.at]}
      y={spot.y}
      r={4.5}
      fill="var(--card)"
      stroke={toneColour(spot.tone)}
      strokeWidth={2}
    />
  ));
}

/** Distance of the texts above the plot from its first grid line. */
const TEXT_GAP = 6;

/** Texts of the marks above the plot, where no value can be. */
function MarkTexts({ labels, plot }: { labels: MarkLabels['labels']; plot: Plot }) {
  return (
    <g>
      {labels.map(({ text, x, anchor }) => (
        <text key={`${x}-${text}`} x={x} y={plot.top - TEXT_GAP} textAnchor={anchor} className="fill-foreground">
          {text}
        </text>
      ))}
    </g>
  );
}

type Value = number | null | undefined;

/** Bounds of a band; null if one is missing, which leaves a gap. */
function pair(low: Value, high: Value): [number, number] | null {
  return typeof low === 'number' && typeof high === 'number' ? [low, high] : null;
}

/** Value between two gaps, drawn as a dot because a line would have no length. */
function LonePoint({
  cx,
  cy,
  index,
  stroke,
  values,
}: {
  cx?: number;
  cy?: number;
  index: number;
  stroke?: string;
  values: readonly Value[];
}) {
  const isKnown = (at: number) => typeof values[at] === 'number';
  if (!isKnown(index) || isKnown(index - 1) || isKnown(index + 1)) return <g />;
  return <circle cx={cx} cy={cy} r={1.5} fill={stroke} stroke="none" />;
}
