import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useBrowserSettings } from './browser-settings';
import {
  createKeyReader,
  currentShortcuts,
  endsSequence,
  isSingleKey,
  keyNames,
  registerShortcut,
  useShortcuts,
} from './shortcuts';

let now = 0;
const read = createKeyReader(() => now);

function press(key: string, change: KeyboardEventInit = {}, target: Element = document.body): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...change });
  Object.defineProperty(event, 'target', { value: target });
  read(event);
  return event;
}

function shortcut(keys: string, id = keys) {
  const run = vi.fn();
  registerShortcut({ id, keys, label: id, group: 'Actions', run });
  return run;
}

beforeEach(() => {
  now += 10_000;
  useShortcuts.setState({ list: [] });
  useBrowserSettings.setState({ singleKeys: true });
});
afterEach(() => document.body.replaceChildren());

describe('the keyboard', () => {
  it('runs a key, and keeps it from the browser', () => {
    const refresh = shortcut('r');
    expect(press('r').defaultPrevented).toBe(true);
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(press('q').defaultPrevented).toBe(false);
  });

  it('shortcut_accepts_ctrl_and_cmd_in_fields', () => {
    const palette = shortcut('mod+k');
    const field = document.createElement('input');
    press('k', { ctrlKey: true });
    press('K', { metaKey: true }, field);
    expect(palette).toHaveBeenCalledTimes(2);
    press('k');
    expect(palette).toHaveBeenCalledTimes(2);
  });

  it('runs a sequence only when it is quick', () => {
    const go = shortcut('g d');
    press('g');
    press('d');
    expect(go).toHaveBeenCalledTimes(1);
    press('g');
    now += 1_001;
    press('d');
    expect(go).toHaveBeenCalledTimes(1);
    press('g');
    press('x');
    press('d');
    expect(go).toHaveBeenCalledTimes(1);
  });

  it('leaves those alone who type, and windows that are open', () => {
    const refresh = shortcut('r');
    for (const name of ['input', 'textarea', 'select']) press('r', {}, document.createElement(name));
    const dialog = document.createElement('dialog');
    dialog.open = true;
    const button = dialog.appendChild(document.createElement('button'));
    press('r', {}, button);
    press('r', { altKey: true });
    press('R', { shiftKey: true });
    press('r', { repeat: true });
    expect(refresh).not.toHaveBeenCalled();
  });

  it('listens from a checkbox', () => {
    const refresh = shortcut('r');
    const box = document.createElement('input');
    box.type = 'checkbox';
    press('r', {}, box);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('knows symbols that need Shift', () => {
    const sheet = shortcut('?');
    press('?', { shiftKey: true });
    expect(sheet).toHaveBeenCalledTimes(1);
  });

  it('single_key_shortcuts_can_be_disabled', () => {
    const refresh = shortcut('r');
    const palette = shortcut('mod+k');
    useBrowserSettings.setState({ singleKeys: false });
    press('r');
    press('k', { ctrlKey: true });
    expect(refresh).not.toHaveBeenCalled();
    expect(palette).toHaveBeenCalledTimes(1);
  });

  it('takes the newest of an id, and forgets what is taken away', () => {
    const first = shortcut('e', 'export');
    const second = vi.fn();
    const remove = registerShortcut({ id: 'export', keys: 'e', label: 'x', group: 'Actions', run: second });
    press('e');
    remove();
    remove();
    press('e');
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
    expect(currentShortcuts().map(({ id }) => id)).toEqual(['export']);
  });
});

it('writes keys as the keyboard does', () => {
  expect(keyNames('mod+k', false)).toEqual(['Ctrl', 'K']);
  expect(keyNames('mod+k', true)).toEqual(['⌘', 'K']);
  expect(keyNames('g d', false)).toEqual(['G', 'D']);
  expect(keyNames('F8', false)).toEqual(['F8']);
  expect([isSingleKey('g d'), isSingleKey('?'), isSingleKey('mod+k'), isSingleKey('F8')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('knows_the_key_that_ends_a_sequence', () => {
  const remove = registerShortcut({ id: 'go', keys: 'g k', label: 'x', group: 'Go to', run: vi.fn() });
  const read = createKeyReader();
  expect(endsSequence('k')).toBe(false);
  read(new KeyboardEvent('keydown', { key: 'g' }));
  expect([endsSequence('k'), endsSequence('j')]).toEqual([true, false]);
  read(new KeyboardEvent('keydown', { key: 'k' }));
  expect(endsSequence('k')).toBe(false);
  remove();
});
