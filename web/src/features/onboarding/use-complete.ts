import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { userApi, userQueries } from '@/api/user';
import { useAuth } from '@/hooks/use-auth';
import { intendedDestination } from '@/lib/session/token-storage';
import { showToast } from '@/lib/toast';

/**
 * Ends the onboarding. The argument is the page to go to, or null for the one that was wanted before (else the
 * dashboard); the routes go there as soon as the status says that onboarding is over.
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
