import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Website } from '@/api/types';
import { websiteQueries } from '@/api/websites';
import { useUrlState } from './use-url-state';

const DEFAULTS = { website: '' };

/** Website with the latest data, otherwise the first; own websites before the sample. */
export function preferredWebsite(websites: readonly Website[]): Website | null {
  const rank = (website: Website) => [website.kind === 'sample' ? 0 : 1, website.lastImportAt ?? ''] as const;
  const withData = websites.filter((website) => website.lastImportAt !== null);
  const candidates = withData.length > 0 ? withData : websites;
  return candidates.reduce<Website | null>((best, website) => {
    if (!best) return website;
    const [bestOwn, bestAt] = rank(best);
    const [own, at] = rank(website);
    return own > bestOwn || (own === bestOwn && at > bestAt) ? website : best;
  }, null);
}

/** Current website of the screens: the one in the URL (`?website=`), or else the preferred one. */
export function useCurrentWebsite() {
  const query = useQuery(websiteQueries.list());
  const [{ website: wanted }, setUrl] = useUrlState(DEFAULTS);
  const websites = query.data ?? [];
  const current = websites.find((website) => website.id === wanted) ?? preferredWebsite(websites);
  const choose = useCallback((id: string) => setUrl({ website: id }, { replace: false }), [setUrl]);
  return { query, websites, current, choose };
}

/** Adds the current website to `path`, so that the next screen keeps it. */
export function withWebsite(path: string, websiteId: string | null | undefined): string {
  if (!websiteId) return path;
  const separator = path.includes('?') ? '&' : '?';
  return `${path}${separator}website=${encodeURIComponent(websiteId)}`;
}
