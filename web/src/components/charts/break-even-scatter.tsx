import { cn } from '@/lib/cn';
import { DrawnChart } from './drawn-chart';
import { LineKey } from './line-legend';
import { ticksBetween, ticksTo } from './scale';
import { ValueAxis } from './value-axis';

export interface CostPoint {
  id: string;
  cost: number;
  revenue: number;
  /** Text of the dot. */
  text: string;
}

const HEIGHT = 320;
const MARGIN = { top: 14, right: 16, bottom: 44, left: 60 };

/** Dots of revenue by cost with the line where both are equal. A profit is a disc, a loss is a square. */
export function BreakEvenScatter({
  label,
  points,
  money,
  onOpen,
}: {
  label: string;
  points: readonly CostPoint[];
  money: (cents: number) => string;
  onOpen?: (id: string) => void;
}) {
  const sorted = [...points].sort((one, other) => one.cost - other.cost || one.revenue - other.revenue);
  const xTicks = ticksTo(Math.max(100, ...sorted.map(({ cost }) => cost)));
  const yTicks = ticksBetween(
    Math.min(0, ...sorted.map(({ revenue }) => revenue)),
    Math.max(100, ...sorted.map(({ revenue }) => revenue)),
  );
  const [low, high, most] = [yTicks[0] ?? 0, yTicks.at(-1) ?? 1, xTicks.at(-1) ?? 1];
  const bottom = HEIGHT - MARGIN.bottom;
  const y = (revenue: number) => bottom - ((revenue - low) / (high - low)) * (bottom - MARGIN.top);
  const end = Math.min(most, high);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Legend />
      <DrawnChart
        label={label}
        hint="Point at a dot or use the arrow keys to see its values. Press Enter to open it."
        texts={sorted.map(({ text }) => text)}
        onOpen={(index) => sorted[index] && onOpen?.(sorted[index].id)}
      >
        {(width, at) => {
          const right = width - MARGIN.right;
          const x = (cost: number) => MARGIN.left + (cost / most) * (right - MARGIN.left);
          return (
            <svg data-chart width={width} height={HEIGHT} aria-hidden="true" className="tabular text-xs">
              <ValueAxis ticks={yTicks} y={y} left={MARGIN.left} right={right} text={money} />
              {xTicks.map((tick, index) => (
                <text
                  key={tick}
                  x={x(tick)}
                  y={bottom + 18}
                  textAnchor={index === xTicks.length - 1 ? 'end' : index === 0 ? 'start' : 'middle'}
                  className="fill-muted-foreground"
                >
                  {money(tick)}
                </text>
              ))}
              <text x={(MARGIN.left + right) / 2} y={HEIGHT - 8} textAnchor="middle" className="fill-muted-foreground">
                Cost
              </text>
              <line
                x1={x(0)}
                y1={y(0)}
                x2={x(end)}
                y2={y(end)}
                strokeWidth={2}
                strokeDasharray="5 4"
                className="stroke-chart-8"
              />
              {sorted.map((point, index) => (
                <Dot
                  key={point.id}
                  mark={index}
                  x={x(point.cost)}
                  y={y(point.revenue)}
                  isLoss={point.revenue < point.cost}
                  isReached={index === at}
                />
              ))}
            </svg>
          );
        }}
      </DrawnChart>
    </div>
  );
}

function Dot({
  mark,
  x,
  y,
  isLoss,
  isReached,
}: {
  mark: number;
  x: number;
  y: number;
  isLoss: boolean;
  isReached: boolean;
}) {
  const style = cn(
    'cursor-pointer',
    isLoss ? 'fill-chart-4/60 stroke-chart-4' : 'fill-chart-3/60 stroke-chart-3',
    isReached && 'stroke-foreground stroke-2',
  );
  if (isLoss) return <rect data-mark={mark} x={x - 4.5} y={y - 4.5} width={9} height={9} className={style} />;
  return <circle data-mark={mark} cx={x} cy={y} r={5.5} className={style} />;
}

function Legend() {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted-foreground">
      <li className="flex items-center gap-2">
        <svg width="12" height="12" aria-hidden="true">
          <circle cx="6" cy="6" r="5" className="fill-chart-3/60 stroke-chart-3" />
        </svg>
        A site with a profit
      </li>
      <li className="flex items-center gap-2">
        <svg width="12" height="12" aria-hidden="true">
          <rect x="1.5" y="1.5" width="9" height="9" className="fill-chart-4/60 stroke-chart-4" />
        </svg>
        A site with a loss
      </li>
      <li className="flex items-center gap-2">
        <LineKey colour="var(--chart-8)" dashed />
        Revenue equals cost
      </li>
    </ul>
  );
}
