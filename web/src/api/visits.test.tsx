import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { http, ok } from '@/testing/http';
import { server } from '@/testing/server';
import { aVisitReport, noVisits } from '@/testing/visits';
import { visitQueries, WAITING_MS } from './visits';

const WEEK = { from: '2026-11-17', to: '2026-11-23' };
const MONTH = { from: '2026-10-27', to: '2026-11-23' };

/** Interval of requests after an answer. */
async function interval(report: typeof aVisitReport) {
  server.use(http.get('/api/websites/:id/visits', () => ok(report())));
  const queries = new QueryClient();
  const options = visitQueries.report('w1', WEEK);
  await queries.fetchQuery({ ...options, staleTime: 0 });
  const query = queries.getQueryCache().find({ queryKey: options.queryKey });
  const { refetchInterval } = options;
  return typeof refetchInterval === 'function' && query ? refetchInterval(query as never) : refetchInterval;
}

test('requests_repeat_until_the_first_report', async () => {
  expect(await interval(noVisits)).toBe(WAITING_MS);
  expect(await interval(aVisitReport)).toBe(false);
});

test('another_period_keeps_the_figures_of_the_same_website_only', async () => {
  server.use(http.get('/api/websites/:id/visits', () => ok(aVisitReport())));
  const queries = new QueryClient();
  const observer = new QueryObserver(queries, visitQueries.report('w1', MONTH));
  const stop = observer.subscribe(() => {});
  await observer.refetch();
  observer.setOptions(visitQueries.report('w1', WEEK));
  expect(observer.getCurrentResult()).toMatchObject({ isPlaceholderData: true, data: { totals: { visits: 312 } } });
  await observer.refetch();
  observer.setOptions(visitQueries.report('w2', WEEK));
  expect(observer.getCurrentResult().data).toBeUndefined();
  stop();
});
