import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, client, type QueryOf } from './client';
import { keptWithin, paged } from './paging';
import type { Schemas } from './types';

export type Campaign = Schemas['Campaign'];
export type CampaignStatus = Schemas['CampaignStatus'];
export type CampaignGoalKind = Schemas['CampaignGoalKind'];
export type CampaignTier = Schemas['CampaignTier'];
export type CampaignDecision = Schemas['CampaignDecision'];
export type CampaignAction = Schemas['CampaignAction'];
/** What a person enters of a campaign. */
export type NewCampaign = Schemas['NewCampaign'];
/** What a stored campaign and a new one have in common. */
export type CampaignPlan = Pick<NewCampaign, 'goal' | 'targets' | 'site' | 'rules' | 'budget'>;
export type DryRun = Schemas['CampaignDryRun'];
export type DryRunDay = Schemas['CampaignDryRunDay'];
export type CampaignForecast = Schemas['CampaignForecast'];
export type ActionFilter = Omit<QueryOf<'/api/campaigns/{id}/actions'>, 'cursor' | 'limit'>;

/** What a person does with a campaign that was launched. */
export type CampaignStep = 'pause' | 'resume' | 'stop';

const PAGE = 20;
const ACTIONS = 50;
/** Polling interval while a step is at work, since live events may be missing. */
const POLL_MS = 5_000;

export const campaignQueries = {
  all: () => ['campaigns'] as const,
  list: () =>
    infiniteQueryOptions({
      queryKey: ['campaigns', 'list'],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/campaigns', { signal, params: { query: { limit: PAGE, cursor } } })),
      ...paged,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['campaigns', 'detail', id],
      queryFn: ({ signal }) => answer(client.GET('/api/campaigns/{id}', { signal, params: { path: { id } } })),
      select: ({ campaign }) => campaign,
      refetchInterval: ({ state }) => {
        const campaign = state.data?.campaign;
        return campaign?.status === 'active' && campaign.nextStepAt === null ? POLL_MS : false;
      },
    }),
  actions: (id: string, filter: ActionFilter = {}) =>
    infiniteQueryOptions({
      queryKey: ['campaigns', 'actions', id, filter],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(
          client.GET('/api/campaigns/{id}/actions', {
            signal,
            params: { path: { id }, query: { ...filter, limit: ACTIONS, cursor } },
          }),
        ),
      placeholderData: keptWithin(id),
      ...paged,
    }),
  /** What the rules would have done in the last 30 days. Nothing is written. */
  dryRun: (body: NewCampaign) =>
    queryOptions({
      queryKey: ['campaign-dry-run', body],
      queryFn: ({ signal }) => answer(client.POST('/api/campaigns/dry-run', { signal, body })),
    }),
  /** Revenue and costs of the next twelve months. */
  forecast: (body: NewCampaign) =>
    queryOptions({
      queryKey: ['campaign-forecast', body],
      queryFn: ({ signal }) => answer(client.POST('/api/campaigns/forecast', { signal, body })),
    }),
};

const at = (id: string) => ({ params: { path: { id } } });

export const campaignApi = {
  create: (body: NewCampaign) => answer(client.POST('/api/campaigns', { body })),
  change: (id: string, body: Partial<NewCampaign>) =>
    answer(client.PATCH('/api/campaigns/{id}', { ...at(id), body: body as Schemas['CampaignChanges'] })),
  remove: (id: string) => answer(client.DELETE('/api/campaigns/{id}', at(id))),
  launch: (id: string) => answer(client.POST('/api/campaigns/{id}/launch', at(id))),
  act: (id: string, step: CampaignStep) => answer(client.POST(`/api/campaigns/{id}/${step}`, at(id))),
};
