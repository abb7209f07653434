import { formatPercent } from '@/lib/format';
import { DrawnChart } from './drawn-chart';
import { LineKey } from './line-legend';
import { ticksBetween } from './scale';
import { ValueAxis } from './value-axis';

export interface ParetoBar {
  id: string;
  name: string;
  value: number;
  /** Sum of this and all previous bars as a share of the total. */
  share: number;
  /** Text of the bar. */
  text: string;
}

const HEIGHT = 300;
/** Wider bars look like areas. */
const BAR_MAX = 72;
const MARGIN = { top: 14, right: 48, bottom: 28, left: 60 };
const SHARES = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** Returns the bars from the highest value on, each with the cumulative share. */
export function paretoBars(
  items: readonly { id: string; name: string; value: number }[],
  total: number,
  text: (value: number, share: number, name: string) => string,
): ParetoBar[] {
  let sum = 0;
  return [...items]
    .sort((one, other) => other.value - one.value)
    .map((item) => {
      sum += item.value;
      const share = total > 0 ? sum / total : 0;
      return { ...item, share, text: text(item.value, share, item.name) };
    });
}

/** Bars from the highest value on, with the line of their cumulative share of the total. */
export function Pareto({
  label,
  bars,
  yText,
  barName,
  onOpen,
}: {
  label: string;
  bars: readonly ParetoBar[];
  yText: (value: number) => string;
  /** What a bar is, for the legend: "Revenue of a site". */
  barName: string;
  onOpen?: (id: string) => void;
}) {
  const values = bars.map(({ value }) => value);
  const ticks = ticksBetween(Math.min(0, ...values), Math.max(1, ...values));
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const bottom = HEIGHT - MARGIN.bottom;
  const y = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - MARGIN.top);
  const shareY = (share: number) => bottom - Math.min(1, Math.max(0, share)) * (bottom - MARGIN.top);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Legend barName={barName} />
      <DrawnChart
        label={label}
        hint="Point at a bar or use the arrow keys to see its values. Press Enter to open it."
        texts={bars.map(({ text }) => text)}
        onOpen={(index) => bars[index] && onOpen?.(bars[index].id)}
      >
        {(width, at) => {
          const right = width - MARGIN.right;
          const step = (right - MARGIN.left) / Math.max(1, bars.length);
          const barWidth = Math.max(1, Math.min(BAR_MAX, step - Math.min(4, step / 3)));
          const middle = (index: number) => MARGIN.left + (index + 0.5) * step;
          return (
            <svg data-chart width={width} height={HEIGHT} aria-hidden="true" className="tabular text-xs">
              <ValueAxis ticks={ticks} y={y} left={MARGIN.left} right={right} text={yText} />
              <Shares x={right + 8} y={shareY} />
              {bars.map((bar, index) => (
                <rect
                  key={bar.id}
                  x={middle(index) - barWidth / 2}
                  width={barWidth}
                  y={Math.min(y(bar.value), y(0))}
                  height={Math.max(1, Math.abs(y(bar.value) - y(0)))}
                  className={index === at ? 'fill-chart-1 stroke-foreground' : 'fill-chart-1/70'}
                />
              ))}
              <polyline
                points={bars.map((bar, index) => `${middle(index)},${shareY(bar.share)}`).join(' ')}
                fill="none"
                strokeWidth={2}
                className="stroke-chart-2"
              />
              {at !== null && bars[at] ? (
                <circle cx={middle(at)} cy={shareY(bars[at].share)} r={4} className="fill-chart-2 stroke-foreground" />
              ) : null}
              <text x={MARGIN.left} y={HEIGHT - 8} className="fill-muted-foreground">
                Highest first
              </text>
              {bars.map((bar, index) => (
                <rect
                  key={bar.id}
                  data-mark={index}
                  x={MARGIN.left + index * step}
                  width={step}
                  y={MARGIN.top}
                  height={bottom - MARGIN.top}
                  fill="transparent"
                  className="cursor-pointer"
                />
              ))}
            </svg>
          );
        }}
      </DrawnChart>
    </div>
  );
}

function Shares({ x, y }: { x: number; y: (share: number) => number }) {
  return SHARES.map((share) => (
    <text key={share} x={x} y={y(share) + 4} className="fill-muted-foreground">
      {formatPercent(share, 0)}
    </text>
  ));
}

function Legend({ barName }: { barName: string }) {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted-foreground">
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="size-3 rounded-sm bg-chart-1" />
        {barName}
      </li>
      <li className="flex items-center gap-2">
        <LineKey colour="var(--chart-2)" />
        Cumulative share
      </li>
    </ul>
  );
}
