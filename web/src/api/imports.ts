import { queryOptions } from '@tanstack/react-query';
import { answer, client, upload } from './client';
import type { Schemas } from './types';

export type ImportStarted = Schemas['ImportStarted'];

export const importQueries = {
  all: () => ['imports'] as const,
  list: (query: { cursor?: string } = {}) =>
    queryOptions({
      queryKey: ['imports', 'list', query],
      queryFn: ({ signal }) => answer(client.GET('/api/imports', { signal, params: { query } })),
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['imports', 'detail', id],
      queryFn: ({ signal }) => answer(client.GET('/api/imports/{id}', { signal, params: { path: { id } } })),
      select: (answered) => answered.import,
    }),
};

export const importApi = {
  /** Sends a file for a preview; nothing is stored as data before `commit`. `onProgress` gets 0 to 1. */
  upload(file: File, onProgress: (share: number) => void, websiteId?: string) {
    const form = new FormData();
    if (websiteId) form.append('websiteId', websiteId);
    form.append('file', file, file.name);
    return upload('/api/imports', form, onProgress);
  },
  commit: (id: string, body: Schemas['CommitImport']) =>
    answer(client.POST('/api/imports/{id}/commit', { params: { path: { id } }, body })),
  undo: (id: string) => answer(client.POST('/api/imports/{id}/undo', { params: { path: { id } } })),
  /** Imports the sample data that comes with the product. */
  sample: () => answer(client.POST('/api/imports/sample')),
};
