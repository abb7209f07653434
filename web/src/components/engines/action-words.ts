import { humanise } from '@/lib/words';

export interface ActionWords {
  /** What it answers, in one sentence. */
  answers: string;
  /** What it reads of the website, or that it needs the user's own figures. */
  reads: string;
}

const DAYS = 'Daily clicks of the website, from a Search Console export with days.';
const PAGES = 'Pages of the website and of those who rank, from a crawl or a Screaming Frog export.';
const SERPS = 'Result pages that were imported for the website.';
const OPEN = 'The open opportunities of the website.';
const REFERENCE =
  'Reference data that comes with the product; over it your imported rate cards, and result pages of searches that name a trade and a place.';
const SEARCHES = 'Searches of the website, from a Search Console export.';
const YOURS = 'Nothing of the website: give it below.';

const WORDS: Record<string, ActionWords> = {
  'keyword analyse': {
    answers: 'Intents, clusters, quick wins and worth of all searches.',
    reads: `${SEARCHES} And the imported result pages of those searches. The keyword finder shows them row by row.`,
  },
  'keyword wins': { answers: 'The quick wins alone, with what each brings.', reads: SEARCHES },
  'keyword expand': {
    answers: 'Searches that people may type for what you offer, without those that are known.',
    reads: 'What you offer, given below, and the searches of the imported result pages.',
  },
  'keyword keyphrases': { answers: 'The phrases that a text is about, best first.', reads: YOURS },
  'keyword cluster': {
    answers: 'Groups of searches or other short texts that belong together.',
    reads: `${SEARCHES} Or the texts that you give below.`,
  },
  'competitive share': { answers: 'Each site\u2019s share of the clicks, and what each rival takes.', reads: SERPS },
  'competitive discover': {
    answers: 'Sites that stand where you stand, and how restless the results are.',
    reads: SERPS,
  },
  'competitive gap': { answers: 'Searches that rivals win and you do not.', reads: SERPS },
  'competitive explain': { answers: 'How strong each site is, and what goes with a higher place.', reads: SERPS },
  'semantic coverage': { answers: 'What the pages that win a search say and yours does not.', reads: PAGES },
  'semantic overlap': {
    answers: 'Pages of the site that say the same; with a sentence model also those about the same in other words.',
    reads: PAGES,
  },
  'semantic links': { answers: 'How links pass weight, pages nobody links to, and links to add.', reads: PAGES },
  'semantic brief': { answers: 'What a page for a search should hold, and what no winner says.', reads: PAGES },
  'semantic similarity': { answers: 'How alike two texts mean.', reads: YOURS },
  'causal impact': {
    answers: 'What one change did, against what would have happened without it.',
    reads: `${DAYS} And the changes that were noted.`,
  },
  'causal power': {
    answers: 'The smallest effect that could be seen, and how long it takes to see a given one.',
    reads: DAYS,
  },
  'causal experiment': {
    answers: 'Splits pages at random before a change, or reads the outcome after it.',
    reads: 'Daily clicks of each page, from a bulk export.',
  },
  'causal discover': { answers: 'Which variable drives which, as far as observation can tell.', reads: YOURS },
  'causal treatment': { answers: 'What a treatment did, when it was not drawn at random.', reads: YOURS },
  'pattern change-points': { answers: 'When the level or the slope changed.', reads: DAYS },
  'pattern decompose': { answers: 'Trend, season and remainder.', reads: DAYS },
  'pattern anomalies': { answers: 'Days that fit neither trend nor season.', reads: DAYS },
  'pattern attribute': {
    answers: 'Which pages, searches, devices or countries explain a change.',
    reads: 'Daily clicks by page and search, from a bulk export: the last four weeks beside those before.',
  },
  'pattern rules': {
    answers: 'What goes together more often than chance.',
    reads: `${PAGES} And whether the clicks of each page rose or fell.`,
  },
  'strategic portfolio': { answers: 'The bets worth most for the money and hours there are.', reads: OPEN },
  'strategic scenarios': { answers: 'Which bets are right whether things go badly or well.', reads: OPEN },
  'strategic roadmap': { answers: 'The best bets week by week, and when to stop each.', reads: OPEN },
  'content brief': {
    answers: 'What a page should hold, which facts fill it and which are missing.',
    reads: 'The search and the facts, given below, and the imported pages of those who rank for that search.',
  },
  'content compose': { answers: 'A page written from facts, every sentence with its facts.', reads: YOURS },
  'content score': { answers: 'What keeps a page from being published.', reads: YOURS },
  'content revise': { answers: 'The page with what facts can mend mended, and what is left.', reads: YOURS },
  'predictive forecast': { answers: 'Clicks and impressions day by day, with how sure that is.', reads: DAYS },
  'predictive ranking': {
    answers: 'Where keywords will rank, and when.',
    reads: 'Rank history, from a rank tracker\u2019s export.',
  },
  'predictive scenarios': {
    answers: 'Clicks, leads and money by month: pessimistic, realistic, optimistic.',
    reads: DAYS,
  },
  'learning report': {
    answers: 'How good the forecasts and findings were, and what was believed wrongly.',
    reads: 'The ledger of forecasts and what came of them.',
  },
  'learning calibrate': { answers: 'Probabilities, corrected by what came of earlier ones.', reads: YOURS },
  'learning bandit': {
    answers: 'Which of several actions to take next, learned from what earlier ones brought.',
    reads: YOURS,
  },
  'learning curves': {
    answers: 'Click curves and conversion rates of your own sites.',
    reads: 'Clicks by position of all searches but those for the brand, from the keyword engine\u2019s tables.',
  },
  'execution plan': {
    answers: 'An ordered, checked plan with a preview, checks and the way back of each step.',
    reads: YOURS,
  },
  'execution apply': { answers: 'The next steps of a plan, from what became of it so far.', reads: YOURS },
  'execution verify': { answers: 'Whether what was seen after a step is what must hold.', reads: YOURS },
  'execution undo': { answers: 'The inverse of what was done, last step first.', reads: YOURS },
  'local scan': {
    answers: 'The best markets of all, whole regions to own, and where they lie close together.',
    reads: REFERENCE,
  },
  'local score': { answers: 'Markets with every factor of their score.', reads: REFERENCE },
  'local explain': { answers: 'One market, opened: every factor, its source, and the arithmetic.', reads: REFERENCE },
  'local tenants': {
    answers: 'Which businesses may pay for the leads of a market, and what rent they bear.',
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
