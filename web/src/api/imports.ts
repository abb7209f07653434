import { queryOptions } from '@tanstack/react-query';
import { api, upload } from './client';
import type { Import, Run, Website } from './types';

export const importQueries = {
  all: () => ['imports'] as const,
  list: (params: { cursor?: string } = {}) =>
    queryOptions({
      queryKey: ['imports', 'list', params],
      queryFn: ({ signal }) =>
        api.get<{ imports: Import[]; nextCursor: string | null }>('/api/imports', { query: params, signal }),
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['imports', 'detail', id],
      queryFn: ({ signal }) => api.get<{ import: Import }>(`/api/imports/${id}`, { signal }),
      select: (answer) => answer.import,
    }),
};

export interface ImportStarted {
  import: Import;
  run: Run;
  website?: Website;
}

export const importApi = {
  /** Sends a file for a preview; nothing is stored as data before `commit`. `onProgress` gets 0 to 1. */
  upload(file: File, onProgress: (share: number) => void, websiteId?: string): Promise<{ import: Import }> {
    const form = new FormData();
    if (websiteId) form.append('websiteId', websiteId);
    form.append('file', file, file.name);
    return upload('/api/imports', form, onProgress);
  },
  commit: (id: string, body: { websiteId?: string; url?: string }) =>
    api.post<ImportStarted>(`/api/imports/${id}/commit`, { body }),
  undo: (id: string) => api.post<{ import: Import }>(`/api/imports/${id}/undo`, { body: {} }),
  /** Takes in the sample data that comes with the product. */
  sample: () => api.post<ImportStarted>('/api/imports/sample', { body: {} }),
};
