import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { ok, recordCalls } from '@/testing/session';
import { pressUndo } from '@/testing/undo';
import { WebsiteMenu } from './website-menu';

const website = aWebsite();

async function choose(name: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Northwind' }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
}

it('archive_offers_undo_that_restores_the_website', async () => {
  const archived = recordCalls('post', '/api/websites/w1/archive', () => ok({ website }));
  const restored = recordCalls('post', '/api/websites/w1/restore', () => ok({ website }));
  renderAt('/projects', <WebsiteMenu website={website} />);
  await choose('Archive');
  await waitFor(() => expect(archived).toHaveLength(1));
  await pressUndo();
  await waitFor(() => expect(restored).toHaveLength(1));
});

it('delete_needs_the_host_typed', async () => {
  const deleted = recordCalls('delete', '/api/websites/w1');
  renderAt('/projects', <WebsiteMenu website={website} />);
  await choose('Delete');
  const confirm = screen.getByRole('button', { name: 'Delete website' });
  await userEvent.type(screen.getByLabelText(/Type northwind.example/), 'Northwind');
  expect(confirm).toBeDisabled();
  await userEvent.clear(screen.getByLabelText(/Type northwind.example/));
  await userEvent.type(screen.getByLabelText(/Type northwind.example/), 'northwind.example');
  await userEvent.click(confirm);
  await waitFor(() => expect(deleted).toEqual([{ host: 'northwind.example' }]));
});

it('rename_sends_the_new_name', async () => {
  const renamed = recordCalls('patch', '/api/websites/w1', () => ok({ website }));
  renderAt('/projects', <WebsiteMenu website={website} />);
  await choose('Rename');
  await userEvent.clear(screen.getByLabelText('Name'));
  await userEvent.type(screen.getByLabelText('Name'), ' Shop ');
  await userEvent.click(screen.getByRole('button', { name: 'Rename website' }));
  await waitFor(() => expect(renamed).toEqual([{ name: 'Shop' }]));
});
