import { Route, Routes } from 'react-router';
import AccuracyPage from './accuracy-page';
import DemoPage from './page';

/** Pages below /demo. */
export default function DemoRoutes() {
  return (
    <Routes>
      <Route path="accuracy" element={<AccuracyPage />} />
      <Route path="*" element={<DemoPage />} />
    </Routes>
  );
}
