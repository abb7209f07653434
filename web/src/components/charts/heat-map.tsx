import { cn } from '@/lib/cn';
import { DrawnChart, type Move } from './drawn-chart';

export interface HeatRow {
  name: string;
  /** One value per column; null where there is none yet. */
  values: readonly (number | null)[];
}

const CELL = { width: 52, maxWidth: 112, height: 30, gap: 2 };
const LABEL = 84;
const TOP = 26;
const GAINS = ['fill-chart-1/15', 'fill-chart-1/35', 'fill-chart-1/55', 'fill-chart-1/75', 'fill-chart-1'];
const STEPS = [0, 1, 2, 3, 4];
const SWATCHES = ['bg-chart-1/15', 'bg-chart-1/35', 'bg-chart-1/55', 'bg-chart-1/75', 'bg-chart-1'];

/** Step of a value above zero: fifths of the maximum, 0 to 4. */
export function heatStep(value: number, most: number): number {
  return Math.min(4, Math.max(0, Math.ceil((value / most) * 5) - 1));
}

/** A grid of values, coloured by fifths of the maximum. Each cell has its value as text. */
export function HeatMap({
  label,
  rows,
  columns,
  columnTitle,
  text,
  readout,
}: {
  label: string;
  rows: readonly HeatRow[];
  columns: readonly string[];
  columnTitle: string;
  text: (value: number) => string;
  readout: (row: HeatRow, column: number, value: number | null) => string;
}) {
  const values = rows.flatMap((row) => row.values).filter((value) => value !== null);
  const most = Math.max(0, ...values);
  const count = columns.length;
  const texts = rows.flatMap((row) => columns.map((_, column) => readout(row, column, row.values[column] ?? null)));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Legend most={most} hasLoss={values.some((value) => value < 0)} text={text} />
      <DrawnChart
        label={label}
        hint="Point at a cell or use the arrow keys to see its value."
        texts={texts}
        move={acrossGrid(rows.length, count)}
        minWidth={LABEL + count * CELL.width}
      >
        {(width, at) => {
          const wide = Math.min(CELL.maxWidth, (width - LABEL) / Math.max(1, count));
          return (
            <svg
              data-chart
              width={width}
              height={TOP + rows.length * CELL.height}
              aria-hidden="true"
              className="tabular text-xs"
            >
              <Columns title={columnTitle} names={columns} wide={wide} />
              {rows.map((row, line) => (
                <g key={row.name}>
                  <text x={0} y={TOP + line * CELL.height + 20} className="fill-foreground">
                    {row.name}
                  </text>
                  {columns.map((name, column) => {
                    const value = row.values[column] ?? null;
                    const mark = line * count + column;
                    const place = { x: LABEL + column * wide, y: TOP + line * CELL.height };
                    return (
                      <Cell
                        key={name}
                        {...place}
                        width={wide}
                        mark={mark}
                        words={value === null ? '' : text(value)}
                        fill={fillOf(value, most)}
                        isReached={at === mark}
                      />
                    );
                  })}
                </g>
              ))}
            </svg>
          );
        }}
      </DrawnChart>
    </div>
  );
}

function Columns({ title, names, wide }: { title: string; names: readonly string[]; wide: number }) {
  return (
    <>
      <text x={0} y={16} className="fill-muted-foreground">
        {title}
      </text>
      {names.map((name, column) => (
        <text key={name} x={LABEL + (column + 0.5) * wide} y={16} textAnchor="middle" className="fill-muted-foreground">
          {name}
        </text>
      ))}
    </>
  );
}

/** Colours of the two highest steps need dark text in every theme. */
const DARK_TEXT = GAINS.slice(3);

function fillOf(value: number | null, most: number): string {
  if (value === null) return 'fill-none';
  if (value < 0) return 'fill-chart-4/25';
  return value === 0 ? 'fill-muted' : (GAINS[heatStep(value, most)] ?? 'fill-muted');
}

function Cell({
  x,
  y,
  width,
  mark,
  words,
  fill,
  isReached,
}: {
  x: number;
  y: number;
  width: number;
  mark: number;
  words: string;
  fill: string;
  isReached: boolean;
}) {
  return (
    <g>
      <rect
        x={x + CELL.gap / 2}
        y={y + CELL.gap / 2}
        width={Math.max(0, width - CELL.gap)}
        height={CELL.height - CELL.gap}
        rx={3}
        className={cn(fill, isReached && 'stroke-foreground stroke-2')}
      />
      <text
        x={x + width / 2}
        y={y + 20}
        textAnchor="middle"
        className={DARK_TEXT.includes(fill) ? 'fill-black' : 'fill-foreground'}
      >
        {words}
      </text>
      <rect data-mark={mark} x={x} y={y} width={width} height={CELL.height} fill="transparent" />
    </g>
  );
}

function Legend({ most, hasLoss, text }: { most: number; hasLoss: boolean; text: (value: number) => string }) {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground">
      {most > 0
        ? STEPS.map((step) => (
            <li key={step} className="flex items-center gap-1.5">
              <span aria-hidden="true" className={cn('size-3 rounded-sm border border-border', SWATCHES[step])} />
              {`up to ${text((most * (step + 1)) / 5)}`}
            </li>
          ))
        : null}
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-3 rounded-sm border border-border bg-muted" />
        nothing
      </li>
      {hasLoss ? (
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-3 rounded-sm border border-border bg-chart-4/25" />
          below zero
        </li>
      ) : null}
    </ul>
  );
}

/** Moves between the cells of a grid. */
function acrossGrid(rows: number, columns: number): Move {
  return (at, key) => {
    if (rows * columns === 0 || !['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown'].includes(key)) return null;
    if (at === null) return 0;
    const [row, column] = [Math.floor(at / columns), at % columns];
    const next = {
      ArrowRight: [row, Math.min(columns - 1, column + 1)],
      ArrowLeft: [row, Math.max(0, column - 1)],
      ArrowDown: [Math.min(rows - 1, row + 1), column],
      ArrowUp: [Math.max(0, row - 1), column],
    }[key];
    return next ? (next[0] ?? 0) * columns + (next[1] ?? 0) : null;
  };
}
