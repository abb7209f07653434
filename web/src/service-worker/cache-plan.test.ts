import { describe, expect, it } from 'vitest';
import { isRetainable, keptAs, planFor } from './cache-plan';

const ORIGIN = 'https://app.example';
const SHELL = new Set(['/index.html', '/assets/a-123.js', '/favicon.svg']);

function plan(path: string, change: { method?: string; mode?: string; range?: string } = {}) {
  const headers = { get: (name: string) => (name === 'range' ? (change.range ?? null) : null) };
  const url = new URL(path, ORIGIN).href;
  return planFor({ method: change.method ?? 'GET', mode: change.mode ?? 'cors', url, headers }, ORIGIN, SHELL);
}

describe('the plan for a request', () => {
  it.each([
    ['/', 'page'],
    ['/dashboard?range=7d', 'page'],
    ['/projects/0190', 'page'],
    ['/preview/key/cost/', 'pass'],
    ['/sites/tulsa-plumbing/', 'pass'],
    ['/dominator/sites/0190', 'page'],
    ['/api/docs', 'pass'],
    ['/api/login', 'pass'],
    ['/robots.txt', 'pass'],
    ['/socket.io/', 'pass'],
  ])('opening %s: %s', (path, wanted) => expect(plan(path, { mode: 'navigate' })).toBe(wanted));

  it.each([
    ['/assets/a-123.js', 'shell'],
    ['/assets/unknown.js', 'pass'],
    ['/api/websites', 'data'],
    ['/api/keywords?websiteId=1', 'data'],
    ['/config.json', 'data'],
    ['/api/auth/me', 'pass'],
    ['/api/auth/session', 'pass'],
    ['/api/logout', 'pass'],
    ['/api/user/api-keys', 'pass'],
    ['/api/admin/users', 'pass'],
    ['/api/user/export', 'pass'],
    ['/api/keywords/export?format=csv', 'pass'],
    ['https://elsewhere.example/api/websites', 'pass'],
  ])('reading %s: %s', (path, wanted) => expect(plan(path)).toBe(wanted));

  it('leaves changes and parts of files alone', () => {
    expect(plan('/api/websites', { method: 'POST' })).toBe('pass');
    expect(plan('/assets/a-123.js', { range: 'bytes=0-1' })).toBe('pass');
  });
});

it('keeps the answers of each workspace under an address of its own', () => {
  const kept = (url: string, workspaceId: string | null) =>
    keptAs({ url, headers: { get: (name) => (name === 'x-workspace-id' ? workspaceId : null) } });
  expect(kept(`${ORIGIN}/api/websites?limit=5`, null)).toBe(`${ORIGIN}/api/websites?limit=5`);
  expect(kept(`${ORIGIN}/api/websites?limit=5`, 'w')).toBe(`${ORIGIN}/api/websites?limit=5&workspaceId=w`);
});

it('keeps only good JSON that is not large', () => {
  const answer = (ok: boolean, type: string, length = '10') => ({
    ok,
    headers: { get: (name: string) => (name === 'content-type' ? type : length) },
  });
  expect(isRetainable(answer(true, 'application/json; charset=utf-8'))).toBe(true);
  expect(isRetainable(answer(false, 'application/json'))).toBe(false);
  expect(isRetainable(answer(true, 'text/csv'))).toBe(false);
  expect(isRetainable(answer(true, 'application/json', '3000000'))).toBe(false);
});
