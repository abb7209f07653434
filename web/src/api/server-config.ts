import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import { transport } from './transport';

export const serverConfigQueries = {
  /** Returns the client configuration: live URL, Google sign-in, whether the first account needs a code. */
  get: () =>
    queryOptions({
      queryKey: ['server-config'],
      queryFn: ({ signal }) => answer(client.GET('/config.json', { signal, fetch: transport({ renew: false }) })),
    }),
};
