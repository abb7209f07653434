import { linear, ticksBetween } from './scale';

export type ChartTone = 1 | 2 | 3 | 4 | 5 | 7 | 8;
type Values = readonly (number | null | undefined)[];

export interface Line {
  name: string;
  values: Values;
  tone: ChartTone;
  /** Dashes are the second cue in addition to the colour. */
  dashed?: boolean;
}

export interface Band {
  name: string;
  low: Values;
  high: Values;
  tone: ChartTone;
}

export interface Mark {
  /** Index of its position. */
  at: number;
  text: string;
  tone: ChartTone;
}

export interface Spot extends Mark {
  y: number;
}

/** A series colour, distinct for colour-blind readers too (styles/tokens.css). */
export function toneColour(tone: ChartTone): string {
  return `var(--chart-${tone})`;
}

/** Minimum distance of two tick texts, in pixels. */
const TICK_ROOM = 100;
/** Width for the first or last text, which is aligned to its end. */
const END_ROOM = 130;
/** Height of the line of texts above the plot, if there are any: no value is there. */
const LANE = 18;
/** Room around the lines: of the axes on the left and below. */
export const MARGIN = { top: 14, right: 12, bottom: 40, left: 56 };

export interface Plot {
  /** Pixels of a position's index and of a value. */
  x: (index: number) => number;
  y: (value: number) => number;
  top: number;
  right: number;
  bottom: number;
  left: number;
  xTicks: number[];
  yTicks: number[];
}

interface Drawn {
  xs: readonly number[];
  lines: readonly Line[];
  bands: readonly Band[];
  spots: readonly Spot[];
  marks?: readonly Mark[];
  zero: boolean;
  width: number;
  height: number;
}

/** Returns scales and ticks for all content. */
export function plotOf({ xs, lines, bands, spots, marks = [], zero, width, height }: Drawn): Plot {
  const values = [
    ...lines.flatMap((line) => line.values),
    ...bands.flatMap((band) => [...band.low, ...band.high]),
    ...spots.map((spot) => spot.y),
    ...(zero ? [0] : []),
  ].filter((value): value is number => typeof value === 'number' && Number.isFinite(value));
  const [least, most] = values.reduce(
    ([a, b], value) => [Math.min(a, value), Math.max(b, value)],
    [Infinity, -Infinity],
  );
  const yTicks = values.length === 0 ? [0, 1] : ticksBetween(least, most);
  const top = MARGIN.top + (marks.some(({ text }) => text !== '') ? LANE : 0);
  const edges = { top, right: width - MARGIN.right, bottom: height - MARGIN.bottom, left: MARGIN.left };
  const place = linear([xs[0] ?? 0, xs.at(-1) ?? 1], [edges.left, edges.right]);
  const x = (index: number) => place(xs[Math.max(0, Math.min(xs.length - 1, index))] ?? 0);
  return {
    ...edges,
    x,
    y: linear([yTicks[0] ?? 0, yTicks.at(-1) ?? 1], [edges.bottom, edges.top]),
    yTicks,
    xTicks: ticksAlong(xs.length, x),
  };
}

/**
 * Returns the first index, each `step`th after it, and the last. Ticks without room after the previous one, or before the
 * last, are omitted.
 */
function ticksAlong(length: number, x: (index: number) => number): number[] {
  const last = length - 1;
  const step = evenStep(last, (x(last) - x(0)) / Math.max(1, last));
  const hasRoom = (from: number, to: number) => x(to) - x(from) >= (from === 0 || to === last ? END_ROOM : TICK_ROOM);
  const ticks: number[] = [];
  for (let index = 0; index < last; index += step) {
    const before = ticks.at(-1);
    if (before === undefined || (hasRoom(before, index) && hasRoom(index, last))) ticks.push(index);
  }
  return length > 0 ? [...ticks, last] : [];
}

/** Part of the distance of ticks by which the distance to the last one may differ. */
const EVEN = 0.25;

/**
 * Returns the least distance of ticks, in indices of `room` pixels each, from which the distance to the `last` one hardly
 * differs. If there is none, the most even one.
 */
function evenStep(last: number, room: number): number {
  const least = Math.max(1, Math.min(last, Math.ceil(END_ROOM / room)));
  const unevenness = (step: number) => {
    const rest = last % step;
    const gap = rest * room < END_ROOM ? rest + step : rest;
    return Math.abs(gap / step - 1);
  };
  const steps = Array.from({ length: Math.ceil(least / 2) + 1 }, (_, more) => least + more);
  const most = steps.reduce((best, step) => (unevenness(step) < unevenness(best) ? step : best));
  return steps.find((step) => unevenness(step) <= EVEN) ?? most;
}

function isKnown(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Returns the values of a place in words. */
export function readout(
  {
    xText,
    yText,
    lines,
    bands = [],
    marks = [],
    spots = [],
  }: {
    xText: (index: number) => string;
    yText: (value: number) => string;
    lines: readonly Line[];
    bands?: readonly Band[];
    marks?: readonly Mark[];
    spots?: readonly Spot[];
  },
  at: number,
): string {
  const parts = [
    ...lines.flatMap(({ name, values }) => (isKnown(values[at]) ? [`${name} ${yText(values[at] as number)}`] : [])),
    ...bands.flatMap(({ name, low, high }) =>
      isKnown(low[at]) && isKnown(high[at])
        ? [`${name} ${yText(low[at] as number)} to ${yText(high[at] as number)}`]
        : [],
    ),
    ...[...marks, ...spots].filter((mark) => mark.at === at && mark.text !== '').map((mark) => mark.text),
  ];
  return `${xText(at)}: ${parts.length === 0 ? 'no data' : parts.join('; ')}`;
}
