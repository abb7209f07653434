import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { Demo } from './types';

export const demoQueries = {
  /** The engines on the simulated market, for anybody. It changes with the version of the server alone. */
  get: () =>
    queryOptions({
      queryKey: ['demo'],
      queryFn: ({ signal }) => api.get<{ demo: Demo }>('/api/demo', { signal, renew: false }),
      select: (answer) => answer.demo,
      staleTime: Number.POSITIVE_INFINITY,
    }),
};
