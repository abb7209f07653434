import { expect, test } from 'vitest';
import { gather, type OwnField } from './own-field';
import { beforeAfter, groupsAt, listAt, numberAt, pairsAt, rounds, rowsAt, series, textAt, treatment } from './readers';

test('a series is read with its first day, gaps stay gaps', () => {
  const read = series((y, firstDay) => ({ y, firstDay }));
  expect(read('date,clicks\n2026-01-01,5\n2026-01-02,\n2026-01-03,7')).toEqual({
    input: { y: [5, null, 7], firstDay: '2026-01-01' },
  });
  expect(read('1\n2\nx')).toEqual({ error: 'Line 3: "x" is not a number' });
});

test('rows need their columns', () => {
  expect(rowsAt('clicks', ['site'])('place\nx')).toEqual({ error: 'The header line lacks site' });
  expect(rowsAt('candidates', ['name'], ['phone'])('name,phone,rating\nAcme,0123,4.5')).toEqual({
    input: { candidates: [{ name: 'Acme', phone: '0123', rating: 4.5 }] },
  });
});

test('a treatment table is split into its three parts', () => {
  expect(treatment('age,t,y\n30,1,2.5\n40,0,1')).toEqual({ input: { t: [1, 0], y: [2.5, 1], x: [[30], [40]] } });
  expect(treatment('t,y\n1,2')).toHaveProperty('error');
});

test('rounds are read with the figures of where they were played', () => {
  expect(rounds('hour,action,reward\n14,1,0.5\n9,0,0')).toEqual({
    input: {
      history: [
        { x: [14], action: 1, reward: 0.5 },
        { x: [9], action: 0, reward: 0 },
      ],
    },
  });
  expect(rounds('hour,action,reward\n14,1,0.5\n9,,0')).toEqual({
    error: 'Line 3 contains a value that is not a number',
  });
  expect(rounds('action,reward\n1,0')).toHaveProperty('error');
});

test('figures before and after keep their dimensions as words', () => {
  expect(beforeAfter('page,before,after\n/1,10,4')).toEqual({
    input: { rows: [{ values: { page: '/1' }, before: 10, after: 4 }] },
  });
});

test('lists, groups and pairs', () => {
  expect(listAt('filters.states', (state) => state.toUpperCase())('tx, ok')).toEqual({
    input: { filters: { states: ['TX', 'OK'] } },
  });
  expect(groupsAt('transactions')('a, b\nc')).toEqual({ input: { transactions: [['a', 'b'], ['c']] } });
  expect(pairsAt('fit')('p,outcome\n0.2,0\n0.8,1')).toEqual({
    input: {
      fit: [
        [0.2, 0],
        [0.8, 1],
      ],
    },
  });
  expect(pairsAt('fit')('0.2')).toEqual({ error: 'Pair 1 is not two numbers' });
});

test('json_overrides_fields_and_required_fields_are_checked', () => {
  const fields: OwnField[] = [
    { name: 'place', label: 'Place', kind: 'text', isRequired: true, read: textAt('place') },
    { name: 'least', label: 'Least', kind: 'number', read: numberAt('filters.minPayoutCents', 100) },
  ];
  expect(gather(fields, {}).errors).toEqual({ place: 'This field is required' });
  expect(gather(fields, { place: 'Tulsa', least: '12', json: '{"filters":{"limit":5},"place":"Waco"}' })).toEqual({
    input: { place: 'Waco', filters: { minPayoutCents: 1200, limit: 5 } },
    errors: {},
  });
  expect(gather(fields, { json: '[1]' }).errors).toEqual({ json: 'Enter one JSON object in braces' });
});
