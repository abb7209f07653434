import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { userQueries } from '@/api/user';
import { NotFound } from '@/components/states/not-found';
import { PageLoader, SectionLoader } from '@/components/states/page-loader';
import { TooltipProvider } from '@/components/ui/tooltip';
import { useAuth } from '@/hooks/use-auth';
import { RUNS_TOPIC, wantTopic } from '@/lib/live/topics';
import { DEFAULT_DESTINATION, destinationAfterSignIn } from '@/lib/session/return-to';
import { intendedDestination } from '@/lib/session/token-storage';
import { loading } from '@/lib/strings';
import { ErrorBoundary } from './error-boundary';
import { infoRoutes } from './info-routes';
import { LiveBridge } from './live/live-bridge';
import { OnboardingGate } from './onboarding-gate';
import { pageRoutes } from './page-routes';
import { Shell } from './shell/shell';
import { WorkspaceKeeper } from './workspace-keeper';
import { workspaceRoutes } from './workspace-routes';

const HubPage = lazy(() => import('@/features/hub/page'));
const KeywordFinderPage = lazy(() => import('@/features/keywords/page'));
const EnginePage = lazy(() => import('@/features/engines/page'));
const NamedEngine = lazy(async () => ({ default: (await import('@/features/engines/page')).NamedEngine }));
const AnalyticsPage = lazy(() => import('@/features/analytics/page'));
const CrawlPage = lazy(() => import('@/features/crawl/page'));
const CrawlDetailPage = lazy(() => import('@/features/crawl/detail-page'));
const RanksPage = lazy(() => import('@/features/ranks/page'));
const AnswersPage = lazy(() => import('@/features/answers/page'));
const ContentPage = lazy(() => import('@/features/content/page'));
const ContentAuditPage = lazy(() => import('@/features/content/audit/page'));
const MarketPage = lazy(() => import('@/features/discovery/market-page'));
const DominatorPage = lazy(() => import('@/features/dominator/page'));
const DiscoveryPage = lazy(() => import('@/features/discovery/page'));
const GoldmineDeploymentPage = lazy(() => import('@/features/deployments/page'));
const ControlPage = lazy(() => import('@/features/deployments/control-page'));
const AnalysisPage = lazy(() => import('@/features/analysis/page'));
const AutoDeploymentPage = lazy(() => import('@/features/campaigns/auto-page'));
const CampaignsPage = lazy(() => import('@/features/campaigns/page'));
const CampaignPage = lazy(() => import('@/features/campaigns/detail-page'));
const NewCampaignPage = lazy(() => import('@/features/campaigns/new-page'));
const EditCampaignPage = lazy(async () => ({
  default: (await import('@/features/campaigns/new-page')).EditCampaignPage,
}));
const SitesPage = lazy(() => import('@/features/sites/page'));
const SitePage = lazy(() => import('@/features/sites/detail-page'));
const TargetsPage = lazy(() => import('@/features/sites/targets-page'));
const OperatorPage = lazy(() => import('@/features/sites/operator-page'));
const DocumentPage = lazy(() => import('@/features/content/detail-page'));
const OpportunitiesPage = lazy(() => import('@/features/opportunities/page'));
const ProjectsPage = lazy(() => import('@/features/projects/page'));
const NewProjectPage = lazy(() => import('@/features/projects/new-page'));
const ProjectPage = lazy(() => import('@/features/projects/detail-page'));
const ExperimentsPage = lazy(() => import('@/features/experiments/page'));
const ExperimentPage = lazy(() => import('@/features/experiments/detail-page'));
const PlansPage = lazy(() => import('@/features/plans/page'));
const PlanPage = lazy(() => import('@/features/plans/detail-page'));
const OnboardingPage = lazy(() => import('@/features/onboarding/page'));

