import { type ReactNode, Suspense } from 'react';
import { Skeleton } from '@/components/ui/skeleton';

/** Keeps the place of a chart until the chart library has come. */
export function LazyChart({ height, children }: { height: number; children: ReactNode }) {
  const loading = (
    <div role="status" aria-label="Loading">
      <div style={{ height }}>
        <Skeleton className="size-full" />
      </div>
    </div>
  );
  return <Suspense fallback={loading}>{children}</Suspense>;
}
