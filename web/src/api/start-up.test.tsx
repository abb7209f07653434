import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schemas } from '@/api/types';
import { cachedUser, tokenStorage } from '@/lib/session/token-storage';
import { http } from '@/testing/http';
import { aUser, problem, server, signedInAnswer } from '@/testing/server';
import { resolveStartUser } from './start-up';

const calls: string[] = [];

function record(path: string, answer: () => Response) {
  return http.raw.all(path, () => {
    calls.push(path.replace('/api/auth/', ''));
    return answer();
  });
}

const user = () => HttpResponse.json<Schemas['CurrentUser']>(signedInAnswer(aUser()));
const refused = () => problem(401, 'Not authenticated');

beforeEach(() => {
  calls.length = 0;
  server.use(record('/api/auth/me', user), record('/api/auth/session', refused), record('/api/auth/refresh', refused));
});

describe('who is signed in at the start', () => {
  it('is the temporary record when there is a token too, with no call', async () => {
    localStorage.setItem('tempUserData', JSON.stringify({ googleId: 'g', email: 'g@example.com', name: 'Gil' }));
    tokenStorage.save({ accessToken: 'a' });
    expect(await resolveStartUser()).toMatchObject({ kind: 'user', user: { id: 'g', role: 'free' } });
    expect(calls).toEqual([]);
  });

  it('is not the temporary record without a token', async () => {
    localStorage.setItem('tempUserData', JSON.stringify({ email: 'g@example.com' }));
    expect(await resolveStartUser()).toEqual({ kind: 'anonymous' });
    expect(calls).toEqual(['session']);
    expect(tokenStorage.temporaryUser()).toBeNull();
  });

  it('goes on to the token when the record cannot be read', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    localStorage.setItem('tempUserData', 'nonsense');
    tokenStorage.save({ accessToken: 'a' });
    expect(await resolveStartUser()).toMatchObject({ kind: 'user', user: { id: 'u1' } });
    expect(log).toHaveBeenCalled();
    expect(calls).toEqual(['me']);
  });

  it('is the owner of the token', async () => {
    tokenStorage.save({ accessToken: 'a' });
    expect(await resolveStartUser()).toMatchObject({ kind: 'user', offline: false });
    expect(calls).toEqual(['me']);
  });

  it('is the owner of the renewed token after one refusal', async () => {
    tokenStorage.save({ accessToken: 'old', refreshToken: 'r' });
    server.use(
      http.get('/api/auth/me', ({ request }) => {
        calls.push('me');
        return request.headers.get('authorization') === 'Bearer new' ? user() : refused();
      }),
      record('/api/auth/refresh', () => HttpResponse.json(signedInAnswer(aUser(), 'new'))),
    );
    expect(await resolveStartUser()).toMatchObject({ kind: 'user' });
    expect(calls).toEqual(['me', 'refresh', 'me']);
  });

  it('is the owner of the cookie when there is no token', async () => {
    server.use(record('/api/auth/session', user));
    expect(await resolveStartUser()).toMatchObject({ kind: 'user' });
    expect(calls).toEqual(['session']);
  });

  it('is the owner of the cookie as asked before the application had come, with no second call', async () => {
    window.motherlodeSession = Promise.resolve(user());
    expect(await resolveStartUser()).toMatchObject({ kind: 'user' });
    expect(calls).toEqual([]);
    expect(await resolveStartUser()).toEqual({ kind: 'anonymous' });
    expect(calls).toEqual(['session']);
  });

  it('is unknown when the early question found no server', async () => {
    window.motherlodeSession = Promise.reject(new TypeError('Failed to fetch'));
    expect(await resolveStartUser()).toEqual({ kind: 'unreachable' });
  });

  it('start_up_signs_out_when_all_requests_are_refused', async () => {
    tokenStorage.save({ accessToken: 'old', refreshToken: 'r' });
    server.use(record('/api/auth/me', refused));
    expect(await resolveStartUser()).toEqual({ kind: 'anonymous' });
    expect(tokenStorage.accessToken()).toBeNull();
    expect(tokenStorage.refreshToken()).toBeNull();
  });

  it.each([
    ['the network is away', () => HttpResponse.error()],
    ['the server restarts', () => problem(503, 'restarting')],
  ])('is the last known user while %s', async (_when, answer) => {
    tokenStorage.save({ accessToken: 'a', refreshToken: 'r' });
    cachedUser.write(JSON.stringify(aUser({ name: 'Known' })));
    server.use(record('/api/auth/me', answer));
    expect(await resolveStartUser()).toMatchObject({ kind: 'user', offline: true, user: { name: 'Known' } });
    expect(tokenStorage.accessToken()).toBe('a');
  });

  it('start_up_is_undecided_without_a_cached_user_and_an_answer', async () => {
    server.use(record('/api/auth/session', () => HttpResponse.error()));
    expect(await resolveStartUser()).toEqual({ kind: 'unreachable' });
  });
});
