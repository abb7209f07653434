import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderAt } from '@/testing/render';
import { AllPages } from './all-pages';

test('panel_of_all_pages_marks_the_current_one_and_closes_on_a_choice', async () => {
  const { at } = renderAt('/leads?tab=ledger', <AllPages />);
  await userEvent.click(screen.getByRole('button', { name: 'All pages' }));
  const panel = within(screen.getByRole('dialog', { name: 'All pages' }));
  expect(await panel.findByRole('link', { name: 'Revenue and ledger' })).toHaveAttribute('aria-current', 'page');
  const engines = within(panel.getByRole('region', { name: 'Engines' }));
  expect(engines.getAllByRole('link')).toHaveLength(11);
  await userEvent.click(engines.getByRole('link', { name: 'Predictive engine' }));
  expect(at()).toBe('/intelligence/predictive');
  expect(screen.queryByRole('dialog', { name: 'All pages' })).not.toBeInTheDocument();
});
