/** How lists are paged: each page names the cursor of the next. */
export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }): string | undefined => page.nextCursor ?? undefined,
};

/** Part of a query that placeholders depend on. */
interface Previous {
  queryKey: readonly unknown[];
}

/**
 * Placeholder of a filtered list: the rows of the previous filter stay until the new ones arrive, so that the list does not
 * blink. Those of another website, or of another record named third in the key, do not.
 */
export function keptWithin(owner?: string | null) {
  return <Shown>(shown: Shown | undefined, previous: Previous | undefined): Shown | undefined =>
    (ownerOf(previous?.queryKey[2]) ?? null) === (owner ?? null) ? shown : undefined;
}

function ownerOf(part: unknown): string | undefined {
  return typeof part === 'string' ? part : (part as { websiteId?: string } | undefined)?.websiteId;
}
