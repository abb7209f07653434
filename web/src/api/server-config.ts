import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { ServerConfig } from './types';

export const serverConfigQueries = {
  /** What the server offers: live address, Google sign-in, whether the first account needs a code. */
  get: () =>
    queryOptions({
      queryKey: ['server-config'],
      queryFn: ({ signal }) => api.get<ServerConfig>('/config.json', { signal, renew: false }),
    }),
};
