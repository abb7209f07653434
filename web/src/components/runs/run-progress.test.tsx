import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { patchCaches } from '@/app/live/patch-caches';
import { http } from '@/testing/http';
import { aRun } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { RunProgress } from './run-progress';

const answers = (run: ReturnType<typeof aRun>) =>
  http.get('/api/runs/r1', () => HttpResponse.json({ success: true, run }));

const running = aRun({ status: 'running', finishedAt: null, progress: { percent: 20, stage: 'intent', message: '' } });

test('live_events_move_the_bar_and_the_end_is_reported_once', async () => {
  server.use(answers(running));
  const finished = vi.fn();
  const { queries } = renderAt('/', <RunProgress runId="r1" onFinished={finished} />);
  expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuenow', '20');
  expect(screen.getByRole('status')).toHaveTextContent('Intent');
  const payload = { runId: 'r1', percent: 70, stage: 'cluster', message: '84 groups' };
  patchCaches(queries, { type: 'run:progress', timestamp: '', payload });
  expect(await screen.findByText('Cluster: 84 groups')).toBeInTheDocument();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '70');
  server.use(answers(aRun()));
  patchCaches(queries, { type: 'run:finished', timestamp: '', payload: { runId: 'r1', status: 'succeeded' } });
  expect(await screen.findByText(/finished in 3 s/)).toBeInTheDocument();
  await waitFor(() => expect(finished).toHaveBeenCalledOnce());
});

test('a run that waits has no figure', async () => {
  server.use(answers(aRun({ status: 'queued', startedAt: null, finishedAt: null })));
  renderAt('/', <RunProgress runId="r1" title="Import" />);
  expect(await screen.findByText('Waiting for a worker')).toBeInTheDocument();
  expect(screen.getByRole('progressbar', { name: 'Import' })).not.toHaveAttribute('aria-valuenow');
});

test('failed_run_shows_its_reason_and_follows_the_retry', async () => {
  const retried = vi.fn();
  server.use(
    answers(aRun({ status: 'failed', error: { type: 'no-queries', detail: 'The import holds no queries.' } })),
    http.post('/api/runs/r1/retry', () =>
      HttpResponse.json({ success: true, run: aRun({ id: 'r2', status: 'queued' }) }),
    ),
  );
  renderAt('/', <RunProgress runId="r1" onRetried={retried} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('The import holds no queries.');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(retried).toHaveBeenCalledWith(expect.objectContaining({ id: 'r2' })));
});

test('refused_cancel_is_shown_and_the_run_continues', async () => {
  server.use(
    answers(running),
    http.post('/api/runs/r1/cancel', () => problem(409, 'The run has ended')),
  );
  renderAt('/', <RunProgress runId="r1" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('The run has ended')).toBeInTheDocument();
  expect(screen.getByRole('progressbar')).toBeInTheDocument();
});

test('a run that cannot be loaded can be asked for again', async () => {
  server.use(http.get('/api/runs/r1', () => problem(500, 'Internal error')));
  renderAt('/', <RunProgress runId="r1" />);
  await screen.findByRole('alert');
  server.use(answers(running));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('progressbar')).toBeInTheDocument();
});
