import { describe, expect, it } from 'vitest';
import { displayName, initials } from '@/lib/user-name';
import { ariaCurrent, isActive } from './nav-items';

describe('active entries', () => {
  it.each([
    ['/dashboard', '/', true, 'page'],
    ['/dashboard', '/dashboard', true, 'page'],
    ['/dashboard', '/dashboards', false, undefined],
    ['/projects', '/projects/new', true, true],
    ['/projects', '/projects/7', true, true],
    ['/projects/new', '/projects', false, undefined],
    ['/domination/dashboard', '/domination', false, undefined],
    ['/dominator', '/dominator/analysis', true, true],
  ])('%s on %s', (to, pathname, active, current) => {
    expect(isActive(to, pathname)).toBe(active);
    expect(ariaCurrent(to, pathname)).toBe(current);
  });
});

describe('display name', () => {
  it.each([
    [{ name: 'Ada North', email: 'a@b.c' }, 'Ada North', 'AN'],
    [{ name: ' ', email: 'ada@b.c' }, 'ada', 'A'],
    [{ name: null, email: null }, 'User', 'U'],
    [null, 'User', 'U'],
  ])('%j', (user, name, letters) => {
    expect(displayName(user)).toBe(name);
    expect(initials(name)).toBe(letters);
  });
});
