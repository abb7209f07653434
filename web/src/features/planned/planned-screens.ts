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
  '/quick-rank': {
    title: 'Quick rank',
    purpose: 'One page and one keyword in, a list of fixes by effort and effect out.',
    filledBy: 'Filled by the content engine, from the page itself and its search data.',
  },
  '/campaigns/new': {
    title: 'New campaign',
    purpose: 'Goal, targets, budget, review.',
    filledBy: 'Filled by the strategic engine, from the opportunities you choose.',
  },
};

/** What is to be said at an address; null when it names nothing. */
export function plannedScreen(pathname: string): PlannedScreen | null {
  return SCREENS[pathname.replace(/\/+$/, '')] ?? null;
}
