import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, HttpResponse } from 'msw';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { documentQueries } from '@/api/documents';
import { websiteQueries } from '@/api/websites';
import { aDocument } from '@/testing/documents';
import { http, ok } from '@/testing/http';
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
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^Failed to fetch websites\. The data are from .+\.Try again$/);
    expect(screen.getByText('a')).toBeInTheDocument();
    server.use(websites('b'));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('b')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
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

function Documents() {
  const [websiteId, setWebsite] = useState('w1');
  const [contains, setText] = useState('');
  const query = useInfiniteQuery(documentQueries.list({ websiteId, ...(contains ? { contains } : {}) }));
  return (
    <>
      <button type="button" onClick={() => setText('drain')}>
        Filter
      </button>
      <button type="button" onClick={() => setWebsite('w2')}>
        Other website
      </button>
      <QueryPanel
        query={query}
        fallback="Failed"
        isEmpty={({ pages }) => pages[0]?.documents.length === 0}
        empty={<p>None</p>}
      >
        {({ pages }) => <p>{pages.flatMap(({ documents }) => documents.map(({ title }) => title)).join()}</p>}
      </QueryPanel>
    </>
  );
}

describe('a filtered list', () => {
  const list = () =>
    http.get('/api/documents', async ({ request }) => {
      const search = new URL(request.url).searchParams;
      const title = `${search.get('websiteId')} ${search.get('contains') ?? 'all'}`;
      if (title !== 'w1 all') await delay(150);
      return ok({ documents: [aDocument({ title })], nextCursor: null });
    });

  it('keeps its rows, marked as busy, until the rows of the new filter arrive', async () => {
    server.use(list());
    renderAt('/', <Documents />);
    const shown = await screen.findByText('w1 all');
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    expect(shown).toBeVisible();
    expect(shown.parentElement).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByRole('status', { name: 'Loading' })).not.toBeInTheDocument();
    expect(await screen.findByText('w1 drain')).toBeInTheDocument();
    expect(screen.queryByText('w1 all')).not.toBeInTheDocument();
  });

  it('never shows the rows of another website', async () => {
    server.use(list());
    renderAt('/', <Documents />);
    await screen.findByText('w1 all');
    await userEvent.click(screen.getByRole('button', { name: 'Other website' }));
    expect(screen.queryByText('w1 all')).not.toBeInTheDocument();
    expect(await screen.findByText('w2 all')).toBeInTheDocument();
  });
});
