import { beforeEach, expect, it, vi } from 'vitest';
import { useToasts } from './toast';
import { forgetUndo, offerUndo, undoLast } from './undo';

let now = 0;
const clock = () => now;

function offer() {
  const undo = vi.fn();
  offerUndo({ title: 'Dismissed', altText: 'Undo in the list', undo }, clock);
  return undo;
}

beforeEach(() => {
  vi.useFakeTimers();
  undoLast(clock);
  useToasts.setState({ toasts: [] });
});

it('undo_key_works_while_the_message_is_shown', () => {
  const undo = offer();
  now += 5_000;
  expect(undoLast(clock)).toBe(true);
  expect(undo).toHaveBeenCalledTimes(1);
  expect(useToasts.getState().toasts[0]?.open).toBe(false);
});

it('does nothing after five seconds', () => {
  const undo = offer();
  now += 5_001;
  expect(undoLast(clock)).toBe(false);
  expect(undo).not.toHaveBeenCalled();
});

it('does nothing once the offer was taken back', () => {
  const undo = offer();
  forgetUndo();
  expect(useToasts.getState().toasts[0]?.open).toBe(false);
  expect(undoLast(clock)).toBe(false);
  expect(undo).not.toHaveBeenCalled();
});

it('undoes once, by button or by key', () => {
  const undo = offer();
  useToasts.getState().toasts[0]?.action?.onAction();
  undoLast(clock);
  undoLast(clock);
  expect(undo).toHaveBeenCalledTimes(1);
});

it('undoes the last thing only', () => {
  const first = offer();
  const second = offer();
  undoLast(clock);
  expect(undoLast(clock)).toBe(false);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
});
