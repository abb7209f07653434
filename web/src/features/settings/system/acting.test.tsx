import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { KillSwitch } from '@/api/plans';
import { http } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { Acting } from './acting';

const off = { isOn: false, reason: '', changedBy: null, changedAt: null };

/** A server with a kill switch. Returns the bodies that it received. */
function withSwitch(start: typeof off) {
  const sent: unknown[] = [];
  let operator: KillSwitch = start;
  server.use(
    http.get('/api/admin/kill-switch', () => HttpResponse.json({ success: true, operator })),
    http.put('/api/admin/kill-switch', async ({ request }) => {
      const body = (await request.json()) as Partial<KillSwitch>;
      sent.push(body);
      operator = { ...off, ...body, changedAt: '2026-03-01T10:00:00Z' };
      return HttpResponse.json({ success: true, operator });
    }),
  );
  return sent;
}

test('the operator stops plan execution with a reason and resumes it', async () => {
  const sent = withSwitch(off);
  renderAt('/settings', <Acting />);
  await userEvent.click(await screen.findByRole('button', { name: 'Stop execution' }));
  await userEvent.type(await screen.findByLabelText('Reason'), 'a bad release');
  const dialog = screen.getByRole('dialog', {
    name: 'Stop all plan execution in the whole installation?',
    hidden: true,
  });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stop execution', hidden: true }));
  expect(await screen.findByText('Plan execution is stopped')).toBeInTheDocument();
  expect(screen.getByText('a bad release')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Resume execution' }));
  expect(await screen.findByText('Plan execution is active')).toBeInTheDocument();
  expect(sent).toEqual([
    { isOn: true, reason: 'a bad release' },
    { isOn: false, reason: '' },
  ]);
});

test('a failed load offers a retry and shows no status', async () => {
  server.use(http.get('/api/admin/kill-switch', () => problem(500, 'broken')));
  renderAt('/settings', <Acting />);
  expect(await screen.findByRole('button', { name: /again|retry/i })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Stop execution' })).toBeNull();
});
