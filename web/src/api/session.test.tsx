import { HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { tokenStorage } from '@/lib/session/token-storage';
import { http } from '@/testing/http';
import { problem, server, signedInAnswer } from '@/testing/server';
import { client } from './client';
import { ApiError, NetworkError, SessionEndedError } from './errors';
import { renewSession } from './session';
import { setSessionEndHandler } from './transport';

const ended = vi.fn();

afterEach(() => {
  ended.mockReset();
});

function world() {
  setSessionEndHandler(ended);
  const refreshes: unknown[] = [];
  const seen: (string | null)[] = [];
  server.use(
    http.post('/api/auth/refresh', async ({ request }) => {
      refreshes.push(await request.json());
      return HttpResponse.json(signedInAnswer(undefined, 'fresh'));
    }),
    http.get('/api/websites', ({ request }) => {
      seen.push(request.headers.get('authorization'));
      const isFresh = request.headers.get('authorization') === 'Bearer fresh';
      return isFresh ? HttpResponse.json({ success: true, websites: [] }) : problem(401, 'Not authenticated');
    }),
  );
  return { refreshes, seen };
}

describe('a refused token', () => {
  it('expired_token_is_refreshed_once_and_each_call_is_repeated', async () => {
    const { refreshes, seen } = world();
    tokenStorage.save({ accessToken: 'old', refreshToken: 'r' });
    await Promise.all([client.GET('/api/websites'), client.GET('/api/websites'), client.GET('/api/websites')]);
    expect(refreshes).toEqual([{ refreshToken: 'r' }]);
    expect(seen.filter((header) => header === 'Bearer fresh')).toHaveLength(3);
    expect(tokenStorage.accessToken()).toBe('fresh');
    expect(tokenStorage.refreshToken()).toBe('refresh-of-fresh');
    expect(ended).not.toHaveBeenCalled();
  });

  it('is not renewed when another tab has stored a newer one', async () => {
    const { refreshes } = world();
    tokenStorage.save({ accessToken: 'fresh', refreshToken: 'r' });
    await expect(renewSession('old')).resolves.toBe('fresh');
    expect(refreshes).toEqual([]);
  });

  it('ends the session when there is no refresh token', async () => {
    world();
    tokenStorage.save({ accessToken: 'old' });
    await expect(client.GET('/api/websites')).rejects.toThrow('No refresh token available');
    expect(tokenStorage.accessToken()).toBeNull();
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('ends the session when the renewal is refused', async () => {
    world();
    server.use(http.post('/api/auth/refresh', () => problem(401, 'reused')));
    tokenStorage.save({ accessToken: 'old', refreshToken: 'r' });
    await expect(client.GET('/api/websites')).rejects.toThrow(SessionEndedError);
    await expect(client.GET('/api/websites')).rejects.toThrow('No refresh token available');
    expect(tokenStorage.accessToken()).toBeNull();
  });

  it('keeps the session when the renewal could not be asked for', async () => {
    world();
    server.use(http.post('/api/auth/refresh', () => HttpResponse.error()));
    tokenStorage.save({ accessToken: 'old', refreshToken: 'r' });
    await expect(client.GET('/api/websites')).rejects.toThrow(NetworkError);
    expect(tokenStorage.accessToken()).toBe('old');
    expect(ended).not.toHaveBeenCalled();
  });

  it('keeps the session while the server restarts', async () => {
    world();
    server.use(http.post('/api/auth/refresh', () => problem(503, 'restarting')));
    tokenStorage.save({ accessToken: 'old', refreshToken: 'r' });
    await expect(client.GET('/api/websites')).rejects.toThrow('Token refresh failed');
    expect(tokenStorage.refreshToken()).toBe('r');
    expect(ended).not.toHaveBeenCalled();
  });

  it('ends the session when the new token is refused too', async () => {
    const { refreshes } = world();
    server.use(http.get('/api/websites', () => problem(401, 'Not authenticated')));
    tokenStorage.save({ accessToken: 'old', refreshToken: 'r' });
    await expect(client.GET('/api/websites')).rejects.toThrow('Not authenticated');
    expect(refreshes).toHaveLength(1);
    expect(ended).toHaveBeenCalledTimes(1);
  });
});

describe('answers', () => {
  const get = (response: () => Response) => {
    server.use(http.get('/api/runs', () => response()));
    return client.GET('/api/runs');
  };

  it('carries the problem document: text, fields, request id', async () => {
    const error = await get(() => problem(422, 'Check the form', [{ pointer: '/url', detail: 'No address' }])).then(
      () => null,
      (failure: ApiError) => failure,
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message: 'Check the form', status: 422, fields: { url: 'No address' } });
    expect(error?.problem.requestId).toBe('r1');
  });

  it.each([
    [500, 'Internal', 'Server error. Please check that the backend is running on port 3000.'],
    [502, 'Bad Gateway', 'Server error: Bad Gateway'],
    [200, 'OK', 'Server error: OK'],
  ])('that are not JSON with status %i', async (status, statusText, text) => {
    await expect(get(() => new HttpResponse('<html>', { status, statusText }))).rejects.toThrow(text);
  });

  it('that never come', async () => {
    await expect(get(() => HttpResponse.error())).rejects.toThrow(
      'Cannot connect to server. Please ensure the backend is running on port 3000.',
    );
  });

  it('without success are failures even with status 200', async () => {
    await expect(get(() => HttpResponse.json({ success: false, error: 'no' }))).rejects.toThrow('no');
  });

  it('error_without_text_is_request_failed', async () => {
    await expect(get(() => HttpResponse.json({}, { status: 400 }))).rejects.toThrow('Request failed');
  });

  it('name the time to wait', async () => {
    const answer = () =>
      HttpResponse.json({ success: false, error: 'slow' }, { status: 429, headers: { 'retry-after': '7' } });
    await expect(get(answer)).rejects.toMatchObject({ retryAfterSeconds: 7 });
  });
});
