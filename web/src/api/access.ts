import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import type { Schemas } from './types';

export type WebsiteAccess = Schemas['WebsiteAccess'];
export type AccessKind = Schemas['AccessKind'];
export type AccessInput = Schemas['WebsiteAccessInput'];

const of = (id: string) => ({ params: { path: { id } } });

export const accessQueries = {
  /** Access to the live files of a website, null without one; and how edits reach the website. */
  detail: (websiteId: string) =>
    queryOptions({
      queryKey: ['edits', 'access', websiteId],
      queryFn: ({ signal }) => answer(client.GET('/api/websites/{id}/access', { signal, ...of(websiteId) })),
    }),
};

export const accessApi = {
  save: (websiteId: string, body: AccessInput) =>
    answer(client.PUT('/api/websites/{id}/access', { ...of(websiteId), body })),
  remove: (websiteId: string) => answer(client.DELETE('/api/websites/{id}/access', of(websiteId))),
  /** Tries to reach the files with the stored credentials. */
  test: (websiteId: string) => answer(client.POST('/api/websites/{id}/access/test', of(websiteId))),
};
