import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { formatPercent } from '@/lib/format';
import { linear, ticksTo } from './scale';
import { useWidth } from './use-width';

export interface ScatterPoint {
  id: string;
  x: number;
  y: number;
  /** Gives the dot its area. */
  weight: number;
  /** Read out and shown when the point is reached. */
  label: string;
}

export interface CurveLine {
  name: string;
  /** Dashes are the second cue beside the colour. */
  dashed: boolean;
  points: readonly { x: number; y: number }[];
}

const HEIGHT = 340;
const MARGIN = { top: 12, right: 12, bottom: 40, left: 48 };
const RADIUS = { least: 2.5, most: 9 };
const X_TICKS = [1, 3, 5, 10, 15, 20];

/**
 * Dots against curves: shares of clicks (0 to 1) by position (1 to 20). Arrow keys go from dot to dot, Enter opens
 * the one that is reached.
 */
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
  const plot = usePlot(sorted, lines, width);
  const reached = at === null ? null : sorted[at];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (event.key === 'Enter' && reached) onOpen(reached.id);
    if (!step || sorted.length === 0) return;
    event.preventDefault();
    setAt((now) => Math.min(sorted.length - 1, Math.max(0, (now ?? (step > 0 ? -1 : sorted.length)) + step)));
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
        onMouseLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
      >
        <svg data-chart width={width} height={HEIGHT} aria-hidden="true" className="block max-w-full text-xs">
          <Axes plot={plot} width={width} />
          {lines.map((line, index) => (
            <path
              key={line.name}
              d={path(line.points, plot)}
              fill="none"
              strokeWidth={2}
              strokeDasharray={line.dashed ? '5 4' : undefined}
              className={index === 0 ? 'stroke-chart-1' : 'stroke-chart-8'}
            />
          ))}
          {sorted.map((point, index) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys and Enter on the chart do the same
            <circle
              key={point.id}
              cx={plot.x(point.x)}
              cy={plot.y(point.y)}
              r={plot.radius(point.weight)}
              className={
                index === at
                  ? 'cursor-pointer fill-chart-2 stroke-foreground'
                  : 'cursor-pointer fill-chart-2/45 stroke-chart-2'
              }
              onMouseEnter={() => setAt(index)}
              onClick={() => onOpen(point.id)}
            />
          ))}
        </svg>
      </div>
      <p id={hint} aria-live="polite" className="min-h-5 text-[0.8125rem] text-muted-foreground">
        {reached ? reached.label : 'Point at a dot or use the arrow keys to see its values. Press Enter to open it.'}
      </p>
    </div>
  );
}

interface Plot {
  x: (value: number) => number;
  y: (value: number) => number;
  radius: (weight: number) => number;
  yTicks: number[];
  top: number;
}

/** The height follows the curves and all but the few most extreme dots, which are drawn at the edge. */
function usePlot(points: readonly ScatterPoint[], lines: readonly CurveLine[], width: number): Plot {
  return useMemo(() => {
    const shares = points.map((point) => point.y).sort((a, b) => a - b);
    const nearTop = shares[Math.floor(shares.length * 0.98)] ?? 0;
    const curveTop = Math.max(0, ...lines.flatMap((line) => line.points.map((point) => point.y)));
    const yTicks = ticksTo(Math.max(curveTop, nearTop, 0.05));
    const top = yTicks.at(-1) ?? 1;
    const heaviest = Math.max(1, ...points.map((point) => point.weight));
    return {
      x: linear([1, 20], [MARGIN.left + 8, width - MARGIN.right]),
      y: linear([0, top], [HEIGHT - MARGIN.bottom, MARGIN.top]),
      radius: (weight) => RADIUS.least + (RADIUS.most - RADIUS.least) * Math.sqrt(Math.max(0, weight) / heaviest),
      yTicks,
      top,
    };
  }, [points, lines, width]);
}

function path(points: CurveLine['points'], plot: Plot): string {
  return points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${plot.x(x).toFixed(1)},${plot.y(y).toFixed(1)}`)
    .join('');
}

function Axes({ plot, width }: { plot: Plot; width: number }) {
  return (
    <g className="fill-muted-foreground">
      {plot.yTicks.map((tick) => (
        <g key={tick}>
          <line
            x1={MARGIN.left}
            x2={width - MARGIN.right}
            y1={plot.y(tick)}
            y2={plot.y(tick)}
            className="stroke-border"
          />
          <text x={MARGIN.left - 8} y={plot.y(tick) + 4} textAnchor="end" className="tabular">
            {formatPercent(tick, 1)}
          </text>
        </g>
      ))}
      {X_TICKS.map((tick) => (
        <text key={tick} x={plot.x(tick)} y={HEIGHT - MARGIN.bottom + 18} textAnchor="middle" className="tabular">
          {tick}
        </text>
      ))}
      <text x={(MARGIN.left + width) / 2} y={HEIGHT - 4} textAnchor="middle">
        Average position
      </text>
    </g>
  );
}

function Legend({ lines }: { lines: readonly CurveLine[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted-foreground">
      {lines.map((line, index) => (
        <li key={line.name} className="flex items-center gap-2">
          <svg width="22" height="8" aria-hidden="true">
            <line
              x1="0"
              x2="22"
              y1="4"
              y2="4"
              strokeWidth="2"
              strokeDasharray={line.dashed ? '5 4' : undefined}
              className={index === 0 ? 'stroke-chart-1' : 'stroke-chart-8'}
            />
          </svg>
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
