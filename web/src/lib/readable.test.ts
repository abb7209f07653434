import { describe, expect, it } from 'vitest';
import { readable, readableTitle } from './readable';

describe('readable', () => {
  it.each([
    ['Input `planId` must not be empty.', 'Input “Plan id” must not be empty.'],
    ['clicks fell 36 % on 2026-06-04; during a core update', 'clicks fell 36% on Jun 4, 2026; during a core update'],
    [
      '“plumber alderbrook” is among the first ten on 2027-02-25',
      '“plumber alderbrook” is among the first ten on Feb 25, 2027',
    ],
    [
      '39441 clicks in 2027-04, 80% interval 24432 to 55549',
      '39,441 clicks in Apr 2027, 80% interval 24,432 to 55,549',
    ],
    ['29 of 187 opportunities for 500 USD and 80 hours', '29 of 187 opportunities for $500 and 80 hours'],
    ['317070 of 746876 impressions', '317,070 of 746,876 impressions'],
    ['Value per lead: 80.00 USD, half of it 39.50 EUR', 'Value per lead: $80, half of it €39.50'],
    ['Leads per visit; x 1.5 for urgent queries', 'Leads per visit; x 1.5 for urgent queries'],
    ['Estimated effort: 1800 minutes', 'Estimated effort: 30 h'],
    ['The plan earns less than 23991575 cents in total', 'The plan earns less than $239,916 in total'],
    ['Estimated effort: 45 minutes', 'Estimated effort: 45 minutes'],
  ])('writes %s as its reader does', (given, expected) => {
    expect(readable(given)).toBe(expected);
  });

  it.each([
    'Improve https://a.example/2026-06-04/news-2026-06/page',
    'report-2026-06-04.csv has 12 rows',
    'Tulsa, OK 74103 has no site',
    'version keyword-1.3.0 of 2026',
    'cheap towing birchhaven',
    'clicksandmortar.example gets more',
  ])('leaves %s as it is', (text) => {
    expect(readable(text)).toBe(text);
  });
});

describe('title', () => {
  it.each([
    [
      'https://a.example/towing/b/ could link to https://a.example/ on 2026-06-04',
      '/towing/b/ could link to / on Jun 4, 2026',
    ],
    ['Improve https://a.example/roof?city=1', 'Improve /roof?city=1'],
    ['https://a.example/x copies https://b.example/y', 'https://a.example/x copies https://b.example/y'],
    ['You lose 9 clicks to rival.example', 'You lose 9 clicks to rival.example'],
  ])('shows addresses of one website by their paths: %s', (given, expected) => {
    expect(readableTitle(given)).toBe(expected);
  });
});
