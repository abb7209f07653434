import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { PageLoader } from '@/components/states/page-loader';
import { LandingPage } from '@/features/landing/page';
import { useAuth } from '@/hooks/use-auth';
import { loginAddress, rememberDestination } from '@/lib/session/return-to';
import { loading } from '@/lib/strings';
import { infoRoutes } from './info-routes';
import { Redirecting } from './redirecting';

const LoginPage = lazy(() => import('@/features/login/page'));
const RegisterPage = lazy(() => import('@/features/register/page'));

/** Pages for visitors. Any other path is stored and redirects to the sign-in. */
export function SignedOutRoutes() {
  return (
    <Suspense fallback={<PageLoader text={loading.page} />}>
      <Routes>
        <Route index element={<LandingPage />} />
        <Route path="login" element={<LoginPage />} />
        <Route path="register" element={<RegisterPage />} />
        <Route path="get-started" element={<GetStarted />} />
        {infoRoutes()}
        <Route path="*" element={<ToLogin />} />
      </Routes>
    </Suspense>
  );
}

/** Public alias of the registration; keeps the query. */
function GetStarted() {
  const { search } = useLocation();
  return <Navigate replace to={`/register${search}`} />;
}

function ToLogin() {
  const location = useLocation();
  const { leaving } = useAuth();
  if (leaving) return <PageLoader text={loading.toLogin} />;
  return (
    <Redirecting to={loginAddress(location)} text={loading.toLogin} before={() => rememberDestination(location)} />
  );
}
