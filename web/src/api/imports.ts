import { queryOptions } from '@tanstack/react-query';
import { answer, client, upload } from './client';
import type { Schemas } from './types';

export type ImportStarted = Schemas['ImportStarted'];
export type ImportOptions = Schemas['ImportOptions'];
export type ImportMapping = Schemas['ImportMapping'];
export type ImportTarget = Schemas['ImportTarget'];
/** An import with the earlier imports of the same files. */
export type ImportUploaded = Pick<Schemas['ImportPreviewed'], 'import' | 'duplicates'>;

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
    }),
};

export const importApi = {
  /** Sends the files of one import for a preview; nothing is stored as data before `commit`. `onProgress` gets 0 to 1. */
  upload(files: readonly File[], onProgress: (share: number) => void, websiteId?: string) {
    const form = new FormData();
    if (websiteId) form.append('websiteId', websiteId);
    const part = files.length === 1 ? 'file' : 'files';
    for (const file of files) form.append(part, file, file.name);
    return upload('/api/imports', form, onProgress);
  },
  /** Changes how an upload is read; returns the new preview. */
  setOptions: (id: string, body: Schemas['ImportOptions']) =>
    answer(client.PUT('/api/imports/{id}/options', { params: { path: { id } }, body })),
  commit: (id: string, body: Schemas['CommitImport']) =>
    answer(client.POST('/api/imports/{id}/commit', { params: { path: { id } }, body })),
  undo: (id: string) => answer(client.POST('/api/imports/{id}/undo', { params: { path: { id } } })),
  /** Imports the bundled sample data. */
  sample: () => answer(client.POST('/api/imports/sample')),
};
