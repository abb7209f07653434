import { expect, test } from 'vitest';
import { client } from '@/api/client';
import { http, ok } from './http';
import { aWebsite } from './records';

test('handlers_of_unknown_paths_or_other_shapes_do_not_compile', () => {
  const handlers = [
    http.get('/api/websites', () => ok({ websites: [aWebsite()] })),
    http.get('/api/websites/w1', () => ok({ website: aWebsite() })),
    // @ts-expect-error the server has no such path
    http.get('/api/nothing', () => ok({ websites: [] })),
    // @ts-expect-error the server does not support this method
    http.delete('/api/websites', () => ok({})),
    // @ts-expect-error the list of websites is missing
    http.get('/api/websites', () => ok({ runs: [] })),
    // @ts-expect-error no website is of this kind
    http.get('/api/websites/w1', () => ok({ website: { ...aWebsite(), kind: 'rented' } })),
  ];
  expect(handlers.map(({ info }) => info.method)).toEqual(['GET', 'GET', 'GET', 'DELETE', 'GET', 'GET']);
});

test('calls_with_unknown_paths_parameters_or_bodies_do_not_compile', () => {
  const calls = [
    () => client.GET('/api/runs', { params: { query: { status: 'running' } } }),
    // @ts-expect-error the server has no such path
    () => client.GET('/api/nothing'),
    // @ts-expect-error no run has this status
    () => client.GET('/api/runs', { params: { query: { status: 'done' } } }),
    // @ts-expect-error the id is missing
    () => client.GET('/api/runs/{id}'),
    // @ts-expect-error the address is missing
    () => client.POST('/api/websites', { body: { name: 'North' } }),
  ];
  expect(calls).toHaveLength(5);
});
