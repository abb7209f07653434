import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import type { Schemas } from './types';

export type NewVersion = Schemas['NewEngineVersion'];

const of = (id: string) => ({ params: { path: { id } } });
const version = (id: string, versionId: string) => ({ params: { path: { id, versionId } } });

export const versionQueries = {
  /** Versions of an engine: the champion and its challengers with their scores. */
  list: (engineId: string) =>
    queryOptions({
      queryKey: ['engines', 'versions', engineId],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/intelligence-engines/{id}/versions', { ...of(engineId), signal })),
    }),
};

export const versionApi = {
  create: (engineId: string, body: NewVersion) =>
    answer(client.POST('/api/intelligence-engines/{id}/versions', { ...of(engineId), body })),
  promote: (engineId: string, id: string) =>
    answer(client.POST('/api/intelligence-engines/{id}/versions/{versionId}/promote', version(engineId, id))),
  retire: (engineId: string, id: string) =>
    answer(client.DELETE('/api/intelligence-engines/{id}/versions/{versionId}', version(engineId, id))),
  rollBack: (engineId: string) => answer(client.POST('/api/intelligence-engines/{id}/versions/rollback', of(engineId))),
  reset: (engineId: string) => answer(client.POST('/api/intelligence-engines/{id}/versions/reset', of(engineId))),
};
