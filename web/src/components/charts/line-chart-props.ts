import type { Band, Line, Mark, Spot } from './line-plot';

export interface LineChartProps {
  /** Description of the chart for screen readers. */
  label: string;
  /** Positions on the horizontal axis, ascending. */
  xs: readonly number[];
  xText: (index: number) => string;
  xTitle?: string;
  yText: (value: number) => string;
  lines: readonly Line[];
  bands?: readonly Band[];
  /** Vertical lines at positions, such as the day of a change. */
  marks?: readonly Mark[];
  /** Single dots with their own text. */
  spots?: readonly Spot[];
  /** Draws the zero line and includes it in the range. */
  zero?: boolean;
  height?: number;
}
