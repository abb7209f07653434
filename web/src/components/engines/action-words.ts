export interface ActionWords {
  /** Question that it answers, in one sentence. */
  answers: string;
  /** Data of the website that it reads, or that it requires the user's own data. */
  reads: string;
}

const DAYS = 'Daily clicks of the website, from Chart.csv or Dates.csv of a Search Console export.';
const PAGES = 'Pages of the website and of ranking competitors, from a crawl or a Screaming Frog export.';
const SERPS = 'Imported SERPs of the website.';
const OPEN = 'The open opportunities of the website.';
const REFERENCE =
  'Built-in reference data, overridden by your imported rate cards and by SERPs of queries that name a trade and a place.';
const QUERIES =
  'Queries of the website, from Search Console; from Bing Webmaster Tools if there are none of Search Console.';
const ANSWERS = 'AI answers to your tracked prompts, of the last 28 days.';
const INPUT = 'Only the input below.';

/** Actions by the data that they read, each with its question. */
const GROUPS: readonly { reads: string; answers: Record<string, string> }[] = [
  {
    reads: `${QUERIES} Also their imported SERPs. The keyword finder shows the results row by row.`,
    answers: {
      'keyword analyse': 'Intents, clusters, quick wins and value of all keywords.',
    },
  },
  {
    reads: QUERIES,
    answers: {
      'keyword wins': 'Only the quick wins, with the value of each.',
    },
  },
  {
    reads: 'What you offer, entered below, and the queries of imported SERPs.',
    answers: {
      'keyword expand': 'New keyword ideas for what you offer, without known queries.',
    },
  },
  {
    reads: INPUT,
    answers: {
      'keyword keyphrases': 'The key phrases of a text, best first.',
      'semantic similarity': 'Semantic similarity of two texts.',
      'causal discover': 'Which variables cause which, as far as observational data can show.',
      'causal treatment': 'Effect of a treatment that was not randomized.',
      'content compose': 'A draft from facts, with the facts behind every sentence.',
      'content score': 'Findings that block publication of a page.',
      'content revise': 'The draft with fixable findings fixed, and the remaining ones.',
      'learning calibrate': 'Probabilities calibrated with earlier outcomes.',
      'learning bandit': 'The next action to choose, learned from earlier rewards.',
      'execution plan': 'An ordered plan with a preview, checks and undo information for each step.',
      'execution apply': 'The next steps of a plan, from its state so far.',
      'execution verify': 'Checks whether the observations after a step meet its conditions.',
      'execution undo': 'The steps that undo a plan, in reverse order.',
    },
  },
  {
    reads: `${QUERIES} Or the texts entered below.`,
    answers: {
      'keyword cluster': 'Groups of related keywords or other short texts.',
    },
  },
  {
    reads: SERPS,
    answers: {
      'competitive share': 'Share of clicks per site, and the clicks that each competitor gets.',
      'competitive discover': 'Sites that rank for the same queries, and how volatile the results are.',
      'competitive gap': 'Queries where competitors rank and you do not.',
      'competitive explain': 'Strength of each site, and the factors of a higher position.',
    },
  },
  {
    reads: `${ANSWERS} Also imported SERPs.`,
    answers: {
      'competitive answers': 'Which sites AI answers cite and mention, compared with their share of the clicks.',
    },
  },
  {
    reads: 'Imported or fetched backlinks of the website and its rivals, and the latest crawl.',
    answers: {
      'competitive links': 'Broken pages with backlinks, referring domains compared with rivals, and the link gap.',
    },
  },
  {
    reads: `${ANSWERS} Also a crawl of the website.`,
    answers: {
      'semantic prompts': 'Tracked prompts that no page of yours covers, and the pages that answers cite.',
    },
  },
  {
    reads: 'AI answers of the last 400 days, and the change log.',
    answers: {
      'causal citations': 'Effect of one change on the share of AI answers that cite you.',
    },
  },
  {
    reads: PAGES,
    answers: {
      'semantic coverage': 'Topics that top-ranking pages cover and yours does not.',
      'semantic overlap': 'Near-duplicate pages; with a sentence model also pages with the same topic in other words.',
      'semantic links': 'Internal PageRank, orphan pages, and links to add.',
      'semantic brief': 'What a page for a query should cover, and what no top page covers.',
    },
  },
  {
    reads: `${DAYS} Also the change log.`,
    answers: {
      'causal impact': 'Effect of one change, compared with an estimate without it.',
    },
  },
  {
    reads: DAYS,
    answers: {
      'causal power': 'Power analysis: the minimum detectable effect, and the days needed to detect a given one.',
      'pattern change-points': 'Dates when the level or slope changed.',
      'pattern decompose': 'Trend, seasonality and remainder.',
      'pattern anomalies': 'Days that fit neither trend nor seasonality.',
      'predictive forecast': 'Daily forecast of clicks and impressions with intervals.',
      'predictive scenarios': 'Monthly clicks, leads and revenue: pessimistic, realistic, optimistic.',
    },
  },
  {
    reads: 'Daily clicks of each page, from a bulk export.',
    answers: {
      'causal experiment': 'Randomizes pages before a change, or evaluates the outcome after it.',
    },
  },
  {
    reads: 'Daily clicks by page and query, from a bulk export: the last four weeks compared with the previous four.',
    answers: {
      'pattern attribute': 'Which pages, queries, devices or countries explain a change.',
    },
  },
  {
    reads: `${PAGES} Also whether the clicks of each page rose or fell.`,
    answers: {
      'pattern rules': 'Properties that occur together more often than by chance.',
    },
  },
  {
    reads: OPEN,
    answers: {
      'strategic portfolio': 'The most valuable set of opportunities within your budget and hours.',
      'strategic scenarios': 'Which opportunities pay off in all scenarios.',
      'strategic roadmap': 'A weekly plan of the best opportunities, with stop dates.',
    },
  },
  {
    reads: 'The query and the facts entered below, and the imported pages that rank for the query.',
    answers: {
      'content brief': 'Outline of a page, the facts it uses and the facts that are missing.',
    },
  },
  {
    reads: 'The pages of the latest crawl, and queries by page.',
    answers: {
      'content audit': 'What each page of a website needs: additions, cuts, merges, redirects.',
    },
  },
  {
    reads: 'Rank history, from a rank tracker\u2019s export.',
    answers: {
      'predictive ranking': 'Forecast of keyword positions.',
    },
  },
  {
    reads: 'The forecast history with outcomes.',
    answers: {
      'learning report': 'Accuracy of forecasts and findings, and assumptions that were wrong.',
    },
  },
  {
    reads: 'Clicks by position of all non-brand queries, from the results of the keyword engine.',
    answers: {
      'learning curves': 'CTR curves and conversion rates of your own sites.',
    },
  },
  {
    reads: REFERENCE,
    answers: {
      'local scan': 'The best markets, regions and geographic clusters.',
      'local score': 'Markets with all factors of their score.',
      'local explain': 'One market in detail: every factor, its source and the calculation.',
      'local tenants': 'Businesses that may buy the leads of a market, and the rent they can pay.',
    },
  },
];

const WORDS = new Map(
  GROUPS.flatMap(({ reads, answers }) =>
    Object.entries(answers).map(([action, answer]): [string, ActionWords] => [action, { answers: answer, reads }]),
  ),
);

/** Engine and name of every action that this version knows. */
export function actionKeys(): [engineId: string, action: string][] {
  return [...WORDS.keys()].map((key) => {
    const [engineId = '', action = ''] = key.split(' ');
    return [engineId, action];
  });
}

/** Returns the texts of an action, or null for an action that this version does not know. */
export function actionWords(engineId: string, action: string): ActionWords | null {
  return WORDS.get(`${engineId} ${action}`) ?? null;
}
