import type { Band, Line, Mark, Spot } from './line-plot';

export interface LineChartProps {
  /** Description of the chart for screen readers. */
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
