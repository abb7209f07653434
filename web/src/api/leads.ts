import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { addressOf, answer, client, type QueryOf } from './client';
import { opened } from './opened';
import { keptWithin, paged } from './paging';
import type { Schemas } from './types';

export type ReceivedLead = Schemas['ReceivedLead'];
export type LeadStatus = Schemas['LeadStatus'];
export type LeadMove = Schemas['LeadMove'];
export type LeadChange = Schemas['LeadChange'];
export type LeadMoveInput = Schemas['LeadMoveInput'];
export type LeadSource = Schemas['LeadSourceView'];
export type NewLeadSource = Schemas['NewLeadSource'];
export type LeadSourceChanges = Schemas['LeadSourceChanges'];
export type Buyer = Schemas['Buyer'];
export type NewBuyer = Schemas['NewBuyer'];
export type LedgerTransaction = Schemas['LedgerTransaction'];
export type LedgerReason = Schemas['LedgerReason'];
export type PipelineRevenue = Schemas['PipelineRevenue'];
export type RevenueMetrics = Schemas['RevenueMetrics'];
export type StatementPeriod = QueryOf<'/api/buyers/{id}/statement'>;
export type StatementLine = Schemas['StatementLine'];
export type StatementAccount = Schemas['StatementAccount'];
export type LedgerGroup = NonNullable<QueryOf<'/api/ledger/summary'>['by']>;
export type NewLedgerTransaction = Schemas['NewLedgerTransaction'];
export type ReceivedLeadFilter = Omit<QueryOf<'/api/received-leads'>, 'cursor' | 'limit' | 'format'>;
export type LedgerFilter = Omit<QueryOf<'/api/ledger'>, 'cursor' | 'limit' | 'format'>;

const ROWS = 50;

/** Received leads, their sources and buyers. */
export const leadQueries = {
  all: () => ['leads'] as const,
  list: (query: ReceivedLeadFilter) =>
    infiniteQueryOptions({
      queryKey: ['leads', 'list', query],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/received-leads', { signal, params: { query: { ...query, limit: ROWS, cursor } } })),
      placeholderData: keptWithin(query.websiteId),
      ...paged,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['leads', 'detail', id],
      queryFn: ({ signal }) => answer(client.GET('/api/received-leads/{id}', { signal, params: { path: { id } } })),
    }),
  buyers: () =>
    queryOptions({
      queryKey: ['leads', 'buyers'],
      queryFn: ({ signal }) => answer(client.GET('/api/buyers', { signal })),
      select: ({ buyers }) => buyers,
    }),
  sources: () =>
    queryOptions({
      queryKey: ['leads', 'sources'],
      queryFn: ({ signal }) => answer(client.GET('/api/lead-sources', { signal })),
      select: ({ sources }) => sources,
    }),
};

/** The ledger and the sums over it. */
export const ledgerQueries = {
  all: () => ['ledger'] as const,
  list: (query: LedgerFilter) =>
    infiniteQueryOptions({
      queryKey: ['ledger', 'list', query],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/ledger', { signal, params: { query: { ...query, limit: ROWS, cursor } } })),
      placeholderData: keptWithin(query.websiteId),
      ...paged,
    }),
  summary: (by: LedgerGroup) =>
    queryOptions({
      queryKey: ['ledger', 'summary', by],
      queryFn: ({ signal }) => answer(client.GET('/api/ledger/summary', { signal, params: { query: { by } } })),
    }),
  /** What a buyer owes, with the transactions of a period. */
  statement: (id: string, period: StatementPeriod) =>
    queryOptions({
      queryKey: ['ledger', 'statement', id, period],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/buyers/{id}/statement', { signal, params: { path: { id }, query: period } })),
      select: ({ statement }) => statement,
      placeholderData: keepPreviousData,
    }),
  /** Figures of the revenue with the history of 90 days. */
  revenue: () =>
    queryOptions({
      queryKey: ['ledger', 'revenue'],
      queryFn: ({ signal }) => answer(client.GET('/api/dominator-pipeline/revenue', { signal })),
    }),
};

export const leadApi = {
  move: ({ id, ...body }: LeadMoveInput & { id: string }) =>
    answer(client.POST('/api/received-leads/{id}/move', { params: { path: { id } }, body })),
  addBuyer: (body: NewBuyer) => answer(client.POST('/api/buyers', { body })),
  changeBuyer: ({ id, ...body }: NewBuyer & { id: string }) =>
    answer(client.PUT('/api/buyers/{id}', { params: { path: { id } }, body })),
  deleteBuyer: (id: string) => answer(client.DELETE('/api/buyers/{id}', { params: { path: { id } } })),
  addSource: (body: NewLeadSource) => answer(client.POST('/api/lead-sources', { body })),
  changeSource: ({ id, ...body }: LeadSourceChanges & { id: string }) =>
    answer(client.PATCH('/api/lead-sources/{id}', { params: { path: { id } }, body })),
  deleteSource: (id: string) => answer(client.DELETE('/api/lead-sources/{id}', { params: { path: { id } } })),
  post: (body: NewLedgerTransaction, key: string) =>
    answer(client.POST('/api/ledger', { params: { header: { 'Idempotency-Key': key } }, body })),
  reverse: (id: string) => answer(client.POST('/api/ledger/{id}/reverse', { params: { path: { id } } })),
  /** Address of a statement to print. */
  statementPage: (id: string, period: StatementPeriod) =>
    opened(addressOf('/api/buyers/{id}/statement/html', { id }, period)),
  leadsFile: (query: ReceivedLeadFilter) =>
    addressOf('/api/received-leads/export', undefined, { ...query, format: 'csv' }),
  ledgerFile: (query: LedgerFilter) => addressOf('/api/ledger/export', undefined, { ...query, format: 'csv' }),
};
