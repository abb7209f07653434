import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Insight } from '@/api/types';
import { http } from '@/testing/http';
import { expectToNeedNetwork } from '@/testing/network';
import { anEngine, anInsight, aRun, productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { ok, recordCalls } from '@/testing/session';
import { NextSteps } from './next-steps';

beforeEach(() => server.use(...productHandlers()));

const NEEDS = ['Import a rate card'];

function show(insights: Insight[], needs: string[] = []) {
  server.use(http.get('/api/intelligence-engines/insights', () => ok({ insights, nextCursor: null })));
  renderAt('/', <NextSteps engine={anEngine()} website={null} run={aRun({ id: 'r1' })} needs={needs} />);
}

test('actions_of_the_run_are_listed_and_each_can_be_planned', async () => {
  const sent = recordCalls('post', '/api/plans', () => problem(409, 'A plan exists'));
  show([
    anInsight(),
    anInsight({ id: 'i2', runId: 'other', title: 'Of another run' }),
    anInsight({ id: 'i3', action: null, title: 'Without an action' }),
  ]);
  const steps = within(await screen.findByRole('region', { name: 'What to do next' })).getAllByRole('listitem');
  expect(steps).toHaveLength(1);
  expect(steps[0]).toHaveTextContent('Rewrite title and description');
  expect(steps[0]).toHaveTextContent('$340');
  expect(steps[0]).toHaveTextContent('a month');
  const plan = screen.getByRole('button', { name: /^Create plan: "roof repair"/ });
  await userEvent.click(plan);
  await waitFor(() => expect(sent).toEqual([{ insightId: 'i1' }]));
  await waitFor(() => expectToNeedNetwork(plan));
});

test('steps_with_the_same_label_are_named_by_their_titles', async () => {
  const action = { kind: 'compare', label: 'Compare with its pages', target: null };
  show([
    anInsight({ id: 'i1', title: 'You lose 10 clicks in roofs', action }),
    anInsight({ id: 'i2', title: 'You lose 9 clicks in gutters', action }),
  ]);
  const steps = within(await screen.findByRole('region', { name: 'What to do next' })).getAllByRole('listitem');
  expect(steps[0]).toHaveTextContent(/^You lose 10 clicks in roofs.*Compare with its pages/);
  expect(steps[1]).toHaveTextContent(/^You lose 9 clicks in gutters.*Compare with its pages/);
});

test('missing_data_are_the_next_step_of_a_run_without_actions', async () => {
  show([anInsight({ action: null })], NEEDS);
  const card = await screen.findByRole('region', { name: 'Improve these results' });
  expect(within(card).getByText('Import a rate card')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Create plan/ })).not.toBeInTheDocument();
});

test('steps_that_fail_to_load_are_not_taken_for_none_and_can_be_retried', async () => {
  server.use(http.get('/api/intelligence-engines/insights', () => problem(500, 'The insights are locked')));
  renderAt('/', <NextSteps engine={anEngine()} website={null} run={aRun({ id: 'r1' })} needs={NEEDS} />);
  expect(await screen.findByText(/^What to do next: failed to load/)).toBeInTheDocument();
  expect(screen.getByText('Import a rate card')).toBeInTheDocument();
  server.use(http.get('/api/intelligence-engines/insights', () => ok({ insights: [anInsight()], nextCursor: null })));
  await userEvent.click(screen.getByRole('button', { name: 'Retry: What to do next' }));
  const steps = within(await screen.findByRole('region', { name: 'What to do next' }));
  expect(steps.getByText('Rewrite title and description')).toBeInTheDocument();
  expect(screen.queryByText(/failed to load/)).not.toBeInTheDocument();
});
