import { lazy } from 'react';
import { Route } from 'react-router';

const PacksPage = lazy(() => import('@/features/packs/page'));
const PackPage = lazy(() => import('@/features/packs/detail-page'));
const VisitsPage = lazy(() => import('@/features/visits/page'));
const MarketDataPage = lazy(() => import('@/features/market-data/page'));
const ImportedPage = lazy(() => import('@/features/imported/page'));
const ReportsPage = lazy(() => import('@/features/reports/page'));
const ReportPage = lazy(() => import('@/features/reports/detail-page'));
const LeadsPage = lazy(() => import('@/features/leads/page'));
const AnnotationsPage = lazy(() => import('@/features/annotations/page'));
const SettingsPage = lazy(() => import('@/features/settings/page'));
const JoinPage = lazy(() => import('@/features/workspaces/join-page'));
const HelpRoutes = lazy(() => import('@/features/help/routes'));
const AllowPage = lazy(() => import('@/features/assistants/allow-page'));

/** Screens of the workspace's data and settings, which do not follow runs. */
export function workspaceRoutes() {
  return (
    <>
      <Route path="packs" element={<PacksPage />} />
      <Route path="packs/:language/:vertical" element={<PackPage />} />
      <Route path="visits" element={<VisitsPage />} />
      <Route path="market-data" element={<MarketDataPage />} />
      <Route path="imported" element={<ImportedPage />} />
      <Route path="reports" element={<ReportsPage />} />
      <Route path="reports/:id" element={<ReportPage />} />
      <Route path="leads" element={<LeadsPage />} />
      <Route path="changes" element={<AnnotationsPage />} />
      <Route path="settings" element={<SettingsPage />} />
      <Route path="help/*" element={<HelpRoutes />} />
      <Route path="invite" element={<JoinPage />} />
      <Route path="oauth/authorize" element={<AllowPage />} />
    </>
  );
}
