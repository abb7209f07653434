import { expect, test } from 'vitest';
import { aWebsite } from '@/testing/records';
import { preferredWebsite, withWebsite } from './use-current-website';

test("the newest data wins, a site of one's own before the sample, data before none", () => {
  const old = aWebsite({ id: 'old', lastImportAt: '2026-01-01T00:00:00Z' });
  const fresh = aWebsite({ id: 'fresh', lastImportAt: '2026-06-01T00:00:00Z' });
  const sample = aWebsite({ id: 'sample', kind: 'sample', lastImportAt: '2026-09-01T00:00:00Z' });
  const empty = aWebsite({ id: 'empty', lastImportAt: null });
  expect(preferredWebsite([old, fresh, sample, empty])?.id).toBe('fresh');
  expect(preferredWebsite([empty, sample])?.id).toBe('sample');
  expect(preferredWebsite([empty])?.id).toBe('empty');
  expect(preferredWebsite([])).toBeNull();
});

test('link_keeps_the_website_and_its_other_parameters', () => {
  expect(withWebsite('/keyword-finder', 'a b')).toBe('/keyword-finder?website=a%20b');
  expect(withWebsite('/keyword-finder?q=x', 'w1')).toBe('/keyword-finder?q=x&website=w1');
  expect(withWebsite('/keyword-finder', null)).toBe('/keyword-finder');
});
