import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '@/testing/memory-storage';
import { destinationAfterSignIn, loginAddress, rememberDestination, safePath } from './return-to';

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
});

describe('where to go after sign-in', () => {
  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    'javascript:alert(1)',
    'projects',
    '',
  ])('refuses %j', (value) => expect(safePath(value)).toBeNull());

  it.each(['/', '/projects?tab=1#top', '/a//b'])('takes %j', (value) => expect(safePath(value)).toBe(value));

  it('prefers the query, then the stored page, then the dashboard', () => {
    expect(destinationAfterSignIn('')).toBe('/dashboard');
    rememberDestination({ pathname: '/settings', search: '?tab=security', hash: '' });
    expect(destinationAfterSignIn('')).toBe('/settings?tab=security');
    expect(destinationAfterSignIn('?returnTo=%2Fprojects')).toBe('/projects');
    expect(destinationAfterSignIn('?returnTo=%2F%2Fevil.example')).toBe('/settings?tab=security');
  });

  it('never keeps a public page', () => {
    rememberDestination({ pathname: '/privacy', search: '', hash: '' });
    expect(destinationAfterSignIn('')).toBe('/dashboard');
  });

  it('carries path, query and fragment through the login', () => {
    const address = loginAddress({ pathname: '/projects/1', search: '?a=1&b=2', hash: '#x' });
    expect(destinationAfterSignIn(new URL(address, 'http://site').search)).toBe('/projects/1?a=1&b=2#x');
  });
});
