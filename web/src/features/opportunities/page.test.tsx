import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { emitLiveEvent } from '@/lib/live/events';
import { http, ok } from '@/testing/http';
import { expectToNeedNetwork } from '@/testing/network';
import { anOpportunity, productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { pressUndo } from '@/testing/undo';
import OpportunitiesPage from './page';

beforeEach(() => server.use(...productHandlers()));

const show = (search = '') => renderAt(`/opportunities/discover${search}`, <OpportunitiesPage />);
const row = () => screen.findByRole('row', { name: /Rewrite the snippet/ });

test('opportunity_row_shows_score_effort_and_value', async () => {
  show();
  const cells = within(await row())
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells.slice(1, 5)).toEqual(['91', '22', '45 min', '$210 $90 – $600']);
  expect(screen.getByText(/^The most valuable can bring \$210 more a month: /)).toBeInTheDocument();
  expect(screen.getByText(/^80% interval: \$90 to \$600\./)).toBeInTheDocument();
});

test('by default the best score comes first, and no filter is sent', async () => {
  const asked: URL[] = [];
  server.use(...productHandlers(asked));
  show();
  await row();
  const query = asked.find((url) => url.pathname === '/api/opportunities')?.searchParams;
  expect(Object.fromEntries(query ?? [])).toEqual({ websiteId: 'w1', sort: 'score', order: 'desc' });
});

test('opportunity_filters_are_in_the_address_and_the_request', async () => {
  const asked: URL[] = [];
  server.use(...productHandlers(asked));
  const view = show();
  await row();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Difficulty' }), 'easy');
  await userEvent.click(screen.getByRole('button', { name: 'Quick wins' }));
  expect(view.at()).toBe('/opportunities/discover?difficulty=easy&quick=1');
  await waitFor(() => {
    const query = asked.filter((url) => url.pathname === '/api/opportunities').at(-1)?.searchParams;
    expect(Object.fromEntries(query ?? [])).toMatchObject({ difficulty: 'easy', quickWins: 'true' });
  });
});

test('implement_is_optimistic_then_follows_the_server_and_can_be_undone', async () => {
  const patched: unknown[] = [];
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.post('/api/opportunities/o1/implement', async () => {
      await held;
      return ok({
        opportunityId: 'o1',
        status: 'implemented' as const,
        editId: null,
        opportunity: anOpportunity({ status: 'implemented' }),
      });
    }),
    http.patch('/api/opportunities/o1', async ({ request }) => {
      patched.push(await request.json());
      return ok({ opportunity: anOpportunity() });
    }),
  );
  show();
  await userEvent.click(within(await row()).getByRole('button', { name: /^Implement/ }));
  expect(await within(await row()).findByText('implementing')).toBeInTheDocument();
  answer();
  expect(await within(await row()).findByText('implemented')).toBeInTheDocument();
  await pressUndo();
  expect(await within(await row()).findByRole('button', { name: /^Implement/ })).toBeInTheDocument();
  expect(patched).toEqual([{ status: 'discovered' }]);
});

test('a refused implement goes back, with the promised text', async () => {
  server.use(http.post('/api/opportunities/o1/implement', () => problem(409, 'Another run holds this page')));
  show();
  await userEvent.click(within(await row()).getByRole('button', { name: /^Implement/ }));
  expect(await screen.findByText('Failed to implement opportunity')).toBeInTheDocument();
  expect(screen.getByText('Another run holds this page')).toBeInTheDocument();
  expect(within(await row()).getByRole('button', { name: /^Implement/ })).toBeInTheDocument();
});

test('what is discovered meanwhile waits behind a button', async () => {
  show();
  await row();
  const opportunity = anOpportunity({ id: 'o2', title: 'A new page for "gutter repair"' });
  emitLiveEvent({ type: 'opportunity:discovered', timestamp: '', payload: { opportunity } });
  await userEvent.click(await screen.findByRole('button', { name: '1 new' }));
  expect(screen.getAllByRole('row')[1]).toHaveTextContent('gutter repair');
});

test('an opportunity of another website does not come in', async () => {
  show();
  await row();
  const opportunity = anOpportunity({ id: 'o3', websiteId: 'w2' });
  emitLiveEvent({ type: 'opportunity:discovered', timestamp: '', payload: { opportunity } });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByRole('button', { name: '1 new' })).not.toBeInTheDocument();
});

test('a failed load shows the promised text and can be tried again; an empty list teaches', async () => {
  server.use(http.get('/api/opportunities', () => problem(500, 'Internal error')));
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch opportunities');
  server.use(http.get('/api/opportunities', () => ok({ opportunities: [] })));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No opportunities yet')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open the keyword finder' })).toHaveAttribute(
    'href',
    '/keyword-finder?website=w1',
  );
});

test('offline_implement_and_dismiss_are_disabled_with_the_reason', async () => {
  show();
  const named = (name: RegExp) =>
    within(screen.getByRole('row', { name: /Rewrite the snippet/ })).getByRole('button', { name });
  await row();
  expectToNeedNetwork(named(/^Implement/), named(/^Dismiss/), named(/^Edit/));
});

test('create_sends_a_new_opportunity_for_the_website', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post('/api/opportunities', async ({ request }) => {
      sent.push(await request.json());
      return ok({ opportunity: anOpportunity() });
    }),
  );
  show();
  await row();
  await userEvent.click(screen.getByRole('button', { name: 'New opportunity' }));
  await userEvent.type(screen.getByLabelText('Title'), 'Answer the pricing question');
  await userEvent.type(screen.getByLabelText('Work in minutes (optional)'), '30');
  await userEvent.click(screen.getByRole('button', { name: 'Create opportunity' }));
  await waitFor(() =>
    expect(sent).toEqual([{ title: 'Answer the pricing question', effortMinutes: 30, websiteId: 'w1' }]),
  );
});

test('edit_sends_only_what_was_changed', async () => {
  const patched: unknown[] = [];
  server.use(
    http.patch('/api/opportunities/o1', async ({ request }) => {
      patched.push(await request.json());
      return ok({ opportunity: anOpportunity() });
    }),
  );
  show();
  await userEvent.click(within(await row()).getByRole('button', { name: /^Edit/ }));
  await userEvent.clear(screen.getByLabelText('Score'));
  await userEvent.type(screen.getByLabelText('Score'), '70');
  await userEvent.click(screen.getByRole('button', { name: 'Save opportunity' }));
  await waitFor(() => expect(patched).toEqual([{ score: 70 }]));
});

test('implementing_opportunity_leads_to_its_plan', async () => {
  const implementing = anOpportunity({ status: 'implementing', planId: 'p1' });
  server.use(http.get('/api/opportunities', () => ok({ opportunities: [implementing] })));
  show();
  expect(within(await row()).getByRole('link', { name: /^Open plan/ })).toHaveAttribute('href', '/plans/p1');
});
