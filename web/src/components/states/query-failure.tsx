import type { UseQueryResult } from '@tanstack/react-query';
import { Card } from '@/components/ui/card';
import { ErrorPanel } from './panels';

/** Error card with Retry for a failed query; otherwise empty. */
export function QueryFailure({
  query,
  fallback,
  className,
}: {
  query: UseQueryResult<unknown>;
  /** The catalogue's text for a failure of this call. */
  fallback: string;
  className?: string;
}) {
  if (!query.isError || query.data !== undefined) return null;
  return (
    <Card className={className}>
      <ErrorPanel error={query.error} fallback={fallback} onRetry={() => query.refetch()} className="py-8" />
    </Card>
  );
}
