import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Tooltip, TooltipProvider } from './tooltip';

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <TooltipProvider>
      <Tooltip text="How sure this is">
        <button type="button">First</button>
      </Tooltip>
      <Tooltip text="What it is worth">
        <button type="button">Second</button>
      </Tooltip>
    </TooltipProvider>,
  );
});

afterEach(() => vi.useRealTimers());

const point = (name: string) => fireEvent.pointerMove(screen.getByRole('button', { name }), { pointerType: 'mouse' });
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const shown = () => screen.queryByRole('tooltip')?.textContent ?? null;

/** Opens the first one, shuts it, and points at the second so many milliseconds later. */
function goOn(ms: number) {
  point('First');
  pass(700);
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(shown()).toBeNull();
  pass(ms);
  point('Second');
}

test('an explanation comes to a pointer that has rested for 700 ms', () => {
  point('First');
  pass(699);
  expect(shown()).toBeNull();
  pass(1);
  expect(shown()).toBe('How sure this is');
});

test('the next one comes at once within 300 ms', () => {
  goOn(299);
  expect(shown()).toBe('What it is worth');
});

test('after more than 300 ms the next one has its wait again', () => {
  goOn(301);
  pass(699);
  expect(shown()).toBeNull();
  pass(1);
  expect(shown()).toBe('What it is worth');
});

test('an explanation comes at once with the focus, and goes with it', () => {
  const first = screen.getByRole('button', { name: 'First' });
  act(() => first.focus());
  expect(shown()).toBe('How sure this is');
  expect(first).toHaveAccessibleDescription('How sure this is');
  act(() => first.blur());
  expect(shown()).toBeNull();
});

test('an explanation stays while the pointer moves onto it, and goes after it', () => {
  point('First');
  pass(700);
  fireEvent.pointerLeave(screen.getByRole('button', { name: 'First' }), { pointerType: 'mouse' });
  fireEvent.pointerEnter(screen.getByRole('tooltip'));
  pass(1_000);
  expect(shown()).toBe('How sure this is');
  fireEvent.pointerLeave(screen.getByRole('tooltip'));
  pass(1_000);
  expect(shown()).toBeNull();
});
