export interface PlannedScreen {
  title: string;
  purpose: string;
  filledBy: string;
}

const SCREENS: Record<string, PlannedScreen> = {
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
