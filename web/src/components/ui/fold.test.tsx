import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Fold } from './fold';

test('fold_is_closed_at_first_and_reports_each_change', async () => {
  const onToggle = vi.fn();
  render(
    <Fold title="Method" onToggle={onToggle}>
      <p>Poisson regression</p>
    </Fold>,
  );
  expect(screen.getByText('Poisson regression')).not.toBeVisible();
  await userEvent.click(screen.getByText('Method'));
  expect(screen.getByText('Poisson regression')).toBeVisible();
  await vi.waitFor(() => expect(onToggle).toHaveBeenLastCalledWith(true));
});

test('fold_in_a_fold_has_a_chevron_of_its_own', () => {
  render(
    <Fold title="Outer" open>
      <Fold title="Inner">
        <p>Content</p>
      </Fold>
    </Fold>,
  );
  // What turns the chevron is in its own title line: an open fold around it does not count.
  const chevron = screen.getByText('Inner').querySelector('svg');
  expect(chevron).toHaveClass('in-[details[open]>summary]:rotate-90');
  expect(chevron?.closest('details[open]>summary')).toBeNull();
  expect(screen.getByText('Outer').querySelector('svg')?.closest('details[open]>summary')).not.toBeNull();
});
