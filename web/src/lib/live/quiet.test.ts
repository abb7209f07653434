import { describe, expect, it } from 'vitest';
import { notificationFor } from './notifications';
import { isQuiet, NOTIFICATION_KINDS, QUIET } from './quiet';

describe('quiet notifications', () => {
  it('are those that were chosen, whatever else the preferences hold', () => {
    const preferences = { theme: 'dark', [QUIET]: { 'engine:insight': true, 'engine:error': 'yes' } };
    expect(isQuiet(preferences, 'engine:insight')).toBe(true);
    expect(isQuiet(preferences, 'engine:error')).toBe(false);
    expect(isQuiet(preferences, 'performance:alert')).toBe(false);
    for (const broken of [undefined, {}, { [QUIET]: null }, { [QUIET]: 'all' }, { [QUIET]: [] }]) {
      expect(isQuiet(broken, 'engine:insight')).toBe(false);
    }
  });

  it('quiet_can_be_chosen_per_event', () => {
    for (const { type, title } of NOTIFICATION_KINDS) {
      expect(notificationFor({ type, timestamp: '2026-01-01T00:00:00Z', payload: {} })?.title).toBe(title);
    }
  });
});
