import { beforeEach, describe, expect, it } from 'vitest';
import { useToasts } from '../toast';
import { offerUndo } from '../undo';
import { notificationFor, rankingText } from './notifications';
import { createNotifier } from './notifier';

const event = (type: string, payload: unknown = {}) => ({ id: '1', timestamp: '2026-01-01T00:00:00Z', type, payload });

describe('what events say', () => {
  it.each([
    ['engine:insight', { insight: { title: 'Rising' } }, 'New Insight', 'Rising'],
    ['engine:error', { message: 'No data' }, 'Engine Error', 'No data'],
    ['opportunity:discovered', { opportunity: { title: 'A' } }, 'New Opportunity!', 'A'],
    ['opportunity:implemented', { opportunity: { title: 'B' } }, 'Opportunity Implemented!', 'B'],
    ['performance:alert', { message: 'Down' }, 'Performance Alert', 'Down'],
    [
      'performance:ranking',
      { keyword: 'tap', oldPosition: 9, newPosition: 4 },
      'Ranking Update',
      'tap improved to position 4 (+5)',
    ],
    ['user:achievement', { achievement: { title: 'First run' } }, 'Achievement Unlocked!', 'First run'],
    ['user:subscription', { plan: 'trial' }, 'Subscription Updated', 'trial'],
    ['user:notification', { id: 'n', type: 'info', title: 'Own title', message: 'Own text' }, 'Own title', 'Own text'],
  ])('%s', (type, payload, title, message) => {
    expect(notificationFor(event(type, payload))).toMatchObject({ title, message });
  });

  it.each(['engine:status', 'opportunity:updated', 'performance:update', 'pong', 'run:progress', 'never:heard-of'])(
    '%s is silent',
    (type) => expect(notificationFor(event(type))).toBeNull(),
  );

  it.each(['engine:insight', 'engine:error', 'user:achievement'])(
    'a stored notification of kind %s is silent, as its live event is shown',
    (kind) =>
      expect(notificationFor(event('user:notification', { id: 'n', kind, title: 'T', message: 'M' }))).toBeNull(),
  );

  it.each(['import', 'webhook', 'notice'])('a stored notification of kind %s is shown', (kind) => {
    expect(notificationFor(event('user:notification', { id: 'n', kind, title: 'T', message: 'M' }))?.title).toBe('T');
  });

  it('judged_insight_raises_no_notification', () => {
    const judged = (verdict: string, createdAt: string) =>
      notificationFor(event('engine:insight', { insight: { title: 'Rising', verdict, createdAt } }));
    expect(judged('confirmed', '2026-01-01T00:00:00Z')).toBeNull();
    expect(judged('open', '2025-12-24T00:00:00Z')).toBeNull();
    expect(judged('open', '2026-01-01T00:00:00Z')).not.toBeNull();
  });

  it('marks failures, and only critical alerts, as such', () => {
    expect(notificationFor(event('engine:error', { message: 'x' }))?.variant).toBe('destructive');
    expect(notificationFor(event('performance:alert', { severity: 'critical' }))?.variant).toBe('destructive');
    expect(notificationFor(event('performance:alert', { severity: 'warning' }))?.variant).toBe('default');
  });

  it('shows achievements for ten seconds and the rest for five', () => {
    expect(notificationFor(event('user:achievement', { title: 'x' }))?.durationMs).toBe(10_000);
    expect(notificationFor(event('engine:insight', { title: 'x' }))?.durationMs).toBe(5_000);
  });

  it('ranking_notification_names_the_direction', () => {
    expect(rankingText({ keyword: 'a', oldPosition: 3, newPosition: 8 })).toBe('a dropped to position 8 (−5)');
    expect(rankingText({ keyword: 'a' })).toBe('a');
  });
});

describe('toasts of live events', () => {
  beforeEach(() => useToasts.setState({ toasts: [], nextId: 1 }));

  const insight = () => {
    const made = notificationFor(event('engine:insight', { insight: { title: 'x' } }));
    if (!made) throw new Error('an insight has a notification');
    return made;
  };

  it('merges a burst into one toast', () => {
    let now = 0;
    const notify = createNotifier(() => now);
    for (let count = 0; count < 10; count += 1) {
      notify(insight());
      now += 200;
    }
    const { toasts } = useToasts.getState();
    expect(toasts).toHaveLength(1);
    expect(toasts[0]?.title).toBe('10 new insights');
  });

  it('counts each kind of a mixed burst', () => {
    const notify = createNotifier(() => 0);
    const opportunity = notificationFor(event('opportunity:discovered', { opportunity: { title: 'y' } }));
    if (!opportunity) throw new Error('an opportunity has a notification');
    for (const each of [insight(), opportunity, insight(), opportunity, opportunity]) notify(each);
    expect(useToasts.getState().toasts[0]?.title).toBe('2 new insights, 3 new opportunities');
  });

  it('starts a new toast after a quiet second', () => {
    let now = 0;
    const notify = createNotifier(() => now);
    notify(insight());
    now = 1_001;
    notify(insight());
    expect(useToasts.getState().toasts[0]?.title).toBe('New Insight');
  });

  it('does not push a failure aside', () => {
    const notify = createNotifier(() => 0);
    useToasts.setState({
      toasts: [{ id: 'f', open: true, title: 'Failed', variant: 'destructive', durationMs: 5_000 }],
    });
    notify(insight());
    expect(useToasts.getState().toasts[0]?.title).toBe('Failed');
  });

  it('does not push an offer to undo aside', () => {
    const notify = createNotifier(() => 0);
    offerUndo({ title: 'Campaign is launched', altText: 'Undo with the key Z', undo: () => {} });
    notify(insight());
    expect(useToasts.getState().toasts[0]?.title).toBe('Campaign is launched');
  });
});
