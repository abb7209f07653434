import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { userQueries } from '@/api/user';
import { PageLoader } from '@/components/states/page-loader';
import { useAuth } from '@/hooks/use-auth';
import { rememberDestination, survivesOnboardingGate } from '@/lib/session/return-to';
import { loading } from '@/lib/strings';
import { Redirecting } from './redirecting';

/**
 * Redirects to the onboarding until it is complete, and remembers the requested page. A failed check does not redirect.
 * After a start without the server the screens stay during the check, because they may hold what the user has typed.
 */
export function OnboardingGate({ children }: { children: ReactNode }) {
  const { user, offline } = useAuth();
  const location = useLocation();
  const [startedOffline] = useState(offline);
  const check = useQuery({ ...userQueries.onboarding(user?.id), enabled: user !== null && !offline });

  useEffect(() => {
    if (check.error) console.warn('Failed to load the onboarding status', check.error);
  }, [check.error]);

  if (check.isLoading && !startedOffline) return <PageLoader text={loading.product} />;
  if (check.data === true && !survivesOnboardingGate(location.pathname)) {
    const remember = () => rememberDestination(location);
    return <Redirecting to="/onboarding" text={loading.toOnboarding} before={remember} />;
  }
  return children;
}
