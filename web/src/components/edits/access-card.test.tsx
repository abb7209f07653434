import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { WebsiteAccess } from '@/api/access';
import { anAccess } from '@/testing/edits';
import { http, ok } from '@/testing/http';
import { aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { AccessCard } from './access-card';
import { accessPlace } from './access-kinds';

const stored = (access: WebsiteAccess | null) =>
  http.get('/api/websites/w1/access', () => ok({ access, way: access ? ('access' as const) : ('person' as const) }));
const show = () => renderAt('/', <AccessCard website={aWebsite()} canChange />);

test('new_access_asks_for_its_kind_and_sends_only_what_was_entered', async () => {
  const sent: unknown[] = [];
  server.use(
    stored(null),
    http.put('/api/websites/w1/access', async ({ request }) => {
      sent.push(await request.json());
      return ok({ access: anAccess(), way: 'access' as const });
    }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Add access' }));
  await userEvent.click(screen.getByRole('button', { name: /^SFTP server/ }));
  const dialog = screen.getByRole('dialog', { name: 'SFTP server' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save access' }));
  expect(await within(dialog).findByText('Enter the host.')).toBeInTheDocument();
  await userEvent.type(within(dialog).getByLabelText('Host'), 'web.example.com');
  await userEvent.type(within(dialog).getByLabelText('User'), 'deploy');
  await userEvent.type(within(dialog).getByLabelText('Folder'), '/srv/www');
  await userEvent.type(within(dialog).getByLabelText('Password'), 'secret');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save access' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    kind: 'sftp',
    baseUrl: aWebsite().url,
    settings: { host: 'web.example.com', port: 22, user: 'deploy', path: '/srv/www' },
    secrets: { password: 'secret' },
  });
});

test('stored_access_is_tested_and_refusals_appear_beside_their_field', async () => {
  server.use(
    stored(anAccess()),
    http.post('/api/websites/w1/access/test', () => ok({ isReachable: false, detail: 'The password is wrong.' })),
    http.put('/api/websites/w1/access', () =>
      problem(422, 'Invalid', [{ pointer: '/settings/path', detail: 'There is no such folder.' }]),
    ),
  );
  show();
  expect(await screen.findByText('SFTP server web.example.com, /srv/www')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Test access' }));
  expect(await screen.findByText('The password is wrong.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Edit access' }));
  const dialog = screen.getByRole('dialog', { name: 'SFTP server' });
  expect(within(dialog).getByLabelText('Folder')).toHaveValue('/srv/www');
  expect(within(dialog).getByLabelText('Password')).toHaveValue('');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save access' }));
  expect(await within(dialog).findByText('There is no such folder.')).toBeInTheDocument();
});

test('access_is_removed_after_a_question', async () => {
  let removed = 0;
  server.use(
    stored(anAccess()),
    http.delete('/api/websites/w1/access', () => {
      removed += 1;
      return ok({ access: null, way: 'person' as const });
    }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove access' }));
  const dialog = screen.getByRole('dialog', { name: 'Remove the access?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove access' }));
  await waitFor(() => expect(removed).toBe(1));
});

test('site_that_is_built_here_needs_no_access', async () => {
  server.use(http.get('/api/websites/w1/access', () => ok({ access: null, way: 'release' as const })));
  show();
  expect(await screen.findByText(/approved edits become releases/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add access' })).not.toBeInTheDocument();
});

test('place_names_what_identifies_the_files', () => {
  const git = { kind: 'git' as const, settings: { url: 'git@host:site.git', branch: 'main', path: 'public' } };
  expect(accessPlace(git)).toBe('Git repository git@host:site.git, branch main, public');
  expect(accessPlace({ kind: 'folder', settings: { path: '/srv/a' } })).toBe('Folder of this server /srv/a');
});
