import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router';
import { createQueryClient } from '@/api/query-client';
import SharedReportPage from '@/features/reports/shared-page';
import { followNetwork } from '@/lib/offline';
import { ROOT_NOT_FOUND } from '@/lib/strings';
import '@/styles/index.css';

// The page of shared reports by itself: no session, no service worker, no icon and no name of the application. Agencies serve it
// under their own domain.
const root = document.getElementById('root');
if (!root) throw new Error(ROOT_NOT_FOUND);

followNetwork();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>
        <Routes>
          <Route path="/shared/reports/:token" element={<SharedReportPage />} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);
