import { type QueryClient, type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';

/** A record that contains a text. */
export interface Found {
  id: string;
  /** Name of the record. */
  label: string;
  /** Second text that may contain the searched one, such as the address of a page. */
  note: string;
  /** Path that opens the record. */
  to: string;
}

interface Search {
  text: string;
  /** Website whose records are searched; null searches none that belong to a website. */
  websiteId: string | null;
}

/** Records of a kind in the palette. */
const LIMIT = 5;

/** Searches of a kind of record by text. Keys start with the noun, so that changes of its records count. */
export const findQueries = {
  keywords: ({ text: q, websiteId }: Search) =>
    search(['keywords', 'found', websiteId, q], async ({ signal }) => {
      const query = { websiteId: websiteId ?? '', q, limit: LIMIT };
      const { keywords } = await answer(client.GET('/api/keywords', { signal, params: { query } }));
      return keywords.map(({ id, query: label, page }) => ({
        id,
        label,
        note: page ?? '',
        to: path('/keyword-finder', { q: label, row: id, website: query.websiteId }),
      }));
    }),
  ranks: ({ text: q, websiteId }: Search) =>
    search(['ranks', 'found', websiteId, q], async ({ signal }) => {
      const query = { websiteId: websiteId ?? '', q, limit: LIMIT };
      const { keywords } = await answer(client.GET('/api/ranks/keywords', { signal, params: { query } }));
      return keywords.map(({ id, keyword, place, country, device }) => ({
        id,
        label: keyword,
        note: `${place || country.toUpperCase()}, ${device}`,
        to: path('/ranks', { keyword: id, website: query.websiteId }),
      }));
    }),
  pages: ({ text: q, websiteId }: Search) =>
    search(['crawls', 'found', websiteId, q], async ({ signal, client: queries }) => {
      const id = await latestCrawl(queries, websiteId ?? '');
      if (id === null) return [];
      const params = { path: { id }, query: { q, limit: LIMIT } };
      const { pages } = await answer(client.GET('/api/crawls/{id}/pages', { signal, params }));
      return pages.map(({ no, title, url }) => ({
        id: `${id} ${no}`,
        label: title || url,
        note: url,
        to: path(`/crawl/${id}`, { page: String(no) }),
      }));
    }),
  documents: ({ text: contains }: Search) =>
    search(['documents', 'found', contains], async ({ signal }) => {
      const params = { query: { contains, limit: LIMIT } };
      const { documents } = await answer(client.GET('/api/documents', { signal, params }));
      return documents.map(({ id, title, query }) => ({
        id,
        label: title || query,
        note: query,
        to: `/content-generator/${id}`,
      }));
    }),
  sites: ({ text }: Search) =>
    search(['sites', 'found', text], async ({ signal }) => {
      const { sites } = await answer(client.GET('/api/sites', { signal, params: { query: { text, limit: LIMIT } } }));
      return sites.map(({ id, name, verticalName, places }) => ({
        id,
        label: name,
        note: [verticalName, ...places.map((place) => place.name)].join(', '),
        to: `/dominator/sites/${id}`,
      }));
    }),
  leads: ({ text: q }: Search) =>
    search(['leads', 'found', q], async ({ signal }) => {
      const params = { query: { q, limit: LIMIT } };
      const { leads } = await answer(client.GET('/api/received-leads', { signal, params }));
      return leads.map(({ id, name, email, phone, message }) => ({
        id,
        label: name || email || phone || 'Lead without a name',
        note: [email, phone, message].filter(Boolean).join(', '),
        to: path('/leads', { lead: id }),
      }));
    }),
};

type Ask = (context: Pick<QueryFunctionContext, 'signal' | 'client'>) => Promise<Found[]>;

/** A search with this key; a null in it is a website that is not known yet. */
function search(key: (string | null)[], ask: Ask) {
  return queryOptions({ queryKey: key, queryFn: ask, enabled: !key.includes(null) });
}

export type FindOptions = ReturnType<typeof search>;

/** Returns the latest crawl of a website that has a report; null without one. */
async function latestCrawl(queries: QueryClient, websiteId: string): Promise<string | null> {
  const { crawls } = await queries.fetchQuery({
    queryKey: ['crawls', 'latest', websiteId],
    queryFn: ({ signal }) => answer(client.GET('/api/crawls', { signal, params: { query: { websiteId } } })),
  });
  return crawls.find(({ report }) => report !== null)?.id ?? null;
}

function path(pathname: string, search: Record<string, string>): string {
  return `${pathname}?${new URLSearchParams(search)}`;
}
