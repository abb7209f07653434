import { cn } from '@/lib/cn';

const [WIDTH, HEIGHT] = [72, 24];

/** Trend of a figure in the size of a word. The figure itself is next to it. */
export function Sparkline({ values, className }: { values: readonly number[]; className?: string }) {
  if (values.length < 2) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (index: number) => (WIDTH * index) / (values.length - 1);
  // A constant series is drawn in the middle.
  const y = (value: number) => (high === low ? HEIGHT / 2 : 1 + (HEIGHT - 2) * (1 - (value - low) / (high - low)));
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cn('h-6 w-18 min-w-6 shrink fill-none stroke-chart-1', className)}
    >
      <polyline points={points} strokeWidth={1.5} vectorEffect="non-scaling-stroke" strokeLinejoin="round" />
    </svg>
  );
}
