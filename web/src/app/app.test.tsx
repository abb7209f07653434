import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, render, screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { http } from '@/testing/http';
import { aUser, problem, server, signedInAnswer } from '@/testing/server';
import { ok } from '@/testing/session';

/** Returns the storage keys of source files and tokens. */
function keysOfTheApp(): string[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'));
  const named = sources.flatMap(
    (file) => readFileSync(join('src', file), 'utf8').match(/'motherlode\.[\w.-]+'/g) ?? [],
  );
  const keys = named.map((key) => key.slice(1, -1)).map((key) => (key.endsWith('.') ? `${key}keyword.w1` : key));
  return [...new Set([...keys, 'accessToken', 'token', 'refreshToken', 'tempUserData'])];
}

const GARBAGE = [
  'чужое\n',
  '{not json',
  'null',
  '-1',
  '"text"',
  '[5, null, [], {}]',
  '{"state": 7}',
  '{"state": {"mode": "purple", "themeId": 1, "snapshot": {"dark": 5}, "singleKeys": "no", "set": 1, "setMode": 1}}',
];

const refused = () => problem(401, 'Not authenticated');

/** Starts the application as `main.tsx` does, with stores that read the storage again. */
async function start() {
  vi.resetModules();
  const [{ App }, theme, settings, install] = await Promise.all([
    import('./app'),
    import('@/lib/theme'),
    import('@/lib/browser-settings'),
    import('@/lib/install-prompt'),
  ]);
  theme.followTheme();
  settings.followBrowserSettings();
  render(<App />);
  return { theme: theme.useTheme, settings: settings.useBrowserSettings, countVisit: install.countVisit };
}

beforeEach(() => {
  for (const method of ['warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {});
  server.use(
    http.get('/api/auth/me', refused),
    http.post('/api/auth/refresh', refused),
    http.get('/api/websites', () => ok({ websites: [] })),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the keys of the application are found', () => {
  expect(keysOfTheApp()).toEqual(
    expect.arrayContaining(['motherlode.visits', 'motherlode.theme', 'motherlode.habits', 'motherlode.user']),
  );
});

test.each(GARBAGE)('with %s in every key it starts, and everything is as at first', async (garbage) => {
  for (const key of keysOfTheApp()) {
    localStorage.setItem(key, garbage);
    sessionStorage.setItem(key, garbage);
  }
  const { theme, settings, countVisit } = await start();
  expect(
    await screen.findByRole('heading', { level: 1, name: /find the keywords that grow your revenue/i }),
  ).toBeInTheDocument();
  expect(theme.getState()).toMatchObject({ themeId: 'default-dark', mode: 'dark', snapshot: null });
  expect(settings.getState()).toMatchObject({ singleKeys: true, lessMotion: false });
  act(() => theme.getState().setMode('light'));
  expect(document.documentElement).toHaveClass('light');
  act(() => settings.getState().set({ lessMotion: true }));
  expect(settings.getState().lessMotion).toBe(true);
  expect(countVisit()).toBe(0);
});

test('unreadable_cached_user_counts_as_signed_out', async () => {
  server.use(
    http.get('/api/auth/me', () => HttpResponse.error()),
    http.get('/api/auth/session', () => HttpResponse.error()),
  );
  localStorage.setItem('accessToken', 'a');
  localStorage.setItem('motherlode.user', '{"id": 5}');
  await start();
  expect(await screen.findByRole('button', { name: /try again/i })).toBeInTheDocument();
});

test('where the browser blocks or lacks storage it starts and works, and only keeps nothing', async () => {
  const blocked = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const before = (['localStorage', 'sessionStorage'] as const).map((area) => {
    const property = Object.getOwnPropertyDescriptor(globalThis, area);
    Object.defineProperty(globalThis, area, { configurable: true, get: blocked });
    return () => property && Object.defineProperty(globalThis, area, property);
  });
  try {
    server.use(http.get('/api/auth/session', () => HttpResponse.json(signedInAnswer(aUser()))));
    const { theme, countVisit } = await start();
    expect(await screen.findByRole('main')).toBeInTheDocument();
    act(() => theme.getState().setMode('light'));
    expect(document.documentElement).toHaveClass('light');
    expect(countVisit()).toBe(0);
  } finally {
    for (const restore of before) restore();
  }
});
