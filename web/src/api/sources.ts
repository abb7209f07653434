import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { addressOf, answer, client, type QueryOf } from './client';
import type { Schemas } from './types';

export type DataSource = Schemas['DataSource'];
export type WebVitals = Schemas['WebVitals'];
export type SpeedTests = Schemas['SpeedTests'];
export type VitalsDevice = Schemas['VitalsDevice'];
export type SessionGroup = Schemas['SessionGroup'];
export type SessionFilter = QueryOf<'/api/websites/{id}/sessions'>;

export const sourceQueries = {
  /** Data sources of a website, oldest first. */
  list: (websiteId: string) =>
    queryOptions({
      queryKey: ['websites', 'sources', websiteId],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/websites/{id}/sources', { signal, params: { path: { id: websiteId } } })),
      select: ({ sources }) => sources,
    }),
  vitals: (websiteId: string, device: VitalsDevice) =>
    queryOptions({
      queryKey: ['websites', 'vitals', websiteId, device],
      queryFn: ({ signal }) =>
        answer(
          client.GET('/api/websites/{id}/vitals', { signal, params: { path: { id: websiteId }, query: { device } } }),
        ),
      placeholderData: keepPreviousData,
    }),
  speed: (websiteId: string, device: VitalsDevice) =>
    queryOptions({
      queryKey: ['websites', 'speed', websiteId, device],
      queryFn: ({ signal }) =>
        answer(
          client.GET('/api/websites/{id}/speed', { signal, params: { path: { id: websiteId }, query: { device } } }),
        ),
      placeholderData: keepPreviousData,
    }),
  sessions: (websiteId: string, filter: SessionFilter) =>
    queryOptions({
      queryKey: ['websites', 'sessions', websiteId, filter],
      queryFn: ({ signal }) =>
        answer(
          client.GET('/api/websites/{id}/sessions', { signal, params: { path: { id: websiteId }, query: filter } }),
        ),
      placeholderData: keepPreviousData,
    }),
};

export const sourceApi = {
  sync: (websiteId: string, connectionId: string) =>
    answer(
      client.POST('/api/websites/{id}/sources/{connectionId}/sync', {
        params: { path: { id: websiteId, connectionId } },
      }),
    ),
  vitalsFile: (id: string) => addressOf('/api/websites/{id}/vitals/export', { id }),
  speedFile: (id: string) => addressOf('/api/websites/{id}/speed/export', { id }),
  sessionsFile: (id: string, filter: SessionFilter) => addressOf('/api/websites/{id}/sessions/export', { id }, filter),
};
