import { lazy } from 'react';
import { Route } from 'react-router';

const PlannedPage = lazy(() => import('@/features/planned/page'));

/** Paths without their own screen yet; each gets a page that explains its purpose. */
export const PLANNED_PATHS = ['quick-rank'];

export function plannedRoutes() {
  return PLANNED_PATHS.map((path) => <Route key={path} path={path} element={<PlannedPage />} />);
}
