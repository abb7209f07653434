import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { PageLoader } from '@/components/states/page-loader';
import { useAuth } from '@/hooks/use-auth';
import { useScrollRestoration } from '@/hooks/use-scroll-restoration';
import { loading } from '@/lib/strings';
import { SignedOutRoutes } from './signed-out-routes';
import { Unreachable } from './unreachable';

const SignedInRoutes = lazy(() => import('./signed-in-routes'));

/** Selects the application: the public pages, or the product with its frame. */
export function AppRoutes() {
  const { status, leaving, settle } = useAuth();
  const { pathname } = useLocation();
  useScrollRestoration();

  useEffect(() => {
    if (leaving && pathname === '/') settle();
  }, [leaving, pathname, settle]);

  if (status === 'loading') return <PageLoader text={loading.product} />;
  if (status === 'unreachable') return <Unreachable />;
  if (status === 'anonymous') return <SignedOutRoutes />;
  return (
    <Suspense fallback={<PageLoader text={loading.application} />}>
      <SignedInRoutes />
    </Suspense>
  );
}
