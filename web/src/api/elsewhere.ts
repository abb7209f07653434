import type { QueryClient } from '@tanstack/react-query';
import { useWorkspaceChoice } from '@/lib/session/workspace';
import type { Website } from './types';

/**
 * Whether an event is to be taken for one of another workspace of the user. Events of all of them come over one
 * connection and name no workspace, only the website that they are about: one that no list at hand has is elsewhere,
 * and so is an event about none. Whoever is in a single workspace has no elsewhere.
 */
export function isElsewhere(queries: QueryClient, websiteId: string | null | undefined): boolean {
  if (!useWorkspaceChoice.getState().hasOthers) return false;
  const lists = queries.getQueriesData<{ websites: Website[] }>({ queryKey: ['websites', 'list'] });
  return !lists.some(([, answer]) => answer?.websites.some(({ id }) => id === websiteId));
}
