import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Usage } from '@/api/workspaces';
import { http } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { WorkspaceUsage } from './workspace-usage';

const unlimited: Usage = {
  storageBytes: 1_572_864,
  mostStorageBytes: null,
  runsToday: 0,
  mostRunsPerDay: null,
  emailsToday: 0,
  mostEmailsPerDay: null,
  crawlUrls: 250_000,
  mostCrawlUrls: null,
  resetsAt: '2026-11-24T00:00:00Z',
};

function show(usage: Usage) {
  let answered = false;
  server.use(
    http.get('/api/workspaces/:id/usage', () => {
      answered = true;
      return HttpResponse.json({ success: true, usage });
    }),
  );
  renderAt('/settings', <WorkspaceUsage workspaceId="w1" />);
  return () => answered;
}

describe('use and limits', () => {
  it('limits_that_are_set_show_use_and_maximum', async () => {
    show({ ...unlimited, mostStorageBytes: 10_485_760, runsToday: 50, mostRunsPerDay: 50 });
    expect(await screen.findByText('1.5 MB of 10 MB')).toBeVisible();
    expect(screen.getByText('50 of 50')).toHaveClass('text-destructive');
    expect(screen.getByRole('progressbar', { name: 'Storage' })).toHaveAttribute('aria-valuenow', '15');
    expect(screen.getByText(/undo imports or delete websites/)).toHaveTextContent('The counts of today start again on');
    expect(screen.queryByText('Emails today')).not.toBeInTheDocument();
  });

  it('urls_of_crawls_show_how_they_are_freed', async () => {
    show({ ...unlimited, mostCrawlUrls: 5_000_000 });
    expect(await screen.findByText('250,000 of 5,000,000')).toBeVisible();
    expect(screen.getByText('Delete crawls to free URLs.')).toBeVisible();
  });

  it('without_limits_nothing_is_shown', async () => {
    const answered = show(unlimited);
    await expect.poll(answered).toBe(true);
    expect(screen.queryByText('Use and limits')).not.toBeInTheDocument();
  });

  it('failed_request_offers_a_retry', async () => {
    server.use(http.get('/api/workspaces/:id/usage', () => new HttpResponse(null, { status: 500 })));
    renderAt('/settings', <WorkspaceUsage workspaceId="w1" />);
    expect(await screen.findByRole('button', { name: /try again|retry/i })).toBeVisible();
  });
});
