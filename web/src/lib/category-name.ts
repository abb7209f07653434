import { winName } from './words';

/** Names of the kinds of opportunities whose key says too little. */
const NAMES: Record<string, string> = {
  crawl_alt_missing: 'Images without alternative text',
  crawl_broken_link: 'Broken links',
  crawl_canonical_chain: 'Canonical chains',
  crawl_canonical_missing: 'No canonical address',
  crawl_canonical_to_error: 'Canonical page fails',
  crawl_description_long: 'Long descriptions',
  crawl_description_missing: 'No description',
  crawl_hreflang_no_return: 'No return link between languages',
  crawl_hreflang_no_self: 'Own language not named',
  crawl_link_to_redirect: 'Links to redirects',
  crawl_redirect_chain: 'Redirect chains',
  crawl_structured_data_missing: 'No structured data',
  crawl_title_long: 'Long titles',
  crawl_title_missing: 'No title',
  content_improve: 'Page to improve',
  content_merge: 'Pages to merge',
  content_redirect: 'Page to redirect',
  content_remove: 'Page to remove',
};

/** Name of a category of opportunities. */
export function categoryName(category: string): string {
  return NAMES[category] ?? winName(category);
}
