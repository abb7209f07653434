import { expect, test } from 'vitest';
import { tableOf } from './result-model';
import { tableCsv } from './table-csv';
import type { JsonObject } from './value';

test('intervals get columns of their own, lists are joined, formulas are guarded', () => {
  const rows: JsonObject[] = [
    { city: '=Rome', profit: { p10Cents: 1, p50Cents: 2, p90Cents: 3 }, flags: ['a', 'b'], ok: true },
    {},
  ];
  expect(tableCsv(tableOf('t', 'T', rows))).toBe(
    "city,profit.p10Cents,profit.p50Cents,profit.p90Cents,flags,ok\r\n'=Rome,1,2,3,a; b,true\r\n,,,,,\r\n",
  );
});
