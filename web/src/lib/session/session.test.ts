import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '@/testing/memory-storage';
import { parseTemporaryUser } from './temporary-user';
import { tokenExpiry } from './token-expiry';
import { tokenStorage } from './token-storage';

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
});

describe('token storage', () => {
  it('writes the access token under both names and clears all four keys', () => {
    tokenStorage.save({ accessToken: 'a', refreshToken: 'r' });
    localStorage.setItem('tempUserData', '{}');
    expect(localStorage.getItem('accessToken')).toBe('a');
    expect(localStorage.getItem('token')).toBe('a');
    expect(localStorage.getItem('refreshToken')).toBe('r');
    tokenStorage.clear();
    for (const key of ['accessToken', 'token', 'refreshToken', 'tempUserData']) {
      expect(localStorage.getItem(key)).toBeNull();
    }
  });

  it('gives the live channels the access token when their own key is missing', () => {
    localStorage.setItem('accessToken', 'a');
    expect(tokenStorage.liveToken()).toBe('a');
    localStorage.setItem('token', 'b');
    expect(tokenStorage.liveToken()).toBe('b');
  });

  it('keeps the refresh token when an answer names none', () => {
    tokenStorage.save({ accessToken: 'a', refreshToken: 'r' });
    tokenStorage.save({ accessToken: 'b' });
    expect(tokenStorage.refreshToken()).toBe('r');
  });

  it('goes on without storage', () => {
    vi.stubGlobal('localStorage', undefined);
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(tokenStorage.accessToken()).toBeNull();
    expect(() => tokenStorage.clear()).not.toThrow();
  });
});

describe('the temporary sign-in record', () => {
  it('becomes a free user', () => {
    const record = { googleId: 'g1', email: 'a@b.c', name: 'Ada Maria North', picture: 'p.png' };
    expect(parseTemporaryUser(JSON.stringify(record))).toEqual({
      id: 'g1',
      email: 'a@b.c',
      name: 'Ada Maria North',
      firstName: 'Ada',
      lastName: 'Maria North',
      role: 'free',
      profileImageUrl: 'p.png',
    });
  });

  it('temporary_user_without_an_id_gets_one', () => {
    expect(parseTemporaryUser('{"email":"a@b.c"}').id).toBe('temp-id');
  });

  it.each(['', 'nonsense', '{}', '[]', 'null'])('is refused when it is %j', (text) => {
    expect(() => parseTemporaryUser(text)).toThrow();
  });
});

describe('expiry of a token', () => {
  it('is read from the claims', () => {
    const claims = btoa(JSON.stringify({ exp: 1_800_000_000 })).replaceAll('=', '');
    expect(tokenExpiry(`h.${claims}.s`)).toBe(1_800_000_000_000);
  });

  it.each(['', 'opaque', 'a.!!.c', `a.${btoa('{}')}.c`])('is unknown for %j', (token) => {
    expect(tokenExpiry(token)).toBeNull();
  });
});
