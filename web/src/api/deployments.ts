import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import { paged } from './paging';
import type { Schemas } from './types';

export type Deployment = Schemas['Deployment'];
export type DeploymentStatus = Schemas['DeploymentStatus'];
export type DeploymentLimits = Schemas['DeploymentLimits'];
export type DeployGoldmines = Schemas['DeployGoldmines'];
export type DeploymentApproval = Schemas['DeploymentApproval'];
/** Sites of a regulated trade that wait for the review of a named person. */
export type NeededReview = Schemas['NeededReview'];
export type BatchDeploy = Schemas['BatchDeploy'];
export type GenerateAndDeploy = Schemas['GenerateAndDeploy'];

/** What a person does with a deployment, apart from its approval. */
export type DeploymentStep = 'pause' | 'resume' | 'cancel' | 'retry';

const PAGE = 20;
/** Polling interval while sites are built or deployed, since live events may be missing. */
const POLL_MS = 5_000;
const MOVING: readonly string[] = ['building', 'deploying'];

export const deploymentQueries = {
  all: () => ['deployments'] as const,
  /** Deployments, the newest first; with a status, only those. */
  list: (status?: DeploymentStatus) =>
    infiniteQueryOptions({
      queryKey: ['deployments', 'list', ...(status ? [status] : [])],
      queryFn: async ({ pageParam: cursor, signal }) => {
        const page = await answer(
          client.GET('/api/deployments', {
            signal,
            params: { query: { limit: PAGE, cursor, ...(status ? { status } : {}) } },
          }),
        );
        return { ...page, nextCursor: page.nextCursor ?? null };
      },
      refetchInterval: ({ state }) => {
        const listed = state.data?.pages.flatMap(({ deployments }) => deployments) ?? [];
        return listed.some(({ status }) => MOVING.includes(status)) ? POLL_MS : false;
      },
      placeholderData: (shown) => shown,
      ...paged,
    }),
  /** A deployment with its errors. */
  detail: (id: string) =>
    queryOptions({
      queryKey: ['deployments', 'detail', id],
      queryFn: ({ signal }) => answer(client.GET('/api/deployments/{id}', { signal, params: { path: { id } } })),
      select: ({ deployment }) => deployment,
    }),
};

/** The same key does the work once; the answer comes before the sites are built. */
const keyed = (key: string) => ({ 'Idempotency-Key': key, Prefer: 'wait=0' });

export const deploymentApi = {
  /** Builds a site for each market. Nothing is deployed before a person approves. */
  deployGoldmines: (body: DeployGoldmines, key: string) =>
    answer(client.POST('/api/dominator-pipeline/deploy-goldmines', { headers: keyed(key), body })),
  batchDeploy: (body: BatchDeploy, key: string) =>
    answer(client.POST('/api/dominator-pipeline/batch-deploy', { headers: keyed(key), body })),
  /** Builds a site for one market, or for a keyword that names a trade and a place. */
  generateAndDeploy: (body: GenerateAndDeploy, key: string) =>
    answer(client.POST('/api/dominator-pipeline/generate-and-deploy', { headers: keyed(key), body })),
  /** Approves the sites that wait. Those of regulated trades need reviews. */
  approve: (id: string, body: DeploymentApproval) =>
    answer(client.POST('/api/deployments/{id}/approve', { params: { path: { id } }, body })),
  act: (id: string, step: DeploymentStep) =>
    answer(client.POST(`/api/deployments/{id}/${step}`, { params: { path: { id } } })),
};
