import { queryOptions } from '@tanstack/react-query';
import { ApiError, NetworkError } from '@/api/errors';
import { failures } from '@/lib/strings';

/** The page of a preview at `address`, ready for a frame without scripts. A preview never changes. */
export function previewQuery(address: string) {
  return queryOptions({
    queryKey: ['preview', address],
    queryFn: async ({ signal }) =>
      withoutScripts(await load(address, signal), new URL(address, window.location.href).href),
  });
}

async function load(address: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { signal, credentials: 'omit' }).catch((error) => {
    throw new NetworkError(error);
  });
  if (!response.ok) throw new ApiError(failures.request, response.status);
  return response.text();
}

/**
 * A page without its scripts: a frame that allows none would report each of them in the console. Its relative addresses lead
 * to `address`, which is whole, because browsers that load ahead would take a relative one as part of the app's.
 */
export function withoutScripts(html: string, address: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const script of page.querySelectorAll('script')) script.remove();
  const base = page.createElement('base');
  base.href = address;
  page.head.prepend(base);
  return `<!DOCTYPE html>${page.documentElement.outerHTML}`;
}
