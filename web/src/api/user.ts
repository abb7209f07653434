import { queryOptions } from '@tanstack/react-query';
import { failures } from '@/lib/strings';
import { api } from './client';
import type { User } from './types';

export const userQueries = {
  onboarding: (userId: string | undefined) =>
    queryOptions({
      queryKey: ['user', 'onboarding', userId ?? null],
      enabled: userId !== undefined,
      queryFn: ({ signal }) =>
        api.get<{ data?: { needsOnboarding?: boolean } }>('/api/user/onboarding-status', { signal }),
      select: (answer) => answer.data?.needsOnboarding === true,
    }),
};

export const userApi = {
  completeOnboarding: () => api.post<{ data?: { needsOnboarding?: boolean } }>('/api/user/onboarding/complete'),
  updateProfile: (body: { name?: string; firstName?: string; lastName?: string }) =>
    api.patch<{ name: string; avatar: string | null; user: User }>('/api/user/profile', {
      body,
      fallback: failures.updateProfile,
    }),
  updatePreferences: (body: Record<string, unknown>) =>
    api.patch<{ preferences: Record<string, unknown> }>('/api/user/preferences', {
      body,
      fallback: failures.updatePreferences,
    }),
};
