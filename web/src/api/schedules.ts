import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import type { Schemas } from './types';

export type ScheduleChanges = Schemas['ScheduleChanges'];

export const scheduleQueries = {
  list: () =>
    queryOptions({
      queryKey: ['schedules', 'list'],
      queryFn: ({ signal }) => answer(client.GET('/api/schedules', { signal })),
      select: ({ schedules }) => schedules,
    }),
};

export const scheduleApi = {
  create: (body: Schemas['NewSchedule']) => answer(client.POST('/api/schedules', { body })),
  update: ({ id, ...body }: ScheduleChanges & { id: string }) =>
    answer(client.PATCH('/api/schedules/{id}', { params: { path: { id } }, body })),
  delete: (id: string) => answer(client.DELETE('/api/schedules/{id}', { params: { path: { id } } })),
};
