import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FirstLoad } from './first-load';

const page = (...pending: boolean[]) => (
  <FirstLoad queries={pending.map((isPending) => ({ isPending }))}>
    <p>Content</p>
  </FirstLoad>
);

test('first_load_waits_for_every_query', () => {
  const { rerender } = render(page(true, true));
  expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
  rerender(page(false, true));
  expect(screen.queryByText('Content')).not.toBeInTheDocument();
  rerender(page(false, false));
  expect(screen.getByText('Content')).toBeInTheDocument();
});

test('first_load_keeps_its_content_when_a_query_starts_again', () => {
  const { rerender } = render(page(false));
  rerender(page(true));
  expect(screen.getByText('Content')).toBeInTheDocument();
  expect(screen.queryByRole('status', { name: 'Loading' })).not.toBeInTheDocument();
});
