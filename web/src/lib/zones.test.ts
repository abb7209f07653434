import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const ownZone = process.env.TZ;

afterEach(() => {
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

describe.each(['America/Chicago', 'Asia/Tokyo'])('in %s', (zone) => {
  beforeEach(() => {
    process.env.TZ = zone;
    // Formats are kept: those of another zone must go.
    vi.resetModules();
  });

  it.each([
    ['2026-11-25', 'Nov 25, 2026'],
    ['2026-11-25T00:00:00Z', 'Nov 25, 2026'],
    ['2026-11-25T00:00:00.000Z', 'Nov 25, 2026'],
  ])('the day %s stays as it is', async (day, expected) => {
    const { formatDate, formatDay } = await import('./format');
    expect(formatDay(day)).toBe(expected);
    expect(formatDate(day)).toBe(expected);
  });

  it('the clicks of the metrics end on the last day of the data', async () => {
    const { clicksAnswer } = await import('@/components/performance/clicks-answer');
    const clicks = { id: 'clicks', value: 3323, change: 0.1, at: '2026-11-25T00:00:00Z' };
    expect(clicksAnswer(clicks as Parameters<typeof clicksAnswer>[0])).toMatch(
      /^3,323 clicks in the 28 days to Nov 25, 2026,/,
    );
  });
});

it.each([
  ['America/Chicago', 'Nov 27, 2026', '2026-11-27'],
  ['Asia/Tokyo', 'Nov 28, 2026', '2026-11-28'],
])('a moment is on its day in %s', async (zone, written, day) => {
  process.env.TZ = zone;
  vi.resetModules();
  const { formatDate } = await import('./format');
  const { localDay, utcDay } = await import('./days');
  const { datedName } = await import('./save-file');
  const moment = '2026-11-28T02:30:00Z';
  expect(formatDate(moment)).toBe(written);
  expect(localDay(new Date(moment))).toBe(day);
  expect(utcDay(Date.parse(moment))).toBe('2026-11-28');
  expect(datedName('leads.csv', new Date(moment))).toBe(`leads-${day}.csv`);
});

it('days are added without a zone', async () => {
  const { addDays } = await import('./days');
  expect(addDays('2026-03-07', 2)).toBe('2026-03-09');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
});

it('only one file makes a day out of a moment', () => {
  const root = `${import.meta.dirname}/../`;
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^testing\//.test(file) && file !== 'lib/days.ts')
    .filter((file) => /toISOString\(\)\.(slice|split|substring)/.test(readFileSync(`${root}${file}`, 'utf8')));
  expect(found).toEqual([]);
});
