import { type Query, QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { tokenStorage } from '@/lib/session/token-storage';
import { chosenWorkspace, workspaceHeaders } from '@/lib/session/workspace';

/** For queries without a function: a GET on the first part of their key. */
export async function fetchByKey({ queryKey, signal }: QueryFunctionContext): Promise<unknown> {
  const token = tokenStorage.accessToken();
  const headers = { ...workspaceHeaders(chosenWorkspace()), ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  const response = await fetch(String(queryKey[0]), { credentials: 'include', signal, headers });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response.json();
}

/** Data never becomes stale by itself: live events update it, mutations invalidate it, users refresh it. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: fetchByKey,
        networkMode: 'always',
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Infinity,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  fetchOutdatedAgain(client);
  return client;
}

/**
 * Fetches a query again that was invalidated during its first fetch: the answer may be older than the change. The library
 * starts a later fetch again by itself, but lets a first one finish and takes its answer as new.
 */
function fetchOutdatedAgain(client: QueryClient): void {
  const outdated = new WeakSet<Query>();
  client.getQueryCache().subscribe(({ query, type, ...event }) => {
    const action = type === 'updated' && 'action' in event ? event.action.type : null;
    if (action === 'invalidate' && query.state.data === undefined && query.state.fetchStatus !== 'idle')
      outdated.add(query);
    else if (action === 'success' && outdated.delete(query))
      queueMicrotask(() => void client.invalidateQueries({ queryKey: query.queryKey, exact: true }));
  });
}
