import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { addressOf, answer, client, type QueryOf } from './client';
import { opened } from './opened';
import { keptWithin, paged } from './paging';
import type { Schemas } from './types';

export type Rental = Schemas['RentalView'];
export type RentalStatus = Schemas['RentalStatus'];
export type RentalMove = Schemas['RentalMove'];
export type RentalTerms = Schemas['RentalTerms'];
export type NewRental = Schemas['NewRental'];
export type Tenant = Schemas['Tenant'];
export type Invoice = Schemas['InvoiceView'];
export type InvoiceStatus = Schemas['InvoiceStatus'];
export type InvoiceMove = Schemas['InvoiceMove'];
export type InvoiceMoveInput = Schemas['InvoiceMoveInput'];
export type InvoiceTotal = Schemas['InvoiceTotal'];
export type LeadSettings = Schemas['LeadSettings'];
export type RentalFilter = Omit<QueryOf<'/api/rentals'>, 'cursor' | 'limit'>;
export type InvoiceFilter = Omit<QueryOf<'/api/invoices'>, 'cursor' | 'limit' | 'format'>;

const ROWS = 50;

/** Rentals of websites and their invoices. */
export const rentalQueries = {
  all: () => ['rentals'] as const,
  list: (query: RentalFilter) =>
    infiniteQueryOptions({
      queryKey: ['rentals', 'list', query],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/rentals', { signal, params: { query: { ...query, limit: ROWS, cursor } } })),
      placeholderData: keptWithin(),
      ...paged,
    }),
  invoices: (query: InvoiceFilter) =>
    infiniteQueryOptions({
      queryKey: ['rentals', 'invoices', query],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/invoices', { signal, params: { query: { ...query, limit: ROWS, cursor } } })),
      placeholderData: keptWithin(),
      ...paged,
    }),
  settings: () =>
    queryOptions({
      queryKey: ['rentals', 'settings'],
      queryFn: ({ signal }) => answer(client.GET('/api/lead-settings', { signal })),
      select: ({ settings }) => settings,
    }),
};

export const rentalApi = {
  add: (body: NewRental) => answer(client.POST('/api/rentals', { body })),
  change: ({ id, ...body }: RentalTerms & { id: string }) =>
    answer(client.PUT('/api/rentals/{id}', { params: { path: { id } }, body })),
  move: ({ id, ...body }: { id: string; move: RentalMove; endsOn?: string }) =>
    answer(client.POST('/api/rentals/{id}/move', { params: { path: { id } }, body })),
  moveInvoice: ({ id, ...body }: InvoiceMoveInput & { id: string }) =>
    answer(client.POST('/api/invoices/{id}/move', { params: { path: { id } }, body })),
  emailInvoice: (id: string) => answer(client.POST('/api/invoices/{id}/email', { params: { path: { id } } })),
  saveSettings: (body: LeadSettings) => answer(client.PUT('/api/lead-settings', { body })),
  eraseLead: (id: string) => answer(client.POST('/api/received-leads/{id}/erase', { params: { path: { id } } })),
  /** Address of the page to print. */
  invoicePage: (id: string) => opened(addressOf('/api/invoices/{id}/html', { id })),
  invoicesFile: (query: InvoiceFilter) => addressOf('/api/invoices/export', undefined, { ...query, format: 'csv' }),
};
