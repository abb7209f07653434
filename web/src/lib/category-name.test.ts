import { expect, it } from 'vitest';
import { categoryName } from './category-name';

it.each([
  ['crawl_alt_missing', 'Images without alternative text'],
  ['crawl_thin_text', 'Thin text'],
  ['content_improve', 'Page to improve'],
  ['content_remove', 'Page to remove'],
  ['ctr_gap', 'CTR gap'],
  ['manual', 'Manual'],
])('names the category %s', (category, name) => {
  expect(categoryName(category)).toBe(name);
});
