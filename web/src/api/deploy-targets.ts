import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import type { Schemas } from './types';

export type DeployTarget = Schemas['DeployTarget'];
export type NewDeployTarget = Schemas['NewDeployTarget'];
export type DeployTargetChanges = Schemas['DeployTargetChanges'];
export type TargetKind = Schemas['DeployTargetKind'];

const of = (id: string) => ({ params: { path: { id } } });

export const targetQueries = {
  all: () => ['deploy-targets'] as const,
  list: () =>
    queryOptions({
      queryKey: ['deploy-targets', 'list'],
      queryFn: ({ signal }) => answer(client.GET('/api/deploy-targets', { signal })),
    }),
};

export const targetApi = {
  create: (body: NewDeployTarget) => answer(client.POST('/api/deploy-targets', { body })),
  update: (id: string, body: DeployTargetChanges) =>
    answer(client.PATCH('/api/deploy-targets/{id}', { ...of(id), body })),
  remove: (id: string) => answer(client.DELETE('/api/deploy-targets/{id}', of(id))),
  /** Tries to reach the target with its stored secret. */
  test: (id: string) => answer(client.POST('/api/deploy-targets/{id}/test', of(id))),
};
