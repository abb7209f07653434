import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import type { Plan, PlanStep } from '@/api/plans';
import { http, ok, problem } from '@/testing/http';
import { expectToNeedNetwork } from '@/testing/network';
import { aRun, productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import PlanPage from './detail-page';
import PlansPage from './page';

const off = { isOn: false, reason: '', changedBy: null, changedAt: null };

const step = (part: Partial<PlanStep>): PlanStep => ({
  id: '1-add-annotation',
  kind: 'add_annotation',
  subject: 'Work began',
  risk: 'safe_auto',
  removed: [],
  added: ['"title": "Work began"'],
  isCanary: false,
  dependsOn: [],
  idempotencyKey: 'k',
  decision: null,
  decidedBy: null,
  decidedAt: null,
  outcome: null,
  detail: '',
  doneAt: null,
  takenBackAt: null,
  ...part,
});

const plan: Plan = {
  id: 'p1',
  websiteId: 'w1',
  title: 'Answer the question',
  reason: '',
  source: 'opportunity:o1',
  status: 'waiting_for_approval',
  detail: '1 of 2 steps need a yes.',
  actions: 2,
  runId: null,
  createdBy: 'u1',
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
  steps: [
    step({}),
    step({ id: '2-delete-annotation', kind: 'delete_annotation', subject: 'Old', risk: 'never_auto', added: [] }),
  ],
  blocked: [{ id: '3-x', reason: 'there is no such opportunity' }],
};

let isStopped = false;

beforeEach(() => {
  isStopped = false;
  server.use(
    ...productHandlers(),
    http.get('/api/plans', () => ok({ plans: [plan], nextCursor: null })),
    http.get('/api/plans/p1', () => ok({ plan })),
    http.get('/api/kill-switch', () =>
      ok({ isStopped, workspace: isStopped ? { ...off, isOn: true, reason: 'odd' } : off, operator: off }),
    ),
  );
});

const show = (path: string) =>
  renderAt(
    path,
    <Routes>
      <Route path="plans" element={<PlansPage />} />
      <Route path="plans/:id" element={<PlanPage />} />
    </Routes>,
  );

test('plan_list_shows_the_status_of_each_plan', async () => {
  show('/plans');
  const link = await screen.findByRole('link', { name: /Answer the question/ });
  expect(within(link).getByText('Awaiting approval')).toBeInTheDocument();
  expect(link).toHaveAttribute('href', '/plans/p1');
  expect(screen.getByText(/^1 plan with \d steps? waits for your approval\.$/)).toBeInTheDocument();
});

test('a yes to all names no step, and a deletion has a yes of its own', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post('/api/plans/p1/approve', async ({ request }) => {
      sent.push(await request.json());
      return ok({ plan: { ...plan, status: 'finished' as const }, run: aRun() });
    }),
  );
  show('/plans/p1');
  await userEvent.click(await screen.findByRole('button', { name: 'Approve 1 step' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Approve: Old' }));
  expect(sent).toEqual([{ steps: [] }, { steps: ['2-delete-annotation'] }]);
  expect(screen.getByText(/there is no such opportunity/)).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Changes: Work began' })).toHaveTextContent('+Title: Work began');
});

test('who does not know whether acting is stopped can still stop it', async () => {
  server.use(http.get('/api/kill-switch', () => problem(500, 'Internal error')));
  show('/plans');
  expect(await screen.findByText('Failed to load whether execution is stopped')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Stop execution' })).toBeEnabled();
});

test('a step that is done shows before the last one is', async () => {
  const message = '1 of 2 steps done.';
  const running = aRun({ status: 'running', finishedAt: null, progress: { percent: 47, stage: 'acting', message } });
  const before: Plan = { ...plan, status: 'running', runId: 'r1', detail: 'Acting.' };
  const first = step({ decision: 'approved', outcome: 'done', doneAt: '2026-11-01T00:00:05Z' });
  let plans = [before];
  server.use(
    http.get('/api/plans/p1', () => ok({ plan: plans.at(-1) ?? before })),
    http.get('/api/runs/r1', () => {
      plans = [{ ...before, steps: [first, ...plan.steps.slice(1)] }];
      return ok({ run: running });
    }),
  );
  show('/plans/p1');
  expect(await screen.findByText('Done')).toBeInTheDocument();
});

test('kill_switch_stops_all_plans_with_a_reason', async () => {
  const sent: unknown[] = [];
  server.use(
    http.put('/api/kill-switch', async ({ request }) => {
      sent.push(await request.json());
      isStopped = true;
      return ok({ isStopped, workspace: { ...off, isOn: true, reason: 'odd' }, operator: off });
    }),
  );
  show('/plans');
  await userEvent.click(await screen.findByRole('button', { name: 'Stop execution' }));
  await userEvent.type(await screen.findByLabelText('Reason'), 'odd');
  const dialog = screen.getByRole('dialog', { hidden: true });
  expect(dialog).toHaveTextContent('Running plans, campaigns, edits and deployments of sites stop, too.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stop execution', hidden: true }));
  expect(await screen.findByText('Plan execution in this workspace is stopped')).toBeInTheDocument();
  expect(sent).toEqual([{ isOn: true, reason: 'odd' }]);
});

test('offline_plan_decisions_are_disabled_with_the_reason', async () => {
  show('/plans/p1');
  expectToNeedNetwork(
    await screen.findByRole('button', { name: /^Approve 1 step/ }),
    screen.getByRole('button', { name: 'Reject all' }),
    screen.getByRole('button', { name: 'Approve: Old' }),
    screen.getByRole('button', { name: 'Stop execution' }),
  );
});

test('task_is_marked_as_done_by_itself_and_what_records_it_asks_for_nothing', async () => {
  const sent: unknown[] = [];
  const task = step({ id: 'task', kind: 'complete_task', subject: 'Rewrite the title', risk: 'never_auto' });
  const note = step({ id: 'note', subject: 'Note it', dependsOn: ['task'] });
  const withTask = { ...plan, steps: [task, note], blocked: [] };
  server.use(
    http.get('/api/plans/p1', () => ok({ plan: withTask })),
    http.post('/api/plans/p1/approve', async ({ request }) => {
      sent.push(await request.json());
      return ok({ plan: withTask, run: aRun() });
    }),
  );
  show('/plans/p1');
  expect(await screen.findByText(/Do the task below/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Mark as done/ }));
  expect(sent).toEqual([{ steps: ['task'] }]);
});
