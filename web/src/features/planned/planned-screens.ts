export interface PlannedScreen {
  title: string;
  purpose: string;
  filledBy: string;
}

const DOMINATOR: PlannedScreen = {
  title: 'Dominator Pipeline',
  purpose: 'The revenue pipeline: scan, score, build and deploy markets, and track their revenue.',
  filledBy: 'Data from the local and strategic engines: payout rates, market sizes and deployed sites.',
};

const CONTROL: PlannedScreen = {
  title: 'Domination Control',
  purpose: 'Campaigns with a goal, a budget, a stage and a kill switch.',
  filledBy: 'Data from the execution engine: your campaigns and their sites.',
};

const SCREENS: Record<string, PlannedScreen> = {
  '/dominator': DOMINATOR,
  '/dominator/dashboard': DOMINATOR,
  '/domination-control': CONTROL,
  '/domination/dashboard': CONTROL,
  '/dominator/opportunity-discovery': {
    title: 'Opportunity discovery',
    purpose: 'Markets by place and trade with payout per lead and ranking difficulty.',
    filledBy: 'Data from the local engine: payout rates and places.',
  },
  '/dominator/goldmine-deployment': {
    title: 'Goldmine deployment',
    purpose: 'Choose markets, preview sites and costs, and deploy them.',
    filledBy: 'Data from opportunity discovery: markets.',
  },
  '/dominator/analysis': {
    title: 'Dominator analysis',
    purpose: 'Revenue by site age, tier and trade.',
    filledBy: 'Data from deployed sites.',
  },
  '/dominator/auto-deployment': {
    title: 'Auto deployment',
    purpose: 'Rules for automatic deployment within a budget, with a dry run.',
    filledBy: 'Data from the execution engine: your rules and scored markets.',
  },
  '/quick-rank': {
    title: 'Quick rank',
    purpose: 'Fixes for one page and one keyword, ranked by effort and impact.',
    filledBy: 'Data from the content engine: the page and its search data.',
  },
  '/campaigns/new': {
    title: 'New campaign',
    purpose: 'Goal, targets, budget and review.',
    filledBy: 'Data from the strategic engine: your chosen opportunities.',
  },
};

/** Returns the text for a path; null for unknown paths. */
export function plannedScreen(pathname: string): PlannedScreen | null {
  return SCREENS[pathname.replace(/\/+$/, '')] ?? null;
}
