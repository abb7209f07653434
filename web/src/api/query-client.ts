import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
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
  return new QueryClient({
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
}
