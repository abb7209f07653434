import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aListedEdit } from '@/testing/edits';
import { http, ok } from '@/testing/http';
import { productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import EditsPage from './page';

beforeEach(() => server.use(...productHandlers()));

const show = (search = '') => renderAt(`/edits${search}`, <EditsPage />);

test('edits_are_listed_with_status_and_link', async () => {
  server.use(http.get('/api/edits', () => ok({ edits: [aListedEdit()], nextCursor: null })));
  show();
  const card = await screen.findByRole('region', { name: 'Edits' });
  expect(await within(card).findByRole('link', { name: 'Change the title: /services' })).toHaveAttribute(
    'href',
    '/edits/e1',
  );
  expect(within(card).getByText('Awaiting approval')).toBeInTheDocument();
});

test('filters_are_in_the_address_and_the_request', async () => {
  const asked: URL[] = [];
  server.use(
    http.get('/api/edits', ({ request }) => {
      asked.push(new URL(request.url));
      return ok({ edits: [], nextCursor: null });
    }),
  );
  const view = show();
  expect(await screen.findByText('No edits yet')).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'applied');
  expect(view.at()).toBe('/edits?status=applied');
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('status')).toBe('applied'));
  expect(await screen.findByText('No edit matches these filters')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show all edits' }));
  expect(view.at()).toBe('/edits');
});

test('failed_list_can_be_asked_for_again', async () => {
  server.use(http.get('/api/edits', () => problem(500, 'Internal error')));
  show();
  expect(await screen.findByText('Failed to load the edits.')).toBeInTheDocument();
  server.use(http.get('/api/edits', () => ok({ edits: [aListedEdit()], nextCursor: null })));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Change the title: /services' })).toBeInTheDocument();
});
