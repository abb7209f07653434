import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { http } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { NotificationBell } from './notification-bell';

const AT = '2026-05-01T10:00:00Z';
const entry = (id: string, title: string, readAt: string | null = null) => ({
  id,
  type: 'info' as const,
  title,
  message: 'Look',
  readAt,
  createdAt: AT,
});

function inbox(entries: ReturnType<typeof entry>[]) {
  const unread = entries.filter(({ readAt }) => readAt === null).length;
  server.use(
    http.get('/api/notifications', () =>
      HttpResponse.json({ success: true, notifications: entries, nextCursor: null, unread }),
    ),
  );
}

it('counts what is unread, and marks one at once', async () => {
  inbox([entry('1', 'First'), entry('2', 'Second'), entry('3', 'Third', AT)]);
  const bodies: unknown[] = [];
  server.use(
    http.post('/api/notifications/read', async ({ request }) => {
      bodies.push(await request.json());
      inbox([entry('1', 'First', AT), entry('2', 'Second'), entry('3', 'Third', AT)]);
      return HttpResponse.json({ success: true, unread: 1 });
    }),
  );
  renderAt('/', <NotificationBell />);
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }));
  expect(screen.queryByRole('button', { name: 'Mark as read: Third' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Mark as read: First' }));
  await waitFor(() => expect(bodies).toEqual([{ ids: ['1'] }]));
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeInTheDocument();
});

it('goes back when the server refuses', async () => {
  inbox([entry('1', 'First')]);
  server.use(http.post('/api/notifications/read', () => problem(500, 'broken')));
  renderAt('/', <NotificationBell />);
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  expect((await screen.findAllByText('Failed to mark the notifications as read')).length).toBeGreaterThan(0);
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeInTheDocument();
});
