import type { QueryClient } from '@tanstack/react-query';
import { useWorkspaceChoice } from '@/lib/session/workspace';
import type { Website } from './types';

/**
 * Returns whether an event belongs to another workspace of the user. Events of all workspaces share one connection and
 * carry only a website id. An event without a website, or with one outside the cached lists, belongs elsewhere, unless
 * the user has only one workspace.
 */
export function isElsewhere(queries: QueryClient, websiteId: string | null | undefined): boolean {
  if (!useWorkspaceChoice.getState().hasOthers) return false;
  const lists = queries.getQueriesData<{ websites: Website[] }>({ queryKey: ['websites', 'list'] });
  return !lists.some(([, answer]) => answer?.websites.some(({ id }) => id === websiteId));
}
