import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { userApi, userQueries } from '@/api/user';
import { useAuth } from '@/hooks/use-auth';
import { intendedDestination } from '@/lib/session/token-storage';
import { showToast } from '@/lib/toast';

/**
 * Completes the onboarding. The argument is the next page, or null for the one requested before (else the dashboard);
 * the routes redirect once the status is updated.
 */
export function useComplete() {
  const queries = useQueryClient();
  const { user } = useAuth();
  return useMutation({
    mutationFn: (_to: string | null) => userApi.completeOnboarding(),
    onSuccess: (_answer, to) => {
      if (to) intendedDestination.write(to);
      queries.invalidateQueries({ queryKey: ['engines'] });
      queries.setQueryData(userQueries.onboarding(user?.id).queryKey, {
        success: true,
        data: { needsOnboarding: false },
      });
    },
    onError: (error) => showToast({ title: errorText(error), variant: 'destructive' }),
  });
}
