import { Button } from './button';

/** What a list of pages knows of its next page. */
export interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** Loads the next page at the foot of a list; nothing where the list is complete. */
export function LoadMore({ query }: { query: Pages }) {
  if (!query.hasNextPage) return null;
  return (
    <div className="border-t border-border p-3 text-center">
      <Button
        variant="outline"
        size="sm"
        needsNetwork
        busy={query.isFetchingNextPage}
        onClick={() => query.fetchNextPage()}
      >
        Load more
      </Button>
    </div>
  );
}
