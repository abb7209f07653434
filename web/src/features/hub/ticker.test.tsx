import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useBrowserSettings } from '@/lib/browser-settings';
import type { LatestEvent } from './latest-events';
import { Ticker } from './ticker';

const scrolled: ScrollToOptions[] = [];

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  scrolled.length = 0;
  vi.spyOn(Element.prototype, 'scrollTo').mockImplementation((to) => void scrolled.push(to as ScrollToOptions));
});

afterEach(() => {
  useBrowserSettings.getState().set({ lessMotion: false });
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const event = (id: string): LatestEvent => ({
  id,
  at: '2026-08-02T10:00:00Z',
  what: 'Pattern',
  text: `Finding ${id}`,
  to: `/intelligence/patterns?website=${id}`,
});

const tree = (events: LatestEvent[]) => (
  <MemoryRouter>
    <Ticker events={events} />
  </MemoryRouter>
);

const texts = () => screen.getAllByRole('link').map((link) => within(link).getByText(/^Finding/).textContent);
/** Number of automatic rotations within three intervals. */
function steps(): number {
  const before = scrolled.length;
  act(() => vi.advanceTimersByTime(15_000));
  return scrolled.length - before;
}

test('ticker_without_events_is_hidden', () => {
  render(tree([]));
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('the line goes on by itself, not under a pointer or the focus, nor once it was paused', async () => {
  render(tree([event('a'), event('b')]));
  expect(screen.getAllByRole('link')[1]).toHaveAttribute('href', '/intelligence/patterns?website=b');
  expect(steps()).toBe(3);
  fireEvent.pointerEnter(screen.getByRole('list'));
  expect(steps()).toBe(0);
  fireEvent.pointerLeave(screen.getByRole('list'));
  expect(steps()).toBe(3);
  act(() => screen.getAllByRole('link')[0]?.focus());
  expect(steps()).toBe(0);
  act(() => screen.getAllByRole('link')[0]?.blur());
  await userEvent.click(screen.getByRole('button', { name: 'Pause the events' }));
  expect(steps()).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Resume the events' }));
  expect(steps()).toBe(3);
});

test('new_events_wait_while_the_ticker_is_hovered', () => {
  const { rerender } = render(tree([event('a')]));
  fireEvent.pointerEnter(screen.getByRole('list'));
  rerender(tree([event('b'), event('a')]));
  expect(texts()).toEqual(['Finding a']);
  fireEvent.pointerLeave(screen.getByRole('list'));
  expect(texts()).toEqual(['Finding b', 'Finding a']);
  expect(scrolled.at(-1)).toEqual({ left: 0 });
});

test('reduced_motion_stops_the_ticker_and_a_press_advances_it', async () => {
  useBrowserSettings.getState().set({ lessMotion: true });
  render(tree([event('a'), event('b')]));
  expect(steps()).toBe(0);
  expect(screen.queryByRole('button', { name: 'Pause the events' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Next event' }));
  expect(scrolled.at(-1)?.behavior).toBe('instant');
});
