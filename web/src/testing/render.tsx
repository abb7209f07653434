import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { createQueryClient } from '@/api/query-client';
import { Toaster } from '@/components/ui/toaster';
import { TooltipProvider } from '@/components/ui/tooltip';
import { AuthProvider } from '@/hooks/use-auth';

/** Renders a screen with all providers: data, router, session, messages. Returns a function that reads the path. */
export function renderAt(path: string, children: ReactNode) {
  const where = { current: path };
  const queries = createQueryClient();
  const view = render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[path]}>
        <AuthProvider>
          <TooltipProvider>{children}</TooltipProvider>
        </AuthProvider>
        <Where onChange={(at) => (where.current = at)} />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  return { ...view, queries, at: () => where.current };
}

function Where({ onChange }: { onChange: (at: string) => void }) {
  const { pathname, search, hash } = useLocation();
  onChange(`${pathname}${search}${hash}`);
  return null;
}
