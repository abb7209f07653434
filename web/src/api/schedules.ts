import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import type { Schedule } from './types';

export type NewSchedule = components['schemas']['NewSchedule'];
export type ScheduleChanges = Partial<components['schemas']['ScheduleChanges']>;

const BASE = '/api/schedules';

export const scheduleQueries = {
  list: () =>
    queryOptions({
      queryKey: ['schedules', 'list'],
      queryFn: ({ signal }) => api.get<{ schedules: Schedule[] }>(BASE, { signal }),
      select: (answer) => answer.schedules,
    }),
};

export const scheduleApi = {
  create: (body: NewSchedule) => api.post<{ schedule: Schedule }>(BASE, { body }),
  update: ({ id, ...body }: ScheduleChanges & { id: string }) =>
    api.patch<{ schedule: Schedule }>(`${BASE}/${id}`, { body }),
  delete: (id: string) => api.delete(`${BASE}/${id}`),
};
