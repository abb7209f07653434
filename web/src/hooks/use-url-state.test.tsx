import { act, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useUrlState } from './use-url-state';

const DEFAULTS = { q: '', city: '' };

function Filter() {
  const [{ q }, setFilter] = useUrlState(DEFAULTS);
  return (
    <>
      <p>Shown: {q || 'all'}</p>
      <button type="button" onClick={() => setTimeout(() => setFilter({ q: 'roofing' }), 250)}>
        Type
      </button>
      <button
        type="button"
        onClick={() => {
          setFilter({ q: 'plumbing' });
          setFilter({ city: 'Tulsa' });
        }}
      >
        Choose both
      </button>
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  window.history.replaceState(null, '', '/packs');
  render(<Filter />, { wrapper: BrowserRouter });
  act(() => screen.getByRole('button', { name: 'Type' }).click());
});

afterEach(() => {
  vi.useRealTimers();
  window.history.replaceState(null, '', '/');
});

it('keeps a filter in the address', () => {
  act(() => void vi.advanceTimersByTime(300));
  expect(window.location.href).toMatch(/\/packs\?q=roofing$/);
  expect(screen.getByText('Shown: roofing')).toBeInTheDocument();
});

it('keeps a change that the page has not shown yet', () => {
  act(() => screen.getByRole('button', { name: 'Choose both' }).click());
  expect(window.location.href).toMatch(/\/packs\?q=plumbing&city=Tulsa$/);
  act(() => screen.getByRole('button', { name: 'Choose both' }).click());
  expect(window.location.href).toMatch(/\/packs\?q=plumbing&city=Tulsa$/);
});

it('drops a change that comes after a link was followed', () => {
  // A page that loads late: the address is its address already, and the old page is still shown.
  window.history.pushState(null, '', '/packs/en/roofing');
  act(() => void vi.advanceTimersByTime(300));
  expect(window.location.href).toMatch(/\/packs\/en\/roofing$/);
});
