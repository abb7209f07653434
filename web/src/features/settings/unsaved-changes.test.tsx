import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resetLive } from '@/lib/live/store';
import { createKeyReader, currentShortcuts } from '@/lib/shortcuts';
import { expectToNeedNetwork, setOnline } from '@/testing/network';
import { renderAt } from '@/testing/render';
import { aUser } from '@/testing/server';
import { ok, recordCalls, signIn } from '@/testing/session';
import SettingsPage from './page';

beforeEach(() => {
  resetLive();
  signIn();
});

afterEach(() => vi.unstubAllGlobals());

const open = () =>
  renderAt(
    '/settings',
    <>
      <SettingsPage />
      <Link to="/projects?from=settings">Projects</Link>
      <Link to="/settings#top">Top</Link>
    </>,
  );

const change = async () => userEvent.type(await screen.findByLabelText('First name'), 'x');
const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' });

/** True when the browser would ask. */
function closesTab(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

test('who has changed nothing leaves unasked', async () => {
  const { at } = open();
  await screen.findByLabelText('First name');
  expect(closesTab()).toBe(false);
  await userEvent.click(screen.getByRole('link', { name: 'Projects' }));
  expect(at()).toBe('/projects?from=settings');
});

test('who has changed something is asked, stays with it, or leaves', async () => {
  const { at } = open();
  await change();
  expect(closesTab()).toBe(true);
  await userEvent.click(screen.getByRole('link', { name: 'Projects' }));
  await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
  expect(at()).toBe('/settings');
  expect(screen.getByLabelText('First name')).toHaveValue('Adax');
  await userEvent.click(screen.getByRole('link', { name: 'Projects' }));
  await userEvent.click(within(await question()).getByRole('button', { name: 'Leave' }));
  expect(at()).toBe('/projects?from=settings');
});

test('a link to a place on this page, or to a new tab, asks nothing', async () => {
  const { at } = open();
  await change();
  await userEvent.click(screen.getByRole('link', { name: 'Top' }));
  expect(at()).toBe('/settings#top');
  fireEvent.click(screen.getByRole('link', { name: 'Projects' }), { ctrlKey: true });
  expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).not.toBeInTheDocument();
});

test('another tab of the settings asks first', async () => {
  const { at } = open();
  await change();
  await userEvent.click(screen.getByRole('tab', { name: 'Preferences' }));
  await userEvent.click(within(await question()).getByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('Single-key shortcuts')).toBeInTheDocument();
  expect(at()).toBe('/settings?tab=preferences');
});

interface Step {
  info?: unknown;
  cancelable?: boolean;
  navigationType?: string;
}

/**
 * Mocks the browser's history. `step` returns how a navigation to a path ends; `allowed` are navigations of the page
 * itself.
 */
function fakeHistory() {
  const allowed: string[] = [];
  const traverseTo = (key: string, { info }: Step) => {
    if (step(key, { info }) === 'gone') allowed.push(key);
    return { committed: Promise.reject(new Error('overtaken')), finished: Promise.reject(new Error('overtaken')) };
  };
  const history = Object.assign(new EventTarget(), { traverseTo });
  const step = (path: string, { info, cancelable = true, navigationType = 'traverse' }: Step = {}) => {
    const destination = { url: new URL(path, window.location.origin).href, key: path };
    const event = Object.assign(new Event('navigate', { cancelable }), { navigationType, destination, info });
    return fireEvent(history as unknown as Node, event) ? 'gone' : 'held';
  };
  vi.stubGlobal('navigation', history);
  return { allowed, step };
}

test('Back asks, stays with what was changed, or leaves', async () => {
  const { allowed, step } = fakeHistory();
  open();
  await screen.findByLabelText('First name');
  expect(step('/projects')).toBe('gone');
  await change();
  expect(step('/projects')).toBe('held');
  await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
  expect(allowed).toEqual([]);
  expect(screen.getByLabelText('First name')).toHaveValue('Adax');
  expect(step('/settings?tab=security')).toBe('held');
  await userEvent.click(within(await question()).getByRole('button', { name: 'Leave' }));
  expect(allowed).toEqual(['/settings?tab=security']);
});

test('Back is not held where the page stays, where it cannot be, nor in a browser without the means', async () => {
  const { step } = fakeHistory();
  const { unmount } = open();
  await change();
  expect(step('/settings#top')).toBe('gone');
  expect(step('/projects', { cancelable: false })).toBe('gone');
  expect(step('/projects', { navigationType: 'push' })).toBe('gone');
  expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).not.toBeInTheDocument();
  unmount();
  expect(step('/projects')).toBe('gone');
  vi.unstubAllGlobals();
  open();
  await change();
  expect(closesTab()).toBe(true);
});

test('Ctrl and S saves what was changed, after which one leaves unasked', async () => {
  const bodies = recordCalls('patch', '/api/user/profile', () =>
    ok({ user: aUser({ firstName: 'Adax', name: 'Adax North' }), name: 'Adax North', avatar: null }),
  );
  const read = createKeyReader();
  document.addEventListener('keydown', read);
  open();
  const field = await screen.findByLabelText('First name');
  expect(currentShortcuts().filter(({ keys }) => keys === 'mod+s')).toMatchObject([{ label: 'Save changes' }]);
  fireEvent.keyDown(field, { key: 's', ctrlKey: true });
  await change();
  expect(bodies).toEqual([]);
  fireEvent.keyDown(field, { key: 's', ctrlKey: true });
  await waitFor(() => expect(bodies).toHaveLength(1));
  await waitFor(() => expect(closesTab()).toBe(false));
  act(() => document.removeEventListener('keydown', read));
});

test('a theme with changes asks, and one with unsafe CSS is not saved by the key either', async () => {
  const { at } = open();
  await userEvent.click(await screen.findByRole('tab', { name: 'Appearance' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Random theme' }));
  expect(closesTab()).toBe(false);
  await userEvent.type(screen.getByLabelText('Custom CSS'), '@import "x";');
  act(() =>
    currentShortcuts()
      .find(({ id }) => id === 'save')
      ?.run?.(),
  );
  expect(screen.getByLabelText('Custom CSS')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('link', { name: 'Projects' }));
  expect(await question()).toBeInTheDocument();
  expect(at()).toBe('/settings?tab=appearance');
});

test('without a network the name is not saved, neither by its button nor by the key', async () => {
  const bodies = recordCalls('patch', '/api/user/profile');
  open();
  await change();
  expectToNeedNetwork(screen.getByRole('button', { name: 'Save' }));
  setOnline(false);
  act(() =>
    currentShortcuts()
      .find(({ id }) => id === 'save')
      ?.run?.(),
  );
  expect(bodies).toEqual([]);
  expect(screen.getByLabelText('First name')).toHaveValue('Adax');
  setOnline(true);
  vi.restoreAllMocks();
});
