import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aListedEdit, anEdit } from '@/testing/edits';
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

test('new_edit_is_created_from_its_form_and_opens', async () => {
  const sent: unknown[] = [];
  server.use(
    http.get('/api/edits', () => ok({ edits: [], nextCursor: null })),
    http.post('/api/edits', async ({ request }) => {
      sent.push(await request.json());
      return ok({ edit: anEdit({ status: 'draft' }) });
    }),
  );
  const view = show();
  await userEvent.click(await screen.findByRole('button', { name: 'New edit' }));
  const dialog = screen.getByRole('dialog', { name: 'New edit' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create edit' }));
  expect(await within(dialog).findByText('Enter a path.')).toBeInTheDocument();
  await userEvent.type(within(dialog).getByLabelText('Path of the page'), '/prices/');
  await userEvent.type(within(dialog).getByLabelText('Title'), 'What a plumber costs');
  await userEvent.click(within(dialog).getByLabelText('Measure the effect'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create edit' }));
  await waitFor(() => expect(view.at()).toBe('/edits/e1'));
  expect(sent).toEqual([
    {
      websiteId: 'w1',
      changes: [{ kind: 'set_title', path: '/prices/', title: 'What a plumber costs' }],
      reason: '',
      isMeasured: false,
    },
  ]);
});
