import { lazy } from 'react';
import { Route } from 'react-router';

const QuickRankPage = lazy(() => import('@/features/quick-rank/page'));
const QuickWinsPage = lazy(() => import('@/features/keywords/wins-page'));
const EditsPage = lazy(() => import('@/features/edits/page'));
const EditPage = lazy(() => import('@/features/edits/detail-page'));

/** Screens about single pages: their audits, their quick wins and their edits. */
export function pageRoutes() {
  return (
    <>
      <Route path="quick-rank" element={<QuickRankPage />} />
      <Route path="quick-rank/wins" element={<QuickWinsPage />} />
      <Route path="edits" element={<EditsPage />} />
      <Route path="edits/:id" element={<EditPage />} />
    </>
  );
}
