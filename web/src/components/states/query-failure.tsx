import type { UseQueryResult } from '@tanstack/react-query';
import { Card } from '@/components/ui/card';
import { ErrorPanel } from './panels';

/** Where a query had no answer: a card that says so, with a way to try again. Otherwise nothing. */
export function QueryFailure({
  query,
  fallback,
  className,
}: {
  query: UseQueryResult<unknown>;
  /** The catalogue's text for a failure of this call. */
  fallback?: string;
  className?: string;
}) {
  if (!query.isError || query.data !== undefined) return null;
  return (
    <Card className={className}>
      <ErrorPanel error={query.error} fallback={fallback} onRetry={() => query.refetch()} className="py-8" />
    </Card>
  );
}
