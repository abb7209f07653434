import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { ok, recordCalls } from '@/testing/session';
import { AddWebsiteForm } from './add-website-form';

/** True when the browser would ask. */
function closesTab(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

test('a half-written website is asked for before the tab closes, and not once it is added', async () => {
  recordCalls('post', '/api/websites', () => ok({ website: aWebsite() }));
  const added = vi.fn();
  renderAt('/projects/new', <AddWebsiteForm onAdded={added} />);
  expect(closesTab()).toBe(false);
  await userEvent.type(screen.getByLabelText('Address'), 'northwind.example');
  expect(closesTab()).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Add website' }));
  await waitFor(() => expect(added).toHaveBeenCalled());
  expect(closesTab()).toBe(false);
});
