import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import type { Schemas } from './types';

export const userQueries = {
  onboarding: (userId: string | undefined) =>
    queryOptions({
      queryKey: ['user', 'onboarding', userId ?? null],
      enabled: userId !== undefined,
      queryFn: ({ signal }) => answer(client.GET('/api/user/onboarding-status', { signal })),
      select: ({ data }) => data.needsOnboarding,
    }),
};

export const userApi = {
  completeOnboarding: () => answer(client.POST('/api/user/onboarding/complete')),
  updateProfile: (body: Schemas['ProfileChange']) => answer(client.PATCH('/api/user/profile', { body })),
  updatePreferences: (body: Record<string, unknown>) => answer(client.PATCH('/api/user/preferences', { body })),
};
