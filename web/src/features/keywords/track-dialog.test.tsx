import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { http, ok } from '@/testing/http';
import { anEstimate, rankHandlers } from '@/testing/ranks';
import { aKeyword, aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { recordCalls } from '@/testing/session';
import { costText, countsOf, TrackDialog } from './track-dialog';

const FILTER = { websiteId: 'w1', sort: 'value', order: 'desc' } as const;

function show(total: number, estimate = anEstimate()) {
  const keywords = Array.from({ length: total }, (_, at) => aKeyword({ id: `k${at}`, query: `roof ${at}` }));
  const asked: string[] = [];
  server.use(
    ...rankHandlers({ estimate }),
    http.get('/api/keywords', ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(`${searchParams.get('sort')} ${searchParams.get('limit')}`);
      const shown = keywords.slice(0, Number(searchParams.get('limit')));
      return ok({ keywords: shown, total, nextCursor: null });
    }),
  );
  renderAt(
    '/keyword-finder',
    <TrackDialog website={aWebsite()} filter={FILTER} total={total} isOpen onClose={() => {}} />,
  );
  return asked;
}

test('first_keywords_of_the_table_are_tracked_with_their_cost_before_and_an_undo_after', async () => {
  const bodies = recordCalls('post', '/api/ranks/keywords', () =>
    ok({ added: 2, existing: 1, ids: ['a', 'b'], total: 2 }),
  );
  const removed = recordCalls('post', '/api/ranks/keywords/remove', () => ok({ removed: 2 }));
  const asked = show(12);
  const dialog = within(await screen.findByRole('dialog', { name: 'Track these keywords' }));
  await userEvent.selectOptions(await dialog.findByLabelText('Number of keywords'), 'First 10 of 12');
  expect(await dialog.findByText(/A check costs at most .* a month costs about/)).toHaveTextContent('10 more keywords');
  await userEvent.click(dialog.getByRole('button', { name: 'Track 10 keywords' }));
  expect(await screen.findByText('2 keywords added to rank tracking')).toBeInTheDocument();
  expect(screen.getByText(/1 keyword tracked already/)).toBeInTheDocument();
  expect(asked).toEqual(['value 10']);
  expect(bodies).toEqual([
    expect.objectContaining({
      websiteId: 'w1',
      country: 'us',
      devices: ['desktop'],
      keywords: Array.from({ length: 10 }, (_, at) => `roof ${at}`),
    }),
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(removed).toEqual([{ websiteId: 'w1', ids: ['a', 'b'] }]));
});

test('without_a_connection_the_keywords_wait_and_the_dialog_leads_to_one', async () => {
  show(3, anEstimate({ checkMicros: null }));
  expect(await screen.findByText(/No connection checks ranks yet/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Connect a provider' })).toHaveAttribute(
    'href',
    expect.stringContaining('/settings?tab=connections'),
  );
});

test('counts_end_with_all_keywords_that_one_request_may_add', () => {
  expect(countsOf(3)).toEqual([3]);
  expect(countsOf(104)).toEqual([10, 25, 50, 100, 104]);
  expect(countsOf(1_000).at(-1)).toBe(1_000);
  expect(countsOf(9_000).at(-1)).toBe(1_000);
});

test('cost_names_price_month_budget_and_frequency', () => {
  const estimate = anEstimate({
    checkMicros: 1_000,
    monthMicros: 310_000,
    budgetMicros: 5_000_000,
    daily: 10,
    weekly: 0,
    monthly: 2,
    uncovered: 1,
  });
  expect(costText(estimate, 10)).toBe(
    'A check costs at most $0.001. With 10 more keywords, a month costs about $0.31 of a budget of $5.00. Of all tracked keywords, it checks 10 about daily, 2 at least every 30 days. The budget does not cover 1 keyword.',
  );
});
