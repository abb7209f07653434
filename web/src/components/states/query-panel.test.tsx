import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { websiteQueries } from '@/api/websites';
import { http } from '@/testing/http';
import { aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { QueryPanel } from './query-panel';

function Websites() {
  const query = useQuery(websiteQueries.list());
  return (
    <QueryPanel
      query={query}
      fallback="Failed to fetch websites"
      isEmpty={(all) => all.length === 0}
      empty={<p>None</p>}
    >
      {(all) => (
        <>
          <p>{all.map(({ name }) => name).join()}</p>
          <button type="button" onClick={() => query.refetch()}>
            Again
          </button>
        </>
      )}
    </QueryPanel>
  );
}

const websites = (...names: string[]) =>
  http.get('/api/websites', () =>
    HttpResponse.json({ success: true, websites: names.map((name) => aWebsite({ name })) }),
  );

describe('the states of a panel', () => {
  it('loads, then shows the data', async () => {
    server.use(websites('a', 'b'));
    renderAt('/', <Websites />);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
    expect(await screen.findByText('a,b')).toBeInTheDocument();
  });

  it('failed_query_shows_its_reason_and_a_retry', async () => {
    server.use(http.get('/api/websites', () => problem(500, 'The store is away')));
    renderAt('/', <Websites />);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Failed to fetch websites');
    expect(alert).toHaveTextContent('The store is away');
    server.use(websites('a'));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('a')).toBeInTheDocument();
  });

  it('keeps good data when a later load fails', async () => {
    server.use(websites('a'));
    renderAt('/', <Websites />);
    await screen.findByText('a');
    server.use(http.get('/api/websites', () => problem(500, 'The store is away')));
    await userEvent.click(screen.getByRole('button', { name: 'Again' }));
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(screen.getByText('a')).toBeInTheDocument();
  });

  it('teaches when there is nothing', async () => {
    server.use(websites());
    renderAt('/', <Websites />);
    expect(await screen.findByText('None')).toBeInTheDocument();
  });

  it('forbidden_query_shows_missing_access', async () => {
    server.use(http.get('/api/websites', () => problem(403, 'Forbidden')));
    renderAt('/', <Websites />);
    expect(await screen.findByText('You do not have access')).toBeInTheDocument();
  });
});
