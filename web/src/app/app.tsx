import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { BrowserRouter } from 'react-router';
import { createQueryClient } from '@/api/query-client';
import { Toaster } from '@/components/ui/toaster';
import { AuthProvider } from '@/hooks/use-auth';
import { ErrorBoundary } from './error-boundary';
import { Offers } from './offers';
import { AppRoutes } from './routes';

/** Providers of all screens: data, session, router, messages. */
export function App() {
  const [queries] = useState(createQueryClient);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queries}>
        <BrowserRouter>
          <AuthProvider>
            <AppRoutes />
          </AuthProvider>
        </BrowserRouter>
        <Toaster />
        <Offers />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
