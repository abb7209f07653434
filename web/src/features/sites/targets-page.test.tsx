import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { kindFormName, kindSecrets } from '@/components/form/kind-values';
import { http, ok } from '@/testing/http';
import { expectToNeedNetwork } from '@/testing/network';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import { aSiteWorld, aTarget, siteHandlers } from '@/testing/sites';
import { kindOf, settingsOf, TARGET_KINDS, valuesOf } from './target-kinds';
import TargetsPage from './targets-page';

const world = aSiteWorld();

beforeEach(() => {
  signIn();
  Object.assign(world, aSiteWorld());
  server.use(...siteHandlers(world));
});

const show = () => renderAt('/dominator/targets', <TargetsPage />);

test('target_of_each_kind_asks_for_its_own_fields', async () => {
  show();
  await screen.findByText('No target of your own');
  await userEvent.click(screen.getByRole('button', { name: 'Add target' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a target' });
  for (const { name } of TARGET_KINDS) expect(within(dialog).getByText(name)).toBeInTheDocument();
});

test('new_target_is_sent_with_settings_and_secrets_apart', async () => {
  const sent = recordCalls('post', '/api/deploy-targets', () => ok({ target: aTarget() }));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Add target' }));
  await userEvent.click(screen.getByRole('button', { name: /^S3-compatible storage/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Add S3-compatible storage' });
  const fill = (label: string, text: string) => userEvent.type(within(dialog).getByLabelText(label), text);
  await fill('Name', 'R2');
  await fill('Region', 'auto');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save target' }));
  expect(await within(dialog).findByText('Enter the bucket.')).toBeInTheDocument();
  expect(within(dialog).getByText('Enter the secret access key.')).toBeInTheDocument();
  await fill('Bucket', 'sites');
  await fill('Access key ID', 'AKIA');
  await fill('Secret access key', 'very secret');
  expect(within(dialog).getByLabelText('Secret access key')).toHaveAttribute('type', 'password');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save target' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        kind: 's3',
        name: 'R2',
        settings: { region: 'auto', bucket: 'sites', prefix: '{site}', keep: 5, pathStyle: false },
        secrets: { accessKeyId: 'AKIA', secretAccessKey: 'very secret' },
      },
    ]),
  );
});

test('refused_field_shows_the_reason_of_the_server_next_to_it', async () => {
  const errors = [{ pointer: '/settings/path', detail: 'This folder is not allowed here.' }];
  server.use(http.post('/api/deploy-targets', () => problem(422, 'Invalid', errors)));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Add target' }));
  await userEvent.click(screen.getByRole('button', { name: /^Folder of this server/ }));
  await userEvent.type(await screen.findByLabelText('Name'), 'Web root');
  await userEvent.type(screen.getByLabelText('Folder'), '/etc');
  await userEvent.click(screen.getByRole('button', { name: 'Save target' }));
  expect(await screen.findByText('This folder is not allowed here.')).toBeInTheDocument();
  expect(screen.getByLabelText('Folder')).toHaveFocus();
});

test('edited_target_keeps_stored_secrets_that_were_not_typed', async () => {
  world.targets = [aTarget({ settings: { ...aTarget().settings, apiUrl: 'https://own.example' } })];
  const sent = recordCalls('patch', '/api/deploy-targets/t1', () => ok({ target: aTarget() }));
  show();
  const card = await screen.findByRole('region', { name: 'R2 bucket' });
  expect(card).toHaveTextContent('Credentials•••••••• stored');
  await userEvent.click(within(card).getByRole('button', { name: 'Edit R2 bucket' }));
  await userEvent.clear(await screen.findByLabelText('Bucket'));
  await userEvent.type(screen.getByLabelText('Bucket'), 'other');
  await userEvent.click(screen.getByRole('button', { name: 'Save target' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        name: 'R2 bucket',
        settings: {
          apiUrl: 'https://own.example',
          region: 'auto',
          bucket: 'other',
          prefix: '{site}',
          keep: 5,
          pathStyle: true,
        },
      },
    ]),
  );
});

test('removed_fingerprint_of_a_server_is_sent_empty_so_that_the_next_test_finds_the_new_key', async () => {
  const settings = {
    host: 'web.example.com',
    port: 22,
    user: 'ada',
    path: '/srv/{site}',
    keep: 5,
    hostKey: 'SHA256:old',
  };
  world.targets = [aTarget({ kind: 'sftp', name: 'Web server', settings })];
  const sent = recordCalls('patch', '/api/deploy-targets/t1', () => ok({ target: aTarget() }));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Web server' }));
  await userEvent.clear(await screen.findByLabelText('Fingerprint of the server (optional)'));
  await userEvent.click(screen.getByRole('button', { name: 'Save target' }));
  await waitFor(() => expect(sent).toEqual([{ name: 'Web server', settings: { ...settings, hostKey: '' } }]));
});

test('test_reports_what_it_found', async () => {
  world.targets = [aTarget()];
  let isReachable = false;
  server.use(
    http.post('/api/deploy-targets/t1/test', () =>
      ok({ isReachable, detail: isReachable ? 'A file was written and read back.' : 'The key is unknown.' }),
    ),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Test target' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The test failedThe key is unknown.');
  isReachable = true;
  await userEvent.click(screen.getByRole('button', { name: 'Test target' }));
  expect(await screen.findByText('A file was written and read back.')).toBeInTheDocument();
});

test('target_is_deleted_after_a_question', async () => {
  world.targets = [aTarget()];
  const deleted = recordCalls('delete', '/api/deploy-targets/t1');
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete R2 bucket' }));
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Delete R2 bucket?' })).getByRole('button', {
      name: 'Delete target',
    }),
  );
  await waitFor(() => expect(deleted).toHaveLength(1));
});

