import { infiniteQueryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import { paged } from './paging';
import type * as Sites from './sites-types';

export type Deployment = Sites.Deployment;
export type DeploymentStatus = Sites.DeploymentStatus;
export type DeploymentLimits = Sites.DeploymentLimits;
export type DeployGoldmines = Sites.DeployGoldmines;
export type BatchDeploy = Sites.BatchDeploy;

/** What a person does with a deployment. */
export type DeploymentStep = 'approve' | 'pause' | 'resume' | 'cancel' | 'retry';

const PAGE = 20;

export const deploymentQueries = {
  all: () => ['deployments'] as const,
  list: () =>
    infiniteQueryOptions({
      queryKey: ['deployments', 'list'],
      queryFn: async ({ pageParam: cursor, signal }) => {
        const page = await answer(
          client.GET('/api/deployments', { signal, params: { query: { limit: PAGE, cursor } } }),
        );
        return { ...page, nextCursor: page.nextCursor ?? null };
      },
      ...paged,
    }),
};

const keyed = (key: string) => ({ header: { 'Idempotency-Key': key } });

export const deploymentApi = {
  /** Builds a site for each market. Nothing is deployed before a person approves. */
  deployGoldmines: (body: DeployGoldmines, key: string) =>
    answer(client.POST('/api/dominator-pipeline/deploy-goldmines', { params: keyed(key), body })),
  batchDeploy: (body: BatchDeploy, key: string) =>
    answer(client.POST('/api/dominator-pipeline/batch-deploy', { params: keyed(key), body })),
  act: (id: string, step: DeploymentStep) =>
    answer(client.POST(`/api/deployments/{id}/${step}`, { params: { path: { id } } })),
};
