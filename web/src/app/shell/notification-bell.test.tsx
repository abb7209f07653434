import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Schemas } from '@/api/types';
import { http } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { NotificationBell } from './notification-bell';

type Stored = Schemas['Notification'];
type Page = Schemas['Notifications'];
type ReadBody = Schemas['ReadNotifications'];

const AT = '2026-05-01T10:00:00Z';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const idOf = (n: number) => `0193a000-0000-7000-8000-00000000000${n}`;

let inbox: Stored[] = [];
let bodies: ReadBody[] = [];

function stored(n: number, change: Partial<Stored> = {}): Stored {
  const about = { route: null, objectType: 'run', objectId: idOf(9), workspaceId: null };
  const words = { kind: 'engine:insight', type: 'success', title: `No. ${n}`, message: 'Look' } as const;
  return { id: idOf(n), ...words, count: 1, ...about, readAt: null, createdAt: AT, ...change };
}

const unread = () => inbox.filter(({ readAt }) => readAt === null).length;

/** The calls as the server makes them: ids of notifications are taken, and nothing else. */
beforeEach(() => {
  inbox = [];
  bodies = [];
  server.use(
    http.get('/api/notifications', ({ request }) => {
      const query = new URL(request.url).searchParams;
      const fits = (each: Stored) =>
        (query.get('unread') !== 'true' || each.readAt === null) && (query.get('kind') ?? each.kind) === each.kind;
      const page: Page = { success: true, notifications: inbox.filter(fits), nextCursor: null, unread: unread() };
      return HttpResponse.json(page);
    }),
    http.post('/api/notifications/read', async ({ request }) => {
      const body = (await request.json()) as ReadBody;
      bodies.push(body);
      if (body.ids?.some((id) => !UUID.test(id))) return problem(422, 'ids: UUID parsing failed');
      inbox = inbox.map((each) => (body.all || body.ids?.includes(each.id) ? { ...each, readAt: AT } : each));
      return HttpResponse.json({ success: true, unread: unread() });
    }),
  );
});

it('counts what is unread, and marks one by the id of its record', async () => {
  inbox = [stored(1), stored(2), stored(3, { readAt: AT })];
  renderAt('/', <NotificationBell />);
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }));
  expect(await screen.findByText('No. 3')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Mark as read: No. 3' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Mark as read: No. 1' }));
  await waitFor(() => expect(bodies).toEqual([{ ids: [idOf(1)] }]));
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeInTheDocument();
  expect(screen.getByText('No. 1')).toBeInTheDocument();
});

it('marks all as read', async () => {
  inbox = [stored(1), stored(2)];
  renderAt('/', <NotificationBell />);
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }));
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(bodies).toEqual([{ all: true }]));
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeInTheDocument();
});

it('filters by unread and kind, and leads to the object', async () => {
  inbox = [stored(1, { route: '/keyword-finder' }), stored(2, { readAt: AT }), stored(3, { kind: 'import', count: 4 })];
  renderAt('/', <NotificationBell />);
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }));
  expect(await screen.findByRole('link', { name: 'No. 1' })).toHaveAttribute('href', '/keyword-finder');
  await userEvent.click(screen.getByRole('radio', { name: 'Unread' }));
  await waitFor(() => expect(screen.queryByText('No. 2')).not.toBeInTheDocument());
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'import');
  await waitFor(() => expect(screen.queryByText('No. 1')).not.toBeInTheDocument());
  expect(await screen.findByText('No. 3')).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'webhook');
  expect(await screen.findByText('No such notifications')).toBeInTheDocument();
});

it('goes back when the server refuses', async () => {
  inbox = [stored(1)];
  server.use(http.post('/api/notifications/read', () => problem(500, 'broken')));
  renderAt('/', <NotificationBell />);
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  expect((await screen.findAllByText('Failed to mark the notifications as read')).length).toBeGreaterThan(0);
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeInTheDocument();
});
