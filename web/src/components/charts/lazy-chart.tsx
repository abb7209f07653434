import { type ReactNode, Suspense } from 'react';
import { Skeleton } from '@/components/ui/skeleton';

/**
 * Reserves the place of a chart until the chart library has loaded; `below` is the class of the content below the plot.
 */
export function LazyChart({ height, below, children }: { height: number; below?: string; children: ReactNode }) {
  const loading = (
    <div role="status" aria-label="Loading">
      <div style={{ height }}>
        <Skeleton className="size-full" />
      </div>
      {below ? <div className={below} /> : null}
    </div>
  );
  return <Suspense fallback={loading}>{children}</Suspense>;
}
