import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorPanel, LoadingRows, StaleNote } from './panels';
import { REFRESHING_OVER } from './refreshing';

/**
 * States of a query: skeleton before the first response, error with Retry, empty, data. A refetch keeps the data visible,
 * and rows that another filter is about to replace get a line at the top.
 */
export function QueryPanel<Data>({
  query,
  fallback,
  loading,
  isEmpty,
  empty,
  children,
}: {
  query: UseQueryResult<Data>;
  /** Text for a failure without a message of its own: `Failed to load the …`. */
  fallback: string;
  /** Skeleton with the shape of the content; `null` for a part that most often is empty. */
  loading?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  if (query.data === undefined) {
    if (query.isError) return <ErrorPanel error={query.error} fallback={fallback} onRetry={() => query.refetch()} />;
    return loading === undefined ? <LoadingRows /> : loading;
  }
  // Whether the new filter is empty too is not yet known.
  if (isEmpty?.(query.data)) return query.isPlaceholderData && loading !== null ? (loading ?? <LoadingRows />) : empty;
  return (
    // Not dimmed during a refetch: text would lose its contrast.
    <div aria-busy={query.isFetching} className={query.isPlaceholderData ? REFRESHING_OVER : undefined}>
      {query.isError ? <StaleNote query={query} fallback={fallback} /> : null}
      {children(query.data)}
    </div>
  );
}
