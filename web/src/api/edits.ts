import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { addressOf, answer, client, type QueryOf } from './client';
import { paged } from './paging';
import type { Schemas } from './types';

export type Edit = Schemas['Edit'];
export type EditStatus = Schemas['EditStatus'];
export type EditWay = Schemas['EditWay'];
export type ListedEdit = Schemas['ListedEdit'];
/** A change of a page as it is requested. */
export type PageChange = Schemas['PageChange'];
/** A change with what the website showed of it. */
export type EditChange = Schemas['EditChange'];
export type EditPreviewFile = Schemas['EditPreviewFile'];
export type EditHunk = Schemas['EditHunk'];
export type PageFacts = Schemas['PageFacts'];
export type NewEdit = Schemas['NewEdit'];
export type EditUpdate = Schemas['EditUpdate'];
export type EditFilter = Omit<QueryOf<'/api/edits'>, 'cursor' | 'limit'>;

const PAGE = 50;
/** Polling interval of an edit at work, since live events may be missing. */
const POLL_MS = 3_000;
const of = (id: string) => ({ params: { path: { id } } });

/** Returns whether a run of the edit may still change it. */
export function isEditAtWork({ status, runId }: Pick<ListedEdit, 'status' | 'runId'>): boolean {
  return runId !== null || status === 'preparing' || status === 'applying';
}

export const editQueries = {
  all: () => ['edits'] as const,
  list: (filter: EditFilter) =>
    infiniteQueryOptions({
      queryKey: ['edits', 'list', filter],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/edits', { signal, params: { query: { ...filter, limit: PAGE, cursor } } })),
      placeholderData: (shown) => shown,
      refetchInterval: ({ state }) => {
        const listed = state.data?.pages.flatMap(({ edits }) => edits) ?? [];
        return listed.some(isEditAtWork) ? POLL_MS : false;
      },
      ...paged,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['edits', 'detail', id],
      queryFn: ({ signal }) => answer(client.GET('/api/edits/{id}', { signal, ...of(id) })),
      select: ({ edit }) => edit,
      refetchInterval: ({ state }) => (state.data && isEditAtWork(state.data.edit) ? POLL_MS : false),
    }),
};

export const editApi = {
  create: (body: NewEdit) => answer(client.POST('/api/edits', { body })),
  update: (id: string, body: EditUpdate) => answer(client.PATCH('/api/edits/{id}', { ...of(id), body })),
  remove: (id: string) => answer(client.DELETE('/api/edits/{id}', of(id))),
  prepare: (id: string) => answer(client.POST('/api/edits/{id}/prepare', of(id))),
  /** Approves the edit as it was at `updatedAt`. */
  approve: (id: string, updatedAt: string) =>
    answer(client.POST('/api/edits/{id}/approve', { ...of(id), body: { updatedAt } })),
  check: (id: string) => answer(client.POST('/api/edits/{id}/check', of(id))),
  undo: (id: string) => answer(client.POST('/api/edits/{id}/undo', of(id))),
  cancel: (id: string) => answer(client.POST('/api/edits/{id}/cancel', of(id))),
  patch: (id: string) => addressOf('/api/edits/{id}/patch', { id }),
};
