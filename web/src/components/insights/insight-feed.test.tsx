import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { OFFLINE_REASON } from '@/lib/strings';
import { useToasts } from '@/lib/toast';
import { http } from '@/testing/http';
import { expectToNeedNetwork, setOnline } from '@/testing/network';
import { anInsight, productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { ok, recordCalls } from '@/testing/session';
import { pressUndo } from '@/testing/undo';
import { InsightFeed } from './insight-feed';

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  server.use(...productHandlers());
});

const PATH = '/api/intelligence-engines/insights/i1';
const button = (name: string) => screen.findByRole('button', { name });

async function unfold() {
  renderAt('/', <InsightFeed engineId="" website={null} />);
  await userEvent.click(await screen.findByText(anInsight().title));
}

const listItem = () => within(screen.getByRole('region', { name: 'Insights' }));

test('insight_outcome_is_shown_at_once_and_can_be_undone', async () => {
  const sent = recordCalls('patch', PATH, () => ok({ insight: anInsight({ verdict: 'confirmed' }) }));
  await unfold();
  await userEvent.click(await button('Mark as correct'));
  expect(await listItem().findByText('Correct')).toBeInTheDocument();
  expect(await button('Mark as correct')).toHaveAttribute('aria-pressed', 'true');
  expect(await screen.findByText('Marked as correct')).toBeInTheDocument();
  const back = recordCalls('patch', PATH, () => ok({ insight: anInsight({ verdict: 'open' }) }));
  await pressUndo();
  await waitFor(() => expect(listItem().queryByText('Correct')).not.toBeInTheDocument());
  await waitFor(() => expect(back).toEqual([{ verdict: 'open' }]));
  expect(sent).toEqual([{ verdict: 'confirmed' }]);
});

test('a verdict is taken back, and the focus stays with the buttons', async () => {
  const sent = recordCalls('patch', PATH, () => ok({ insight: anInsight({ verdict: 'refuted' }) }));
  await unfold();
  await userEvent.click(await button('Mark as incorrect'));
  expect(await listItem().findByText('Incorrect')).toBeInTheDocument();
  await waitFor(() => expect(sent).toEqual([{ verdict: 'refuted' }]));
  const back = recordCalls('patch', PATH, () => ok({ insight: anInsight() }));
  await userEvent.click(await button('Clear'));
  await waitFor(() => expect(back).toEqual([{ verdict: 'open' }]));
  expect(listItem().queryByText('Incorrect')).not.toBeInTheDocument();
  expect(await button('Mark as correct')).toHaveFocus();
});

test('a refused verdict goes back, with the text of the server', async () => {
  recordCalls('patch', PATH, () => problem(409, 'The insight is gone'));
  await unfold();
  await userEvent.click(await button('Mark as incorrect'));
  expect(await screen.findByText('Failed to save the outcome of the insight')).toBeInTheDocument();
  expect(screen.getByText('The insight is gone')).toBeInTheDocument();
  expect(listItem().queryByText('Incorrect')).not.toBeInTheDocument();
  expect(await button('Mark as incorrect')).toHaveAttribute('aria-pressed', 'false');
});

test('offline_outcomes_are_disabled_with_the_reason', async () => {
  await unfold();
  setOnline(false);
  expect(await button('Mark as correct')).toHaveAccessibleDescription(OFFLINE_REASON);
  setOnline(true);
  expect(await button('Mark as correct')).toBeEnabled();
  expectToNeedNetwork(await button('Mark as correct'), await button('Mark as incorrect'));
});

test('corrected_confidence_is_shown_next_to_the_stated_one', async () => {
  const insight = anInsight({ confidence: 0.31, statedConfidence: 0.8 });
  server.use(http.get('/api/intelligence-engines/insights', () => ok({ insights: [insight], nextCursor: null })));
  await unfold();
  expect(screen.getByText('31% confidence', { exact: false })).toBeInTheDocument();
  expect(screen.getByText(/The engine states 80%/)).toHaveTextContent(
    'Fewer of its past claims were correct than stated, so the calibrated confidence is 31%.',
  );
});
