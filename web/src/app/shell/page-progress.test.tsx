import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderAt } from '@/testing/render';
import { PageProgress } from './page-progress';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  window.history.replaceState(null, '', '/');
});

const wait = () => act(() => vi.advanceTimersByTime(300));

test('line_is_shown_while_the_address_is_ahead_of_the_shown_page', () => {
  renderAt('/', <PageProgress />);
  fireEvent.click(document.body);
  wait();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  window.history.pushState(null, '', '/leads');
  fireEvent.click(document.body);
  wait();
  expect(screen.getByRole('status', { name: 'Loading page' })).toBeInTheDocument();
});
