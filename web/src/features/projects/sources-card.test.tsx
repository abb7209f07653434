import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { DataSource } from '@/api/sources';
import { useToasts } from '@/lib/toast';
import { http, ok, problem } from '@/testing/http';
import { aRun, aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { signIn } from '@/testing/session';
import { aSource } from '@/testing/sources';
import { backFill, preliminaryDays, sourceState } from './source-words';
import { SourcesCard } from './sources-card';

beforeEach(() => signIn());

function serve(...sources: DataSource[]): void {
  server.use(http.get('/api/websites/:id/sources', () => ok({ sources })));
}

const show = () => renderAt('/', <SourcesCard website={aWebsite()} />);

test('website_without_sources_offers_connections', async () => {
  serve();
  show();
  expect(await screen.findByText('No data source yet')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Add connection' })).toHaveAttribute('href', '/settings?tab=connections');
});

test('source_shows_days_rows_and_marks_preliminary_ones', async () => {
  serve(aSource());
  show();
  const card = within(await screen.findByRole('region', { name: 'Data sources' }));
  expect(await card.findByText('Up to date')).toBeInTheDocument();
  expect(card.getByText('48,210')).toBeInTheDocument();
  expect(card.getByText('Preliminary')).toBeInTheDocument();
  expect(card.getByText(/Google Search Console has not finished counting/)).toBeInTheDocument();
  expect(card.getByText(/^2 days after/)).toBeInTheDocument();
  expect(card.queryByRole('progressbar')).not.toBeInTheDocument();
});

test('sync_now_starts_a_run_and_shows_its_progress', async () => {
  serve(aSource({ lastDay: '2026-11-21' }));
  const progress = { percent: 40, stage: 'fetching', message: '2026-01-01 to 2026-01-07: 900 rows so far' };
  const run = aRun({ id: 'r9', kind: 'sync', engineId: null, status: 'running', progress, finishedAt: null });
  server.use(
    http.post('/api/websites/w1/sources/k1/sync', () => {
      serve(aSource({ run: { id: 'r9', status: 'running', percent: 40 } }));
      return ok({ run });
    }),
    http.get('/api/runs/r9', () => ok({ run })),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: /^Sync now/ }));
  expect(await screen.findByText(/900 rows so far/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Sync now/ })).not.toBeInTheDocument();
});

test('lost_access_links_to_the_connections', async () => {
  serve(aSource({ status: 'expired', error: 'Google Search Console: access has expired or was withdrawn.' }));
  show();
  expect(await screen.findByText('Access lost')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open connections' })).toBeInTheDocument();
});

test('failed_sync_of_a_working_connection_asks_for_another_sync', async () => {
  serve(aSource({ status: 'connected', error: 'The provider did not answer.' }));
  show();
  const text = await screen.findByText(/^The last sync failed: The provider did not answer\./);
  expect(text).toHaveTextContent('The connection works now: sync again.');
});

test('refused_sync_shows_the_reason', async () => {
  serve(aSource());
  server.use(
    http.post('/api/websites/:id/sources/:connectionId/sync', () =>
      problem(409, 'A sync of this connection is running.'),
    ),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: /^Sync now/ }));
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ description }) => description)).toContain(
      'A sync of this connection is running.',
    ),
  );
});

test('words_follow_from_days_and_state', () => {
  expect(preliminaryDays(aSource())).toBe(2);
  expect(preliminaryDays(aSource({ lastFinalDay: null }))).toBe(0);
  expect(backFill(aSource())).toBeNull();
  expect(backFill(aSource({ firstDay: '2026-11-14', wantedFrom: '2026-11-04' }))).toBe(50);
  expect(sourceState(aSource({ syncedAt: null })).label).toBe('Not synced yet');
  expect(sourceState(aSource({ error: 'The quota is used up.' })).label).toBe('Failed');
});
