import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { NavDrawer } from './nav-drawer';

vi.mock('./workspace-choices', () => ({ WorkspaceList: () => null }));

/** A page with code that loads when the test allows it. */
function latePage() {
  let arrive = () => {};
  const code = new Promise<{ default: () => ReactNode }>((resolve) => {
    arrive = () => resolve({ default: () => <h1>Projects page</h1> });
  });
  return { Page: lazy(() => code), arrive };
}

function World({ Page }: { Page: ComponentType }) {
  const [open, setOpen] = useState(false);
  return (
    <BrowserRouter>
      <button type="button" onClick={() => setOpen(true)}>
        Open navigation
      </button>
      <NavDrawer open={open} onClose={() => setOpen(false)} />
      <Suspense>
        <Routes>
          <Route path="/projects" element={<Page />} />
          <Route path="*" element={<h1>First page</h1>} />
        </Routes>
      </Suspense>
    </BrowserRouter>
  );
}

const drawer = () => screen.queryByRole('dialog', { name: 'Navigation' });
const openDrawer = () => userEvent.click(screen.getByRole('button', { name: 'Open navigation' }));

test('a drawer opened while a page is on its way stays open when the page arrives, and closes on Back', async () => {
  window.history.replaceState(null, '', '/dashboard');
  const { Page, arrive } = latePage();
  render(<World Page={Page} />);
  await openDrawer();
  await userEvent.click(screen.getByRole('link', { name: 'Projects' }));
  expect(drawer()).toBeNull();
  expect(window.location.pathname).toBe('/projects');

  expect(screen.getByText('First page')).toBeInTheDocument();
  await openDrawer();
  await act(async () => arrive());
  expect(await screen.findByText('Projects page')).toBeInTheDocument();
  expect(drawer()).not.toBeNull();

  window.history.back();
  expect(await screen.findByText('First page')).toBeInTheDocument();
  await vi.waitFor(() => expect(drawer()).toBeNull(), { timeout: 2_000 });
});
