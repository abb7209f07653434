import { DrawnChart } from '@/components/charts/drawn-chart';
import { ticksTo } from '@/components/charts/scale';
import { ValueAxis } from '@/components/charts/value-axis';
import { cn } from '@/lib/cn';

export interface Column {
  id: string;
  value: number;
  /** Name of the column, below it. */
  name: string;
  /** Text of the column. */
  text: string;
}

const HEIGHT = 170;
const MARGIN = { top: 10, right: 8, bottom: 28, left: 34 };
/** Width that a name of a column needs, and the width of the widest column, in pixels. */
const NAME_ROOM = 90;
const WIDEST = 56;

/** A column for each day; a click or Enter chooses one. */
export function Timeline({
  label,
  columns,
  chosen,
  onChoose,
}: {
  label: string;
  columns: readonly Column[];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const ticks = ticksTo(Math.max(1, ...columns.map(({ value }) => value)), 3).filter(Number.isInteger);
  const most = Math.max(1, ticks.at(-1) ?? 1, ...columns.map(({ value }) => value));
  const bottom = HEIGHT - MARGIN.bottom;
  const y = (value: number) => bottom - (value / most) * (bottom - MARGIN.top);
  return (
    <DrawnChart
      label={label}
      hint="Point at a day or use the arrow keys to see it. Press Enter to choose it."
      texts={columns.map(({ text }) => text)}
      onOpen={(index) => columns[index] && onChoose(columns[index].id)}
    >
      {(width, at) => {
        const step = (width - MARGIN.left - MARGIN.right) / Math.max(1, columns.length);
        const bar = Math.min(WIDEST, Math.max(1, (step * 2) / 3));
        const named = Math.max(1, Math.ceil(NAME_ROOM / step));
        return (
          <svg data-chart width={width} height={HEIGHT} aria-hidden="true" className="tabular text-xs">
            <ValueAxis ticks={ticks} y={y} left={MARGIN.left} right={width - MARGIN.right} text={String} />
            {columns.map(({ id, name, value }, index) => {
              const x = MARGIN.left + index * step;
              return (
                <g key={id}>
                  {id === chosen ? (
                    <rect x={x} y={MARGIN.top} width={step} height={bottom - MARGIN.top} className="fill-muted" />
                  ) : null}
                  <rect
                    x={x + (step - bar) / 2}
                    y={value > 0 ? y(value) : bottom - 2}
                    width={bar}
                    height={value > 0 ? bottom - y(value) : 2}
                    className={cn(
                      value > 0 ? 'fill-chart-3' : 'fill-muted-foreground/50',
                      index === at && 'stroke-foreground',
                    )}
                  />
                  {index % named === 0 ? (
                    <text x={x + step / 2} y={bottom + 18} textAnchor="middle" className="fill-muted-foreground">
                      {name}
                    </text>
                  ) : null}
                  <rect
                    data-mark={index}
                    x={x}
                    y={MARGIN.top}
                    width={step}
                    height={bottom - MARGIN.top}
                    fill="transparent"
                    className="cursor-pointer"
                  />
                </g>
              );
            })}
          </svg>
        );
      }}
    </DrawnChart>
  );
}
