import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { onPhone } from '@/testing/media';
import { FoldingCard, PhoneFold } from './folding-card';

const card = (
  <FoldingCard title="Revenue" summary="$135 this month" description="After refunds." actions={<a href="/x">Ledger</a>}>
    <p>All figures</p>
  </FoldingCard>
);

test('wide_window_shows_the_whole_card', () => {
  render(card);
  expect(screen.getByRole('region', { name: 'Revenue' })).toHaveTextContent('RevenueAfter refunds.LedgerAll figures');
  expect(screen.queryByText('$135 this month')).not.toBeInTheDocument();
});

test('card_that_is_always_folded_unfolds_in_a_wide_window', async () => {
  render(
    <FoldingCard title="Crawlers" summary="1 of 18 blocked" always>
      <p>All crawlers</p>
    </FoldingCard>,
  );
  expect(screen.getByText('1 of 18 blocked')).toBeVisible();
  expect(screen.getByText('All crawlers')).not.toBeVisible();
  await userEvent.click(screen.getByRole('heading', { name: 'Crawlers' }));
  expect(screen.getByText('All crawlers')).toBeVisible();
});

test('phone_shows_title_and_figure_and_unfolds_the_rest', async () => {
  onPhone();
  render(card);
  expect(screen.getByRole('heading', { name: 'Revenue' })).toBeVisible();
  expect(screen.getByText('$135 this month')).toBeVisible();
  expect(screen.getByText('All figures')).not.toBeVisible();
  await userEvent.click(screen.getByRole('heading', { name: 'Revenue' }));
  expect(screen.getByText('All figures')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ledger' })).toBeVisible();
});

test('card_opens_for_what_needs_attention_and_does_not_close_by_itself', () => {
  onPhone();
  const account = (isWrong: boolean) => (
    <FoldingCard title="Serper" open={isWrong}>
      <p>The key was refused.</p>
    </FoldingCard>
  );
  const { rerender } = render(account(false));
  expect(screen.getByText('The key was refused.')).not.toBeVisible();
  rerender(account(true));
  expect(screen.getByText('The key was refused.')).toBeVisible();
  rerender(account(false));
  expect(screen.getByText('The key was refused.')).toBeVisible();
});

test('part_of_a_card_is_folded_on_a_phone_only', () => {
  const part = (
    <PhoneFold title="Neighbors">
      <p>Jenks</p>
    </PhoneFold>
  );
  const { unmount } = render(part);
  expect(screen.getByText('Jenks')).toBeVisible();
  expect(screen.queryByText('Neighbors')).not.toBeInTheDocument();
  unmount();
  onPhone();
  render(part);
  expect(screen.getByText('Neighbors')).toBeVisible();
  expect(screen.getByText('Jenks')).not.toBeVisible();
});
