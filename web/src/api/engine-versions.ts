import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { EngineVersions } from './types';

const at = (engineId: string) => `/api/intelligence-engines/${engineId}/versions`;

export interface NewVersion {
  name: string;
  action: string;
  parameters: Record<string, unknown>;
  note: string;
}

export const versionQueries = {
  /** The versions of an engine: which is in charge, which challenge it, and how each has done. */
  list: (engineId: string) =>
    queryOptions({
      queryKey: ['engines', 'versions', engineId],
      queryFn: ({ signal }) => api.get<EngineVersions>(at(engineId), { signal }),
    }),
};

export const versionApi = {
  create: (engineId: string, version: NewVersion) => api.post<EngineVersions>(at(engineId), { body: { ...version } }),
  promote: (engineId: string, id: string) => api.post<EngineVersions>(`${at(engineId)}/${id}/promote`, { body: {} }),
  retire: (engineId: string, id: string) => api.delete<EngineVersions>(`${at(engineId)}/${id}`),
  rollBack: (engineId: string) => api.post<EngineVersions>(`${at(engineId)}/rollback`, { body: {} }),
  reset: (engineId: string) => api.post<EngineVersions>(`${at(engineId)}/reset`, { body: {} }),
};
