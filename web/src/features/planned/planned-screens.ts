export interface PlannedScreen {
  title: string;
  purpose: string;
  filledBy: string;
}

const CONTROL: PlannedScreen = {
  title: 'Domination Control',
  purpose: 'Campaigns with a goal, a budget, a stage and a kill switch.',
  filledBy: 'Data from the execution engine: your campaigns and their sites.',
};

const SCREENS: Record<string, PlannedScreen> = {
  '/domination-control': CONTROL,
  '/domination/dashboard': CONTROL,
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
