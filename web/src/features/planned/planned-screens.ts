export interface PlannedScreen {
  title: string;
  purpose: string;
  filledBy: string;
}

const DOMINATOR: PlannedScreen = {
  title: 'Dominator Pipeline',
  purpose: 'The revenue pipeline: markets are scanned, scored, built, deployed and followed to the money they bring.',
  filledBy: 'Filled by the local and strategic engines, from payout rates, market sizes and the sites you deploy.',
};

const CONTROL: PlannedScreen = {
  title: 'Domination Control',
  purpose: 'Campaigns with a goal and a budget, their stage, and a stop for everything at once.',
  filledBy: 'Filled by the execution engine, from the campaigns you start and the sites they touch.',
};

const SCREENS: Record<string, PlannedScreen> = {
  '/dominator': DOMINATOR,
  '/dominator/dashboard': DOMINATOR,
  '/domination-control': CONTROL,
  '/domination/dashboard': CONTROL,
  '/dominator/opportunity-discovery': {
    title: 'Opportunity discovery',
    purpose: 'Markets by place and trade, with what a lead pays and how hard the search results are.',
    filledBy: 'Filled by the local engine, from payout rates and places.',
  },
  '/dominator/goldmine-deployment': {
    title: 'Goldmine deployment',
    purpose: 'Choose markets, preview sites and their cost, and deploy them.',
    filledBy: 'Filled by the pipeline, from the markets found by opportunity discovery.',
  },
  '/dominator/analysis': {
    title: 'Dominator analysis',
    purpose: 'What earns: sites by age, tier and trade.',
    filledBy: 'Filled by the ledger of deployed sites.',
  },
  '/dominator/auto-deployment': {
    title: 'Auto deployment',
    purpose: 'Rules that deploy within a budget, with a dry run first.',
    filledBy: 'Filled by the execution engine, from your rules and the scored markets.',
  },
  '/content-generator': {
    title: 'Content generator',
    purpose: 'A brief, an outline and a draft, measured against what the searches ask.',
    filledBy: 'Filled by the content and semantic engines, from your keywords and pages.',
  },
  '/analytics': {
    title: 'Analytics',
    purpose: 'Any metric by any dimension over any range, with the changes you made marked.',
    filledBy: 'Filled by your imports, with a date on every figure.',
  },
  '/quick-rank': {
    title: 'Quick rank',
    purpose: 'One page and one keyword in, a list of fixes by effort and effect out.',
    filledBy: 'Filled by the content engine, from the page itself and its search data.',
  },
  '/quick-rank/wins': {
    title: 'Quick wins',
    purpose: 'Searches one step away from the first results.',
    filledBy: 'Filled by the keyword engine, which finds such searches today: see the keyword finder.',
  },
  '/campaigns/new': {
    title: 'New campaign',
    purpose: 'Goal, targets, budget, review.',
    filledBy: 'Filled by the strategic engine, from the opportunities you choose.',
  },
  '/opportunities/discover': {
    title: 'Opportunities',
    purpose: 'Everything worth doing, by worth against effort.',
    filledBy: 'Filled by all engines; the keyword engine feeds it first.',
  },
  '/opportunities/local': {
    title: 'Local opportunities',
    purpose: 'What is worth doing in one place.',
    filledBy: 'Filled by the local engine.',
  },
  '/opportunities/competitors': {
    title: 'Competitors',
    purpose: 'Who holds the results that you want.',
    filledBy: 'Filled by the competitive engine, from position exports of your rivals.',
  },
};

const ENGINES: Record<string, [title: string, purpose: string]> = {
  competitive: ['Competitive', 'Who ranks where you should, and what they cover that you do not.'],
  semantic: ['Semantic', 'Topics and entities: what your pages cover, and what is missing.'],
  causal: ['Causal', 'What moved the numbers, with the size of the effect and its interval.'],
  patterns: ['Patterns', 'What repeats, by week and by season.'],
  strategic: ['Strategic', 'Which moves to make, in which order.'],
  content: ['Content', 'What a page should say.'],
  predictive: ['Predictive', 'Where a page will rank, as a range.'],
  learning: ['Learning', 'Which advice proved right.'],
  execution: ['Execution', 'What can be done by itself.'],
  local: ['Local', 'Where the local demand is.'],
};

/** What is to be said at an address; null when it names nothing. */
export function plannedScreen(pathname: string): PlannedScreen | null {
  const path = pathname.replace(/\/+$/, '');
  const engine = ENGINES[path.replace('/intelligence/', '')];
  if (path.startsWith('/intelligence/') && engine) {
    const [title, purpose] = engine;
    return {
      title,
      purpose,
      filledBy: 'Filled by the engine of the same name, from the search data of your websites.',
    };
  }
  return SCREENS[path] ?? null;
}