test('viewer_sees_targets_without_actions_and_offline_needs_the_network', async () => {
  world.targets = [aTarget()];
  const first = show();
  expectToNeedNetwork(
    await screen.findByRole('button', { name: 'Test target' }),
    screen.getByRole('button', { name: 'Delete R2 bucket' }),
  );
  first.unmount();
  signIn({ workspaces: [{ id: 'w', name: 'Shared', role: 'viewer', personal: true }] });
  show();
  await screen.findByRole('region', { name: 'R2 bucket' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Test target' })).not.toBeInTheDocument());
});

test('failed_list_says_so', async () => {
  server.use(http.get('/api/deploy-targets', () => problem(500, 'The store is away')));
  show();
  expect(await screen.findByText('Failed to load the targets.')).toBeInTheDocument();
});

describe('values of a target', () => {
  const s3 = kindOf('s3');
  if (!s3) throw new Error('no S3');

  it('numbers are sent as numbers and empty texts are left out', () => {
    const values = { ...valuesOf(s3), settings: { ...valuesOf(s3).settings, keep: '7', region: ' eu ' } };
    expect(settingsOf(values)).toEqual({ region: 'eu', prefix: '{site}', keep: 7, pathStyle: false });
  });

  it('no typed secret keeps the stored ones', () => {
    expect(kindSecrets(valuesOf(s3))).toBeUndefined();
    expect(kindSecrets({ ...valuesOf(s3), secrets: { accessKeyId: 'a', secretAccessKey: ' ' } })).toEqual({
      accessKeyId: 'a',
    });
  });

  it('fields of the request are found in the form', () => {
    const values = valuesOf(s3);
    expect(kindFormName('settings/bucket', values)).toBe('settings.bucket');
    expect(kindFormName('secrets/accessKeyId', values)).toBe('secrets.accessKeyId');
    expect(kindFormName('settings/pathStyle', values)).toBe('checks.pathStyle');
    expect(kindFormName('name', values)).toBe('name');
  });
});
