import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react';
import { cn } from '@/lib/cn';
import {
  areaPath,
  type Band,
  type Line,
  linePath,
  type Mark,
  type Plot,
  plotOf,
  readout,
  type Spot,
  TONES,
  textSpan,
  withRoom,
} from './line-plot';
import { useWidth } from './use-width';

export interface LineChartProps {
  /** What the chart shows, for those who do not see it. */
  label: string;
  /** Places on the horizontal axis, rising. */
  xs: readonly number[];
  xText: (index: number) => string;
  xTitle?: string;
  yText: (value: number) => string;
  lines: readonly Line[];
  bands?: readonly Band[];
  /** Upright lines at places, such as the day of a change. */
  marks?: readonly Mark[];
  /** Single dots with a text of their own. */
  spots?: readonly Spot[];
  /** Draws the zero line and keeps it in the picture. */
  zero?: boolean;
  height?: number;
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** Lines, bands, marks and dots over one axis. Arrow keys and the pointer go from place to place and read them out. */
export function LineChart(props: LineChartProps) {
  const { label, xs, lines, bands = [], marks = [], spots = [], height = 280 } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const hint = useId();
  const [at, setAt] = useState<number | null>(null);
  const plot = useMemo(
    () => plotOf({ xs, lines, bands, spots, zero: props.zero ?? false, width, height }),
    [xs, lines, bands, spots, props.zero, width, height],
  );
  const told = useMemo(() => withRoom(marks, plot), [marks, plot]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    setAt((now) => Math.min(xs.length - 1, Math.max(0, (now ?? (step > 0 ? -1 : xs.length)) + step)));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) =>
    setAt(plot.nearest(event.clientX - event.currentTarget.getBoundingClientRect().left));
  return (
    <div ref={box} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Legend lines={lines} bands={bands} />
      <div
        role="application"
        aria-roledescription="chart"
        aria-label={label}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys need the focus
        tabIndex={0}
        className="rounded-md"
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
      >
        <svg data-chart width={width} height={height} aria-hidden="true" className="block max-w-full text-xs">
          <Axes plot={plot} {...props} />
          {bands.map((band) => (
            <path key={band.name} d={areaPath(band, plot)} className={cn(TONES[band.tone].area, 'stroke-none')} />
          ))}
          {marks.map((mark) => (
            <MarkLine key={`${mark.at}-${mark.text}`} mark={mark} plot={plot} isTold={told.has(mark)} />
          ))}
          {lines.map((line) => (
            <path
              key={line.name}
              d={linePath(line.values, plot)}
              fill="none"
              strokeWidth={2}
              strokeDasharray={line.dashed ? '5 4' : undefined}
              className={TONES[line.tone].line}
            />
          ))}
          {spots.map((spot) => (
            <circle
              key={`${spot.at}-${spot.text}`}
              cx={plot.x(spot.at)}
              cy={plot.y(spot.y)}
              r={4.5}
              strokeWidth={2}
              className={cn('fill-card', TONES[spot.tone].line)}
            />
          ))}
          {at === null ? null : (
            <line
              x1={plot.x(at)}
              x2={plot.x(at)}
              y1={plot.top}
              y2={plot.bottom}
              className="stroke-foreground"
              strokeOpacity={0.5}
            />
          )}
        </svg>
      </div>
      <p id={hint} aria-live="polite" className="min-h-10 text-[0.8125rem] text-muted-foreground sm:min-h-5">
        {at === null ? 'Point at the chart or use the arrow keys to see its values.' : readout(props, at)}
      </p>
    </div>
  );
}

function MarkLine({ mark, plot, isTold }: { mark: Mark; plot: Plot; isTold: boolean }) {
  const x = plot.x(mark.at);
  const { anchor, from, to } = textSpan(mark, plot);
  return (
    <g>
      <line
        x1={x}
        x2={x}
        y1={plot.top}
        y2={plot.bottom}
        strokeWidth={1.5}
        strokeDasharray="2 3"
        className={TONES[mark.tone].line}
      />
      {isTold ? (
        <text x={anchor === 'end' ? to : from} y={plot.top + 10} textAnchor={anchor} className="fill-foreground">
          {mark.text}
        </text>
      ) : null}
    </g>
  );
}

function Axes({ plot, xs, xText, xTitle, yText, zero }: LineChartProps & { plot: Plot }) {
  return (
    <g className="fill-muted-foreground">
      {plot.yTicks.map((tick) => (
        <g key={tick}>
          <line
            x1={plot.left}
            x2={plot.right}
            y1={plot.y(tick)}
            y2={plot.y(tick)}
            className={zero && tick === 0 ? 'stroke-muted-foreground' : 'stroke-border'}
          />
          <text x={plot.left - 8} y={plot.y(tick) + 4} textAnchor="end" className="tabular">
            {yText(tick)}
          </text>
        </g>
      ))}
      {plot.xTicks.map((index, place) => (
        <text
          key={index}
          x={plot.x(index)}
          y={plot.bottom + 18}
          textAnchor={place === 0 ? 'start' : index === xs.length - 1 ? 'end' : 'middle'}
          className="tabular"
        >
          {xText(index)}
        </text>
      ))}
      {xTitle ? (
        <text x={(plot.left + plot.right) / 2} y={plot.bottom + 34} textAnchor="middle">
          {xTitle}
        </text>
      ) : null}
    </g>
  );
}

function Legend({ lines, bands }: { lines: readonly Line[]; bands: readonly Band[] }) {
  if (lines.length + bands.length < 2) return null;
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted-foreground">
      {lines.map((line) => (
        <li key={line.name} className="flex items-center gap-2">
          <svg width="22" height="8" aria-hidden="true">
            <line
              x1="0"
              x2="22"
              y1="4"
              y2="4"
              strokeWidth="2"
              strokeDasharray={line.dashed ? '5 4' : undefined}
              className={TONES[line.tone].line}
            />
          </svg>
          {line.name}
        </li>
      ))}
      {bands.map((band) => (
        <li key={band.name} className="flex items-center gap-2">
          <svg width="22" height="10" aria-hidden="true">
            <rect width="22" height="10" rx="2" className={TONES[band.tone].area} />
          </svg>
          {band.name}
        </li>
      ))}
    </ul>
  );
}
