import { expect, test } from 'vitest';
import { tableOf } from './result-model';
import { tableCsv } from './table-csv';
import type { JsonObject } from './value';

test('columns have words and units, intervals get columns of their own, lists are joined, formulas are guarded', () => {
  const rows: JsonObject[] = [
    {
      city: '=Rome',
      profit: { p10Cents: -150, p50Cents: 2_000, p90Cents: 3_049.6 },
      share: 1 / 3,
      flags: ['a', 'b'],
      ok: true,
    },
    {},
  ];
  expect(tableCsv(tableOf('t', 'T', rows), 'EUR')).toBe(
    `City,"Profit, p10 (EUR)","Profit, p50 (EUR)","Profit, p90 (EUR)",Share,Flags,Ok\r\n'=Rome,-1.5,20,30.5,0.333333,a; b,yes\r\n,,,,,,\r\n`,
  );
});
