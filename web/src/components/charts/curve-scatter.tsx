import { type KeyboardEvent, type MouseEvent, useId, useMemo, useRef, useState } from 'react';
import { CartesianGrid, ComposedChart, Line, Scatter, XAxis, YAxis } from 'recharts';
import { cn } from '@/lib/cn';
import { formatPercent } from '@/lib/format';
import { LineKey } from './line-legend';
import { ticksTo } from './scale';
import { useWidth } from './use-width';

export interface ScatterPoint {
  id: string;
  x: number;
  y: number;
  /** Area of the dot. */
  weight: number;
  /** Text for the tooltip and screen readers. */
  label: string;
}

export interface CurveLine {
  name: string;
  /** Dashes are the second cue in addition to the colour. */
  dashed: boolean;
  points: readonly { x: number; y: number }[];
}

const HEIGHT = 340;
const MARGIN = { top: 12, right: 12, bottom: 40, left: 48 };
const RADIUS = { least: 2.5, most: 9 };
const X_TICKS = [1, 3, 5, 10, 15, 20];
const TICK = { fill: 'var(--muted-foreground)', className: 'tabular' };

const lineColour = (index: number) => (index === 0 ? 'var(--chart-1)' : 'var(--chart-8)');

/** Dots compared with curves: CTR (0 to 1) by position (1 to 20). Arrow keys move between dots, Enter opens one. */
export function CurveScatter({
  label,
  points,
  lines,
  onOpen,
}: {
  label: string;
  points: readonly ScatterPoint[];
  lines: readonly CurveLine[];
  onOpen: (id: string) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const hint = useId();
  const [at, setAt] = useState<number | null>(null);
  const sorted = useMemo(() => [...points].sort((a, b) => a.x - b.x || b.weight - a.weight), [points]);
  const reached = at === null ? null : sorted[at];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (event.key === 'Enter' && reached) onOpen(reached.id);
    if (!step || sorted.length === 0) return;
    event.preventDefault();
    setAt((now) => Math.min(sorted.length - 1, Math.max(0, (now ?? (step > 0 ? -1 : sorted.length)) + step)));
  };
  const open = (event: MouseEvent) => {
    const point = sorted[indexUnder(event) ?? -1];
    if (point) onOpen(point.id);
  };
  return (
    <div ref={box} className="grid gap-2">
      <Legend lines={lines} />
      <div
        role="application"
        aria-roledescription="chart"
        aria-label={label}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys need the focus
        tabIndex={0}
        className="rounded-md"
        onKeyDown={onKeyDown}
        onPointerMove={(event) => setAt((now) => indexUnder(event) ?? now)}
        onClick={open}
        onMouseLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
      >
        <Drawing width={width} points={sorted} lines={lines} reached={at} />
      </div>
      <p id={hint} aria-live="polite" className="min-h-5 text-[0.8125rem] text-muted-foreground">
        {reached ? reached.label : 'Point at a dot or use the arrow keys to see its values. Press Enter to open it.'}
      </p>
    </div>
  );
}

function Drawing({
  width,
  points,
  lines,
  reached,
}: {
  width: number;
  points: readonly ScatterPoint[];
  lines: readonly CurveLine[];
  /** Index of the highlighted point. */
  reached: number | null;
}) {
  const plot = useMemo(() => plotOf(points, lines), [points, lines]);
  return (
    <ComposedChart
      width={width}
      height={HEIGHT}
      margin={{ top: MARGIN.top, right: MARGIN.right, bottom: 0, left: 0 }}
      accessibilityLayer={false}
      data-chart
      aria-hidden="true"
      className="max-w-full text-xs"
    >
      <CartesianGrid vertical={false} stroke="var(--border)" />
      {positionAxis}
      {shareAxis(plot)}
      {curves(lines)}
      <Scatter
        data={points.map((point) => ({ ...point, y: Math.min(point.y, plot.top) }))}
        dataKey="y"
        isAnimationActive={false}
        shape={({ cx, cy, index = -1 }: { cx?: number; cy?: number; index?: number }) => {
          const point = points[index];
          if (!point) return <g />;
          return (
            <circle
              data-point={index}
              cx={cx}
              cy={cy}
              r={plot.radius(point.weight)}
              className={cn(
                'cursor-pointer',
                index === reached ? 'fill-chart-2 stroke-foreground' : 'fill-chart-2/45 stroke-chart-2',
              )}
            />
          );
        }}
      />
    </ComposedChart>
  );
}

const positionAxis = (
  <XAxis
    type="number"
    dataKey="x"
    domain={[1, 20]}
    ticks={X_TICKS}
    interval={0}
    padding={{ left: 8 }}
    height={MARGIN.bottom}
    axisLine={false}
    tickLine={false}
    tick={TICK}
    label={{ value: 'Average position', position: 'insideBottom', fill: 'var(--muted-foreground)' }}
  />
);

function shareAxis({ top, yTicks }: Plot) {
  return (
    <YAxis
      type="number"
      dataKey="y"
      domain={[0, top]}
      ticks={yTicks}
      interval={0}
      width={MARGIN.left}
      axisLine={false}
      tickLine={false}
      tickFormatter={(share: number) => formatPercent(share, 1)}
      tick={TICK}
    />
  );
}

function curves(lines: readonly CurveLine[]) {
  return lines.map((line, index) => (
    <Line
      key={line.name}
      name={line.name}
      data={[...line.points]}
      dataKey="y"
      type="linear"
      stroke={lineColour(index)}
      strokeWidth={2}
      strokeDasharray={line.dashed ? '5 4' : undefined}
      dot={false}
      activeDot={false}
      isAnimationActive={false}
    />
  ));
}

/** Returns the index of the point under the pointer. */
function indexUnder({ target }: MouseEvent): number | null {
  const dot = target instanceof Element ? target.closest('[data-point]') : null;
  return dot ? Number(dot.getAttribute('data-point')) : null;
}

interface Plot {
  radius: (weight: number) => number;
  yTicks: number[];
  top: number;
}

/** The scale follows the curves and all but the few most extreme dots, which are drawn at the edge. */
function plotOf(points: readonly ScatterPoint[], lines: readonly CurveLine[]): Plot {
  const shares = points.map((point) => point.y).sort((a, b) => a - b);
  const nearTop = shares[Math.floor(shares.length * 0.98)] ?? 0;
  const curveTop = Math.max(0, ...lines.flatMap((line) => line.points.map((point) => point.y)));
  const yTicks = ticksTo(Math.max(curveTop, nearTop, 0.05));
  const heaviest = Math.max(1, ...points.map((point) => point.weight));
  return {
    radius: (weight) => RADIUS.least + (RADIUS.most - RADIUS.least) * Math.sqrt(Math.max(0, weight) / heaviest),
    yTicks,
    top: yTicks.at(-1) ?? 1,
  };
}

function Legend({ lines }: { lines: readonly CurveLine[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted-foreground">
      {lines.map((line, index) => (
        <li key={line.name} className="flex items-center gap-2">
          <LineKey colour={lineColour(index)} dashed={line.dashed} />
          {line.name}
        </li>
      ))}
      <li className="flex items-center gap-2">
        <svg width="10" height="10" aria-hidden="true">
          <circle cx="5" cy="5" r="4" className="fill-chart-2/45 stroke-chart-2" />
        </svg>
        A query; its area shows its impressions
      </li>
    </ul>
  );
}
