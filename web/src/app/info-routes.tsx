import { lazy } from 'react';
import { Route } from 'react-router';

const DemoRoutes = lazy(() => import('@/features/demo/routes'));
const PrivacyPage = lazy(() => import('@/features/info/privacy-page'));
const TermsPage = lazy(() => import('@/features/info/terms-page'));
const ContactPage = lazy(() => import('@/features/info/contact-page'));
const ForgotPasswordPage = lazy(() => import('@/features/account-help/forgot-password-page'));
const ResetPasswordPage = lazy(() => import('@/features/account-help/reset-password-page'));
const VerifyEmailPage = lazy(() => import('@/features/account-help/verify-email-page'));
const UndoEmailChangePage = lazy(() => import('@/features/account-help/undo-email-change-page'));
const SharedReportPage = lazy(() => import('@/features/reports/shared-page'));
const UnsubscribePage = lazy(() => import('@/features/account-help/unsubscribe-page'));
const OAuthCallbackPage = lazy(() => import('@/features/account-help/oauth-callback-page'));

/** Public pages. */
export function infoRoutes() {
  return (
    <>
      <Route path="demo/*" element={<DemoRoutes />} />
      <Route path="privacy" element={<PrivacyPage />} />
      <Route path="terms" element={<TermsPage />} />
      <Route path="contact" element={<ContactPage />} />
      <Route path="forgot-password" element={<ForgotPasswordPage />} />
      <Route path="reset-password" element={<ResetPasswordPage />} />
      <Route path="verify-email" element={<VerifyEmailPage />} />
      <Route path="undo-email-change" element={<UndoEmailChangePage />} />
      <Route path="unsubscribe" element={<UnsubscribePage />} />
      <Route path="shared/reports/:token" element={<SharedReportPage />} />
      <Route path="oauth/callback" element={<OAuthCallbackPage />} />
    </>
  );
}
