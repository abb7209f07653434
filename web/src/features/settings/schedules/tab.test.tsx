import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Schedule } from '@/api/types';
import { http } from '@/testing/http';
import { anEngine, aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { ok, recordCalls } from '@/testing/session';
import SchedulesTab from './tab';

function aSchedule(change: Partial<Schedule> = {}): Schedule {
  return {
    id: 's1',
    name: 'Monday report',
    kind: 'engine',
    engineId: 'keyword',
    action: 'analyse',
    parameters: {},
    cron: '0 6 * * 1',
    timeZone: 'Europe/Berlin',
    websiteId: 'w1',
    paused: false,
    nextRunAt: '2026-11-30T05:00:00Z',
    lastRunAt: null,
    lastRunId: null,
    skippedAt: null,
    skippedReason: null,
    createdBy: 'u1',
    createdAt: '2026-11-01T10:00:00Z',
    ...change,
  };
}

const ENGINES = [
  anEngine({ id: 'keyword', name: 'Keyword', actions: ['analyse', 'wins'] }),
  anEngine({ id: 'pattern', name: 'Pattern', actions: ['anomalies'] }),
];

let schedules: Schedule[] = [];

beforeEach(() => {
  schedules = [];
  server.use(
    http.get('/api/schedules', () => ok({ schedules })),
    http.get('/api/websites', () => ok({ websites: [aWebsite()], nextCursor: null })),
    http.get('/api/intelligence-engines/status', () => ok({ engines: ENGINES }) as never),
  );
});

function show(): void {
  renderAt('/settings?tab=schedules', <SchedulesTab />);
}

test('created_schedule_has_the_first_action_of_the_chosen_engine_and_appears_in_the_list', async () => {
  const bodies = recordCalls('post', '/api/schedules', () => {
    schedules = [aSchedule({ engineId: 'pattern', action: 'anomalies' })];
    return ok({ schedule: aSchedule() });
  });
  show();
  expect(await screen.findByText('No schedule yet')).toBeInTheDocument();
  await userEvent.selectOptions(await screen.findByLabelText('Engine'), 'Pattern');
  expect(screen.getByLabelText('Action')).toHaveValue('anomalies');
  await userEvent.type(screen.getByLabelText('Name (optional)'), 'Monday report');
  await userEvent.click(screen.getByRole('button', { name: 'Create schedule' }));
  expect(await screen.findByRole('button', { name: 'Pause Monday report' })).toBeInTheDocument();
  expect(bodies).toEqual([
    expect.objectContaining({
      engineId: 'pattern',
      action: 'anomalies',
      cron: 'weekly',
      name: 'Monday report',
      websiteId: 'w1',
    }),
  ]);
  expect(screen.getByLabelText('Name (optional)')).toHaveValue('');
});

test('cron_expression_is_required_sent_and_refused_beside_its_field', async () => {
  const bodies = recordCalls(
    'post',
    '/api/schedules',
    () => problem(422, 'Wrong', [{ pointer: '/cron', detail: 'Two runs are less than 15 minutes apart.' }]) as never,
  );
  show();
  await userEvent.selectOptions(await screen.findByLabelText('Time'), 'Cron expression');
  await userEvent.click(screen.getByRole('button', { name: 'Create schedule' }));
  expect(await screen.findByText('Enter a cron expression such as 30 6 * * 1.')).toBeInTheDocument();
  expect(bodies).toEqual([]);
  const field = screen.getByRole('textbox', { name: 'Cron expression' });
  await userEvent.type(field, '* * * * *');
  await userEvent.click(screen.getByRole('button', { name: 'Create schedule' }));
  expect(await screen.findByText('Two runs are less than 15 minutes apart.')).toBeInTheDocument();
  expect(field).toBeInvalid();
  expect(bodies).toEqual([expect.objectContaining({ cron: '* * * * *' })]);
});

test('schedule_is_paused_and_resumed_in_place', async () => {
  schedules = [aSchedule()];
  const bodies = recordCalls('patch', '/api/schedules/s1', () => {
    schedules = [aSchedule({ paused: true, nextRunAt: null })];
    return ok({ schedule: aSchedule() });
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Pause Monday report' }));
  expect(await screen.findByRole('button', { name: 'Resume Monday report' })).toBeInTheDocument();
  expect(screen.getByText('Paused')).toBeInTheDocument();
  expect(bodies).toEqual([{ paused: true }]);
});

test('schedule_is_deleted_only_after_confirmation', async () => {
  schedules = [aSchedule()];
  const deleted = recordCalls('delete', '/api/schedules/s1', () => {
    schedules = [];
    return ok();
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Monday report' }));
  expect(deleted).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete schedule' }));
  expect(await screen.findByText('No schedule yet')).toBeInTheDocument();
  await waitFor(() => expect(deleted).toHaveLength(1));
});

test('schedule_that_was_skipped_at_a_limit_states_why', async () => {
  const skippedReason = 'This workspace has started 5 of 5 runs today.';
  schedules = [aSchedule({ skippedAt: '2026-11-23T06:00:00Z', skippedReason })];
  show();
  expect(await screen.findByText(/5 of 5 runs today/)).toHaveTextContent('Skipped');
});
