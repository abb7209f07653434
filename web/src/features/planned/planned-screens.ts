export interface PlannedScreen {
  title: string;
  purpose: string;
  filledBy: string;
}

const SCREENS: Record<string, PlannedScreen> = {
  '/quick-rank': {
    title: 'Quick rank',
    purpose: 'Fixes for one page and one keyword, ranked by effort and impact.',
    filledBy: 'Data from the content engine: the page and its search data.',
  },
};

/** Returns the text for a path; null for unknown paths. */
export function plannedScreen(pathname: string): PlannedScreen | null {
  return SCREENS[pathname.replace(/\/+$/, '')] ?? null;
}
