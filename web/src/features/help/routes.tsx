import { Route, Routes } from 'react-router';
import HelpPage from './page';
import { CardPage, ChapterPage } from './topic-page';

/** Pages below /help. */
export default function HelpRoutes() {
  return (
    <Routes>
      <Route index element={<HelpPage />} />
      <Route path=":topic" element={<ChapterPage />} />
      <Route path="engines/:engine" element={<CardPage />} />
    </Routes>
  );
}
