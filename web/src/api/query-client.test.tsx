import { QueryObserver } from '@tanstack/react-query';
import { HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { http } from '@/testing/http';
import { server } from '@/testing/server';
import { createQueryClient } from './query-client';

it('never asks again by itself, and never calls data stale', () => {
  const { queries } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({ retry: false, refetchOnWindowFocus: false, staleTime: Infinity });
});

it('gets the first part of a key where a query names no function', async () => {
  server.use(http.raw.get('/api/websites', () => HttpResponse.json({ websites: [1] })));
  await expect(createQueryClient().fetchQuery({ queryKey: ['/api/websites', 'x'] })).resolves.toEqual({
    websites: [1],
  });
});

it('refusal_has_status_and_text', async () => {
  server.use(http.raw.get('/api/websites', () => new HttpResponse('no such thing', { status: 418 })));
  await expect(createQueryClient().fetchQuery({ queryKey: ['/api/websites'] })).rejects.toThrow('418: no such thing');
});

it('data_that_changes_during_its_first_fetch_is_fetched_again', async () => {
  const client = createQueryClient();
  const answers: ((text: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(client, { queryKey: ['sites', 'a'], queryFn });
  const stop = observer.subscribe(() => undefined);
  await client.invalidateQueries({ queryKey: ['others'] });
  void client.invalidateQueries({ queryKey: ['sites'] });
  void client.invalidateQueries({ queryKey: ['sites'] });
  answers[0]?.('building');
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.('live');
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('live'));
  expect(answers).toHaveLength(2);
  stop();
});
