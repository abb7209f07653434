import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { addressOf, answer, client } from './client';
import { paged } from './paging';
import type { Schemas } from './types';

export type ListedPack = Schemas['ListedPack'];
export type PackList = Schemas['PackList'];
export type Pack = Schemas['Pack'];
export type PackContent = Schemas['PackContent'];
export type PackFinding = Schemas['PackFinding'];
export type PackConditions = Schemas['PackConditions'];
export type PackReference = Schemas['PackReference'];
export type PackChange = Schemas['PackChange'];
export type PackImport = Schemas['PackImport'];

/** A pack belongs to a vertical in a language. */
export interface PackKey {
  language: string;
  vertical: string;
}

const CHANGES = 20;

export const packQueries = {
  all: () => ['packs'] as const,
  list: (language: string) =>
    queryOptions({
      queryKey: ['packs', 'list', language],
      queryFn: ({ signal }) => answer(client.GET('/api/packs', { signal, params: { query: { language } } })),
    }),
  detail: (path: PackKey) =>
    queryOptions({
      queryKey: ['packs', 'detail', path],
      queryFn: ({ signal }) => answer(client.GET('/api/packs/{language}/{vertical}', { signal, params: { path } })),
      select: ({ pack }) => pack,
    }),
  history: (path: PackKey) =>
    infiniteQueryOptions({
      queryKey: ['packs', 'history', path],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(
          client.GET('/api/packs/{language}/{vertical}/history', {
            signal,
            params: { path, query: { limit: CHANGES, cursor } },
          }),
        ),
      ...paged,
    }),
};

export const packApi = {
  save: (path: PackKey, body: Schemas['NewPack']) =>
    answer(client.PUT('/api/packs/{language}/{vertical}', { params: { path }, body })),
  remove: (path: PackKey) => answer(client.DELETE('/api/packs/{language}/{vertical}', { params: { path } })),
  restore: (path: PackKey, id: string) =>
    answer(client.POST('/api/packs/{language}/{vertical}/history/{id}/restore', { params: { path: { ...path, id } } })),
  /** Sends a pack (`.md`) or a ZIP file with packs. */
  importFile: (file: Blob) =>
    answer(
      client.POST('/api/packs/import', {
        body: [],
        bodySerializer: () => file,
        headers: { 'Content-Type': 'application/octet-stream' },
      }),
    ),
  file: () => addressOf('/api/packs/export'),
};
