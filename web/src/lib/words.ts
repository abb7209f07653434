/** Readable names of the server's values. An unknown value is shown without its underscores. */

/** "striking_distance" and "strikingDistance" become "Striking distance". */
export function humanise(word: string): string {
  const spaced = word
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

export interface WinWord {
  kind: string;
  name: string;
  /** Observation and recommended action. */
  text: string;
}

/** The six kinds of quick win, in the order in which they are shown. */
export const WIN_KINDS: readonly WinWord[] = [
  {
    kind: 'striking_distance',
    name: 'Striking distance',
    text: 'Ranks just below the positions that get most clicks. Improve the ranking page.',
  },
  {
    kind: 'ctr_gap',
    name: 'CTR gap',
    text: 'Fewer clicks than your site usually gets at this position. Rewrite title and description.',
  },
  {
    kind: 'cannibalisation',
    name: 'Cannibalization',
    text: 'Several of your pages rank for the same query. Decide which one should.',
  },
  { kind: 'decay', name: 'Decay', text: 'Clicks fell compared with the previous period. Refresh the page.' },
  {
    kind: 'rising',
    name: 'Rising demand',
    text: 'Demand grew compared with the previous period. Publish or improve a page early.',
  },
  {
    kind: 'feature',
    name: 'SERP feature',
    text: 'A question that a SERP feature could answer from your page.',
  },
];

/** Name of a kind of win or opportunity, without the source that its key begins with. */
export function winName(kind: string): string {
  return WIN_KINDS.find((win) => win.kind === kind)?.name ?? humanise(kind.replace(/^(crawl|content)_/, ''));
}

export const INTENTS = ['informational', 'commercial', 'transactional', 'navigational', 'local'] as const;

const FILE_KINDS: Record<string, string> = {
  gsc_queries: 'Search Console, queries',
  gsc_pages: 'Search Console, pages',
  gsc_query_pages: 'Search Console, queries by page',
  gsc_dates: 'Search Console, days',
  gsc_countries: 'Search Console, countries',
  gsc_devices: 'Search Console, devices',
  gsc_appearance: 'Search Console, search appearance',
  gsc_filters: 'Search Console, filters of the export',
  gsc_bulk_site: 'Search Console bulk export, by site',
  gsc_bulk_url: 'Search Console bulk export, by page',
  keyword_planner: 'Google Ads Keyword Planner',
  ahrefs_keywords: 'Ahrefs, keywords',
  ahrefs_organic: 'Ahrefs, organic keywords',
  semrush_positions: 'Semrush, positions',
  semrush_magic: 'Semrush, Keyword Magic',
  serp_results: 'Search results',
  pages: 'Pages',
  screaming_frog: 'Screaming Frog, crawl',
  rank_history: 'Rank history',
  payouts: 'Payouts',
  bing_queries: 'Bing Webmaster Tools, keywords',
  bing_pages: 'Bing Webmaster Tools, pages',
  keyword_list: 'Keywords',
  data_for_seo_keywords: 'DataForSEO, keywords',
  data_for_seo_ideas: 'DataForSEO, keyword ideas',
  data_for_seo_ranked: 'DataForSEO, ranked keywords',
  data_for_seo_backlinks: 'DataForSEO, backlinks',
  ahrefs_backlinks: 'Ahrefs, backlinks',
  semrush_backlinks: 'Semrush, backlinks',
  majestic_backlinks: 'Majestic, backlinks',
  backlinks: 'Backlinks',
  ga4_sessions: 'Google Analytics, sessions',
  leads: 'Leads',
  revenue: 'Revenue',
  access_log: 'Access log',
  unknown: 'Not recognized',
};

/** Label of a kind of export. */
export function fileKindName(kind: string): string {
  return FILE_KINDS[kind] ?? humanise(kind);
}

const SERP_PROVIDERS: Record<string, string> = {
  serper: 'Serper',
  serp_api: 'SerpApi',
  data_for_seo: 'DataForSEO',
};

/** Name of a provider of search results; null for another source. */
export function serpProviderName(key: string): string | null {
  return SERP_PROVIDERS[key] ?? null;
}

const VOLUME_SOURCES: Record<string, string> = {
  exact: 'exact, from the search engine',
  estimate: 'estimate of a keyword tool',
  bucket: 'midpoint of a range',
  impressions: 'monthly impressions, a lower bound',
};

/** Label of the source of a search volume. */
export function volumeSourceName(source: string): string {
  return VOLUME_SOURCES[source] ?? humanise(source).toLowerCase();
}

const SOURCES: Record<string, string> = {
  search_console: 'Google Search Console',
  gsc: 'Google Search Console',
  bing_webmaster: 'Bing Webmaster Tools',
  keyword_planner: 'Keyword Planner',
  data_for_seo: 'DataForSEO',
  ahrefs: 'Ahrefs',
  semrush: 'Semrush',
  majestic: 'Majestic',
  sample: 'Sample data',
  simulated: 'Simulated',
};

/** Source of the figures; a sentence of the server is left unchanged. */
export function sourceName(source: string): string {
  if (SOURCES[source]) return SOURCES[source];
  return /^[a-z0-9_]+$/.test(source) ? humanise(source) : source;
}

/** Placeholder of a page's address: an export of queries alone has no pages. */
export function missingPage(position: number | null): string {
  return position === null ? 'no ranking page yet' : 'page unknown';
}

/** Short name of a page's address: its path, without the host. */
export function pagePath(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return decodeURI(pathname) + search;
}
