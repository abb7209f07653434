import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import { transport } from './transport';

export const demoQueries = {
  /** Public demonstration. It changes only with the version of the server. */
  get: () =>
    queryOptions({
      queryKey: ['demo'],
      queryFn: ({ signal }) => answer(client.GET('/api/demo', { signal, fetch: transport({ renew: false }) })),
      select: ({ demo }) => demo,
      staleTime: Number.POSITIVE_INFINITY,
    }),
};
