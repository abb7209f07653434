import { humanise } from '@/lib/words';

export interface ActionWords {
  /** What it answers, in one sentence. */
  answers: string;
  /** What it reads of the website, or that it needs the user's own figures. */
  reads: string;
}

const DAYS = 'Daily clicks of the website, from a Search Console export with dates.';
const PAGES = 'Pages of the website and of ranking competitors, from a crawl or a Screaming Frog export.';
const SERPS = 'Imported SERPs of the website.';
const OPEN = 'The open opportunities of the website.';
const REFERENCE =
  'Built-in reference data, overridden by your imported rate cards and by SERPs of queries that name a trade and a place.';
const SEARCHES = 'Queries of the website, from a Search Console export.';
const YOURS = 'Only the input below.';

const WORDS: Record<string, ActionWords> = {
  'keyword analyse': {
    answers: 'Intents, clusters, quick wins and value of all keywords.',
    reads: `${SEARCHES} Also their imported SERPs. The keyword finder shows the results row by row.`,
  },
  'keyword wins': { answers: 'Only the quick wins, with the value of each.', reads: SEARCHES },
  'keyword expand': {
    answers: 'New keyword ideas for what you offer, without known queries.',
    reads: 'What you offer, entered below, and the queries of imported SERPs.',
  },
  'keyword keyphrases': { answers: 'The key phrases of a text, best first.', reads: YOURS },
  'keyword cluster': {
    answers: 'Groups of related keywords or other short texts.',
    reads: `${SEARCHES} Or the texts entered below.`,
  },
  'competitive share': { answers: 'Share of clicks per site, and the clicks that each competitor gets.', reads: SERPS },
  'competitive discover': {
    answers: 'Sites that rank for the same queries, and how volatile the results are.',
    reads: SERPS,
  },
  'competitive gap': { answers: 'Queries where competitors rank and you do not.', reads: SERPS },
  'competitive explain': { answers: 'Strength of each site, and the factors of a higher position.', reads: SERPS },
  'semantic coverage': { answers: 'Topics that top-ranking pages cover and yours does not.', reads: PAGES },
  'semantic overlap': {
    answers: 'Near-duplicate pages; with a sentence model also pages with the same topic in other words.',
    reads: PAGES,
  },
  'semantic links': { answers: 'Internal PageRank, orphan pages, and links to add.', reads: PAGES },
  'semantic brief': { answers: 'What a page for a query should cover, and what no top page covers.', reads: PAGES },
  'semantic similarity': { answers: 'Semantic similarity of two texts.', reads: YOURS },
  'causal impact': {
    answers: 'Effect of one change, compared with an estimate without it.',
    reads: `${DAYS} Also the change log.`,
  },
  'causal power': {
    answers: 'Power analysis: the minimum detectable effect, and the days needed to detect a given one.',
    reads: DAYS,
  },
  'causal experiment': {
    answers: 'Randomizes pages before a change, or evaluates the outcome after it.',
    reads: 'Daily clicks of each page, from a bulk export.',
  },
  'causal discover': { answers: 'Which variables cause which, as far as observational data can show.', reads: YOURS },
  'causal treatment': { answers: 'Effect of a treatment that was not randomized.', reads: YOURS },
  'pattern change-points': { answers: 'Dates when the level or slope changed.', reads: DAYS },
  'pattern decompose': { answers: 'Trend, seasonality and remainder.', reads: DAYS },
  'pattern anomalies': { answers: 'Days that fit neither trend nor seasonality.', reads: DAYS },
  'pattern attribute': {
    answers: 'Which pages, queries, devices or countries explain a change.',
    reads: 'Daily clicks by page and query, from a bulk export: the last four weeks compared with the previous four.',
  },
  'pattern rules': {
    answers: 'Properties that occur together more often than by chance.',
    reads: `${PAGES} Also whether the clicks of each page rose or fell.`,
  },
  'strategic portfolio': {
    answers: 'The most valuable set of opportunities within your budget and hours.',
    reads: OPEN,
  },
  'strategic scenarios': { answers: 'Which opportunities pay off in all scenarios.', reads: OPEN },
  'strategic roadmap': { answers: 'A weekly plan of the best opportunities, with stop dates.', reads: OPEN },
  'content brief': {
    answers: 'Outline of a page, the facts it uses and the facts that are missing.',
    reads: 'The query and the facts entered below, and the imported pages that rank for the query.',
  },
  'content compose': { answers: 'A draft from facts, with the facts behind every sentence.', reads: YOURS },
  'content score': { answers: 'Findings that block publication of a page.', reads: YOURS },
  'content revise': { answers: 'The draft with fixable findings fixed, and the remaining ones.', reads: YOURS },
  'predictive forecast': { answers: 'Daily forecast of clicks and impressions with intervals.', reads: DAYS },
  'predictive ranking': {
    answers: 'Forecast of keyword positions.',
    reads: 'Rank history, from a rank tracker\u2019s export.',
  },
  'predictive scenarios': {
    answers: 'Monthly clicks, leads and revenue: pessimistic, realistic, optimistic.',
    reads: DAYS,
  },
  'learning report': {
    answers: 'Accuracy of forecasts and findings, and assumptions that were wrong.',
    reads: 'The forecast history with outcomes.',
  },
  'learning calibrate': { answers: 'Probabilities calibrated with earlier outcomes.', reads: YOURS },
  'learning bandit': {
    answers: 'The next action to choose, learned from earlier rewards.',
    reads: YOURS,
  },
  'learning curves': {
    answers: 'CTR curves and conversion rates of your own sites.',
    reads: 'Clicks by position of all non-brand queries, from the results of the keyword engine.',
  },
  'execution plan': {
    answers: 'An ordered plan with a preview, checks and undo information for each step.',
    reads: YOURS,
  },
  'execution apply': { answers: 'The next steps of a plan, from its state so far.', reads: YOURS },
  'execution verify': { answers: 'Checks whether the observations after a step meet its conditions.', reads: YOURS },
  'execution undo': { answers: 'The steps that undo a plan, in reverse order.', reads: YOURS },
  'local scan': {
    answers: 'The best markets, regions and geographic clusters.',
    reads: REFERENCE,
  },
  'local score': { answers: 'Markets with all factors of their score.', reads: REFERENCE },
  'local explain': { answers: 'One market in detail: every factor, its source and the calculation.', reads: REFERENCE },
  'local tenants': {
    answers: 'Businesses that may buy the leads of a market, and the rent they can pay.',
    reads: REFERENCE,
  },
};

/** What is to be said of an action; of one that this version does not know, nothing is made up. */
export function actionWords(engineId: string, action: string): ActionWords | null {
  return WORDS[`${engineId} ${action}`] ?? null;
}

/** An action's name on its tab. */
export function actionName(action: string): string {
  return humanise(action);
}
