import type { UseQueryResult } from '@tanstack/react-query';

/** Says in a line that a query failed, with a button to retry. */
export function Failed({ what, query }: { what: string; query: Pick<UseQueryResult, 'refetch'> }) {
  return (
    <>
      failed to load{' '}
      <button
        type="button"
        aria-label={`Retry: ${what}`}
        onClick={() => query.refetch()}
        className="text-brand underline underline-offset-4"
      >
        Retry
      </button>
    </>
  );
}
