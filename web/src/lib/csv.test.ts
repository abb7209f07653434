import { expect, test } from 'vitest';
import { toCsv } from './csv';
import { parseCells } from './parse-csv';

test('quotes what holds commas, quotes or line breaks', () => {
  const rows = [['a, b', 'say "hi"', 'two\nlines']];
  expect(toCsv(['one', 'two', 'three'], rows)).toBe('one,two,three\r\n"a, b","say ""hi""","two\nlines"\r\n');
});

test('guards texts that a spreadsheet would run, and leaves numbers alone', () => {
  expect(toCsv(['query'], [['=1+1'], ['@cmd'], ['-x'], [-4.5], [null]])).toBe(
    "query\r\n'=1+1\r\n'@cmd\r\n'-x\r\n-4.5\r\n\r\n",
  );
});

test('guards formulas after another list separator', () => {
  const rows = [['a;=1+1', 'a;"=1', 'a\n@cmd', 'plumber; austin-tx']];
  expect(toCsv(['a', 'b', 'c', 'd'], rows)).toBe(`a,b,c,d\r\na;'=1+1,"a;""'=1","a\n'@cmd",plumber; austin-tx\r\n`);
});

test('what is read from the file is what was written', () => {
  const rows = [
    ['plumber, sydney', 'say "hi"', 'two\nlines', 'Müller; Söhne'],
    ['', 'a', '-', '100 %'],
    ['ndis plumber', "o'neil", 'tab\tbed', '東京'],
  ];
  const headers = ['Keyword', 'Quote', 'Lines', 'Name'];
  const guarded = rows.map((row) => row.map((cell) => (cell === '-' ? "'-" : cell)));
  expect(parseCells(toCsv(headers, rows))).toEqual([headers, ...guarded]);
  expect(parseCells(`\uFEFF${toCsv(headers, rows)}`)).toEqual([headers, ...guarded]);
});
