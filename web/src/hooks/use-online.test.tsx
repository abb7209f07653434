import { act, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { client } from '@/api/client';
import { onReturn } from '@/lib/offline';
import { http } from '@/testing/http';
import { setOnline } from '@/testing/network';
import { server } from '@/testing/server';
import { useOnline } from './use-online';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const noAnswer = () => HttpResponse.error();
const health = (answer: () => Response) => server.use(http.get('/healthz', answer));

it('is false without a network, and true again with one', () => {
  const { result } = renderHook(useOnline);
  expect(result.current).toBe(true);
  setOnline(false);
  expect(result.current).toBe(false);
  setOnline(true);
  expect(result.current).toBe(true);
});

it('is true without a network where the server answers all the same, as one on this machine does', async () => {
  const { result } = renderHook(useOnline);
  setOnline(false);
  expect(result.current).toBe(false);
  health(() => HttpResponse.json({ status: 'ok' }));
  act(() => void window.dispatchEvent(new Event('focus')));
  await waitFor(() => expect(result.current).toBe(true));
});

it('one call without an answer is that call alone where the server is there', async () => {
  server.use(http.get('/api/websites', noAnswer));
  const { result } = renderHook(useOnline);
  await act(() => client.GET('/api/websites').catch(() => null));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(result.current).toBe(true);
});

it('unreachable_server_is_polled_until_it_is_back', async () => {
  server.use(http.get('/api/websites', noAnswer));
  health(noAnswer);
  const heard = vi.fn();
  const stop = onReturn(heard);
  const { result } = renderHook(useOnline);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await act(() => client.GET('/api/websites').catch(() => null));
  await vi.waitFor(() => expect(result.current).toBe(false));
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(heard).not.toHaveBeenCalled();
  health(() => HttpResponse.json({ status: 'ok' }));
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await vi.waitFor(() => expect(result.current).toBe(true));
  expect(heard).toHaveBeenCalledOnce();
  stop();
});
