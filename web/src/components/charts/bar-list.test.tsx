import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { onPhone } from '@/testing/media';
import { BarList } from './bar-list';

const bars = Array.from({ length: 12 }, (_, at) => ({
  id: `site-${at}`,
  label: `site-${at}`,
  value: 12 - at,
  text: `${12 - at}%`,
  isMarked: at === 9,
}));
const names = () => within(screen.getByRole('list', { name: 'Shares' })).getAllByRole('listitem').length;

test('phone_shows_the_first_bars_and_the_own_one_and_all_on_request', async () => {
  onPhone();
  render(<BarList label="Shares" bars={bars} />);
  expect(names()).toBe(7);
  expect(screen.getByText('site-9')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show all 12' }));
  expect(names()).toBe(12);
});

test('wide_screen_shows_all_bars', () => {
  render(<BarList label="Shares" bars={bars} />);
  expect(names()).toBe(12);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
