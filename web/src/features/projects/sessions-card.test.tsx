import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { http, ok } from '@/testing/http';
import { aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { signIn } from '@/testing/session';
import { SessionsCard } from './sessions-card';

beforeEach(() => signIn());

const group = (name: string, sessions: number) => ({ name, sessions, engagedSessions: sessions / 2, keyEvents: 1.5 });

test('sessions_are_grouped_and_filtered', async () => {
  const asked: string[] = [];
  server.use(
    http.get('/api/websites/:id/sessions', ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams.get('source') ?? '');
      return ok({
        from: '2026-10-28',
        to: '2026-11-24',
        totals: group('', 1240),
        days: [group('2026-11-23', 600), group('2026-11-24', 640)],
        pages: [group('/roofs', 1000)],
        sources: searchParams.get('source') ? [] : [group('chatgpt.com / referral', 240)],
      });
    }),
  );
  renderAt('/', <SessionsCard website={aWebsite()} />);
  const card = within(await screen.findByRole('region', { name: 'Analytics' }));
  expect(await card.findByText('1,240')).toBeInTheDocument();
  expect(card.getByRole('row', { name: /^\/roofs 1,000 50% 1.5/ })).toBeInTheDocument();
  await userEvent.click(card.getByRole('radio', { name: 'Sources' }));
  expect(card.getByRole('row', { name: /^chatgpt.com/ })).toBeInTheDocument();
  await userEvent.type(card.getByRole('searchbox', { name: 'Filter sources' }), 'bing');
  expect(await card.findByText('No sessions')).toBeInTheDocument();
  await waitFor(() => expect(asked.at(-1)).toBe('bing'));
});
