import type { ReactNode } from 'react';
import { Button } from './button';

/** What a list of pages knows of its next page. */
export interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  /** Whether the next rows are loaded already, so that the button needs no network. */
  isLoaded?: boolean;
}

/** Loads the next page at the foot of a list; nothing where the list is complete. */
export function LoadMore({
  query,
  label = 'Load more',
  note,
}: {
  query: Pages;
  label?: string;
  /** Text above the button. */
  note?: ReactNode;
}) {
  if (!query.hasNextPage) return null;
  return (
    <div className="border-t border-border p-3 text-center">
      {note === undefined ? null : (
        <p role="status" className="tabular mb-2 text-[0.8125rem] text-pretty text-muted-foreground">
          {note}
        </p>
      )}
      <Button
        variant="outline"
        size="sm"
        needsNetwork={!query.isLoaded}
        busy={query.isFetchingNextPage}
        onClick={() => query.fetchNextPage()}
      >
        {label}
      </Button>
    </div>
  );
}
