import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useOffline } from '@/lib/offline';
import { tokenStorage } from '@/lib/session/token-storage';
import { http, ok } from '@/testing/http';
import { problem, server } from '@/testing/server';
import { client } from './client';
import { isUnreachable, TimeoutError } from './errors';
import { renewSession } from './session';

const never = () => new Promise<never>(() => {});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Error of a call; null if it is still pending. */
function watch(call: Promise<unknown>): { error: unknown } {
  const state: { error: unknown } = { error: null };
  call.catch((error) => {
    state.error = error;
  });
  return state;
}

describe('calls without an answer', () => {
  it('a_read_fails_after_thirty_seconds_and_counts_as_unreachable', async () => {
    server.use(http.get('/api/runs', never));
    const call = watch(client.GET('/api/runs'));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(call.error).toBeNull();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(call.error).toBeInstanceOf(TimeoutError);
    expect(String(call.error)).toContain('The server did not answer within 30 seconds.');
    expect(isUnreachable(call.error)).toBe(true);
  });

  it('a_change_gets_two_minutes_because_it_cannot_be_repeated_safely', async () => {
    server.use(http.post('/api/workspaces', never));
    const call = watch(client.POST('/api/workspaces', { body: { name: 'Agency' } }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(call.error).toBeNull();
    await vi.advanceTimersByTimeAsync(61_000);
    expect(String(call.error)).toContain('Reload the page to see whether it was saved.');
  });

  it('a_renewal_without_an_answer_does_not_block_the_calls_after_it', async () => {
    server.use(
      http.post('/api/auth/refresh', never),
      http.get('/api/runs', () => problem(401, 'Expired')),
    );
    tokenStorage.save({ accessToken: 'old', refreshToken: 'r' });
    const renewal = watch(renewSession('old'));
    await vi.advanceTimersByTimeAsync(121_000);
    expect(renewal.error).toBeInstanceOf(TimeoutError);
    expect(tokenStorage.refreshToken()).toBe('r');
  });

  it('a_call_that_its_caller_gives_up_is_no_timeout', async () => {
    server.use(http.get('/api/runs', never));
    const controller = new AbortController();
    const call = watch(client.GET('/api/runs', { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(call.error).toMatchObject({ name: 'AbortError' });
  });
});

describe('slow calls', () => {
  it('are_counted_while_they_wait', async () => {
    let release = () => {};
    server.use(
      http.get('/api/runs', async () => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return ok({ runs: [], nextCursor: null });
      }),
    );
    const call = client.GET('/api/runs');
    await vi.advanceTimersByTimeAsync(9_000);
    expect(useOffline.getState().slowCalls).toBe(1);
    release();
    await call;
    expect(useOffline.getState().slowCalls).toBe(0);
  });
});