/** Routes of the product. To add a screen: a lazy import above, a route below. */
export default function SignedInRoutes() {
  return (
    <TooltipProvider>
      <LiveBridge />
      <WorkspaceKeeper />
      <OnboardingGate>
        <Routes>
          <Route element={<Framed />}>
            <Route element={<LiveRuns />}>
              <Route index element={<HubPage />} />
              <Route path="dashboard" element={<HubPage />} />
              <Route path="domination" element={<HubPage />} />
              <Route path="intelligence" element={<HubPage />} />
              <Route path="keyword-finder" element={<KeywordFinderPage />} />
              {pageRoutes()}
              <Route path="intelligence/:engine" element={<EnginePage />} />
              <Route path="content-generator" element={<ContentPage />} />
              <Route path="content-generator/audit" element={<ContentAuditPage />} />
              <Route path="content-generator/:id" element={<DocumentPage />} />
              <Route
                path="opportunities/competitors"
                element={<NamedEngine segment="competitive" title="Competitors" />}
              />
              <Route path="dominator" element={<DominatorPage />} />
              <Route path="dominator/dashboard" element={<DominatorPage />} />
              <Route path="dominator/opportunity-discovery" element={<DiscoveryPage />} />
              <Route path="dominator/markets/:vertical/:place" element={<MarketPage />} />
              <Route path="dominator/goldmine-deployment" element={<GoldmineDeploymentPage />} />
              <Route path="dominator/analysis" element={<AnalysisPage />} />
              <Route path="dominator/auto-deployment" element={<AutoDeploymentPage />} />
              <Route path="campaigns" element={<CampaignsPage />} />
              <Route path="campaigns/new" element={<NewCampaignPage />} />
              <Route path="campaigns/:id" element={<CampaignPage />} />
              <Route path="campaigns/:id/edit" element={<EditCampaignPage />} />
              <Route path="dominator/sites" element={<SitesPage />} />
              <Route path="dominator/sites/:id" element={<SitePage />} />
              <Route path="dominator/targets" element={<TargetsPage />} />
              <Route path="dominator/operator" element={<OperatorPage />} />
              <Route path="domination/dashboard" element={<ControlPage />} />
              <Route path="domination-control" element={<ControlPage />} />
              <Route path="opportunities/local" element={<NamedEngine segment="local" title="Local opportunities" />} />
              <Route path="analytics" element={<AnalyticsPage />} />
              <Route path="crawl" element={<CrawlPage />} />
              <Route path="crawl/:id" element={<CrawlDetailPage />} />
              <Route path="ranks" element={<RanksPage />} />
              <Route path="ai-answers" element={<AnswersPage />} />
              <Route path="opportunities/discover" element={<OpportunitiesPage />} />
              <Route path="projects" element={<ProjectsPage />} />
              <Route path="projects/new" element={<NewProjectPage />} />
              <Route path="projects/:id" element={<ProjectPage />} />
              <Route path="analysis/:id" element={<ProjectPage />} />
              <Route path="experiments" element={<ExperimentsPage />} />
              <Route path="experiments/:id" element={<ExperimentPage />} />
              <Route path="plans" element={<PlansPage />} />
              <Route path="plans/:id" element={<PlanPage />} />
            </Route>
            {workspaceRoutes()}
            <Route path="*" element={<NotFound />} />
          </Route>
          <Route element={<Bare />}>
            <Route path="onboarding" element={<Onboarding />} />
            <Route path="login" element={<AfterSignIn />} />
            <Route path="register" element={<AfterSignIn />} />
            <Route path="forgot-password" element={<AfterSignIn />} />
            <Route path="get-started" element={<AfterSignIn />} />
            {infoRoutes()}
          </Route>
        </Routes>
      </OnboardingGate>
    </TooltipProvider>
  );
}

function Framed() {
  const { pathname } = useLocation();
  return (
    <Shell>
      <ErrorBoundary resetKey={pathname}>
        <Suspense fallback={<SectionLoader text={loading.page} />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
    </Shell>
  );
}

/** Pages that depend on runs: they receive progress and ends of runs while open. */
function LiveRuns() {
  useEffect(() => wantTopic(RUNS_TOPIC), []);
  return <Outlet />;
}

function Bare() {
  const { pathname } = useLocation();
  const text = pathname === '/onboarding' ? loading.onboarding : loading.page;
  return (
    <Suspense fallback={<PageLoader text={text} />}>
      <Outlet />
    </Suspense>
  );
}

/** Redirects from the sign-in pages and clears the stored destination. */
function AfterSignIn() {
  const { pathname, search } = useLocation();
  const [to] = useState(() => (pathname === '/login' ? destinationAfterSignIn(search) : destinationInQuery(search)));
  useEffect(() => intendedDestination.clear(), []);
  return <Navigate replace to={to} />;
}

/** Destination of a new account: the dashboard, unless its link named a page. */
function destinationInQuery(search: string): string {
  return new URLSearchParams(search).has('returnTo') ? destinationAfterSignIn(search) : DEFAULT_DESTINATION;
}

function Onboarding() {
  const { user } = useAuth();
  const { data: needed } = useQuery(userQueries.onboarding(user?.id));
  if (needed === false) return <AfterOnboarding />;
  return <OnboardingPage />;
}

function AfterOnboarding() {
  const [to] = useState(() => destinationAfterSignIn(''));
  useEffect(() => intendedDestination.clear(), []);
  return <Navigate replace to={to} />;
}
