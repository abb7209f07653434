import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissToast, showToast, useToasts } from './toast';

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ toasts: [], nextId: 1 });
});

describe('toasts', () => {
  it('keeps one', () => {
    showToast({ title: 'a' });
    showToast({ title: 'b' });
    expect(useToasts.getState().toasts.map(({ title }) => title)).toEqual(['b']);
  });

  it('keeps a closed one in the state for a very long time', () => {
    const id = showToast({ title: 'a' });
    dismissToast(id);
    expect(useToasts.getState().toasts[0]?.open).toBe(false);
    vi.advanceTimersByTime(999_999);
    expect(useToasts.getState().toasts).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(useToasts.getState().toasts).toHaveLength(0);
  });

  it.each([
    ['', 'alt'],
    ['label', ' '],
  ])('refuses an action with label %j and alternative %j', (label, altText) => {
    expect(() => showToast({ title: 'a', action: { label, altText, onAction: () => {} } })).toThrow();
  });
});
