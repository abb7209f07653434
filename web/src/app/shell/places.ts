import { navigation } from '@/lib/strings';

export interface Place {
  label: string;
  to: string;
  /** Second key after G, for frequent places. */
  key?: string;
}

export interface PlaceGroup {
  title: string;
  places: readonly Place[];
}

/** Pages by subject, for the menu of all pages and the palette. */
export const PLACE_GROUPS: readonly PlaceGroup[] = [
  {
    title: 'Research',
    places: [
      { label: 'Keyword finder', to: '/keyword-finder', key: 'k' },
      { label: 'Opportunities', to: '/opportunities/discover', key: 'o' },
      { label: 'Local opportunities', to: '/opportunities/local' },
      { label: 'Competitors', to: '/opportunities/competitors' },
      { label: 'Quick rank', to: '/quick-rank' },
      { label: 'Quick wins', to: '/quick-rank/wins', key: 'r' },
      { label: 'Market data', to: '/market-data', key: 'm' },
    ],
  },
  {
    title: 'Measurement',
    places: [
      { label: 'Analytics', to: '/analytics', key: 'a' },
      { label: 'Rank tracking', to: '/ranks' },
      { label: 'AI answers', to: '/ai-answers' },
      { label: 'Crawl', to: '/crawl', key: 'c' },
      { label: 'Visits', to: '/visits' },
      { label: 'Imported data', to: '/imported' },
      { label: 'Reports', to: '/reports' },
    ],
  },
  {
    title: 'Content and changes',
    places: [
      { label: 'Content generator', to: '/content-generator' },
      { label: 'Content audit', to: '/content-generator/audit' },
      { label: 'Editorial packs', to: '/packs' },
      { label: 'Edits of pages', to: '/edits', key: 't' },
      { label: 'Approvals', to: '/plans', key: 'v' },
      { label: 'Change log', to: '/changes' },
      { label: 'Experiments', to: '/experiments', key: 'e' },
    ],
  },
  {
    title: 'Sites and revenue',
    places: [
      { label: 'Opportunity discovery', to: '/dominator/opportunity-discovery' },
      { label: 'Goldmine deployment', to: '/dominator/goldmine-deployment', key: 'g' },
      { label: 'Campaigns', to: '/campaigns', key: 'b' },
      { label: 'Auto deployment', to: '/dominator/auto-deployment' },
      { label: 'Sites', to: '/dominator/sites', key: 'w' },
      { label: 'Deploy targets', to: '/dominator/targets' },
      { label: 'Operator: who runs your sites', to: '/dominator/operator' },
      { label: 'Leads', to: '/leads', key: 'l' },
      { label: 'Revenue and ledger', to: '/leads?tab=ledger' },
      { label: 'Analysis of sites', to: '/dominator/analysis' },
    ],
  },
  {
    title: 'Engines',
    places: [
      { label: 'Keyword engine', to: '/intelligence/keyword' },
      { label: 'Competitive engine', to: '/intelligence/competitive' },
      { label: 'Semantic engine', to: '/intelligence/semantic' },
      { label: 'Causal engine', to: '/intelligence/causal' },
      { label: 'Pattern engine', to: '/intelligence/patterns' },
      { label: 'Strategic engine', to: '/intelligence/strategic' },
      { label: 'Content engine', to: '/intelligence/content' },
      { label: 'Predictive engine', to: '/intelligence/predictive' },
      { label: 'Learning engine', to: '/intelligence/learning' },
      { label: 'Execution engine', to: '/intelligence/execution' },
      { label: 'Local engine', to: '/intelligence/local' },
    ],
  },
];

/** Pages that have an entry of their own in the bar. */
const MAIN: readonly Place[] = [
  { label: navigation.dashboard, to: '/dashboard', key: 'd' },
  { label: navigation.dominator, to: '/dominator' },
  { label: navigation.domination, to: '/domination/dashboard' },
  { label: navigation.projects, to: '/projects', key: 'p' },
  { label: navigation.newProject, to: '/projects/new' },
  { label: navigation.settings, to: '/settings', key: 's' },
  { label: 'Help', to: '/help', key: 'h' },
];

/** Parts of pages, which only the palette lists. */
const PARTS: readonly Place[] = [
  { label: 'Glossary', to: '/help/glossary' },
  { label: 'New campaign', to: '/campaigns/new' },
  { label: 'Buyers of leads', to: '/leads?tab=buyers' },
  { label: 'Forms and calls', to: '/leads?tab=sources' },
  { label: 'Rentals', to: '/leads?tab=rentals' },
  { label: 'Invoices', to: '/leads?tab=invoices' },
  { label: 'Settings: profile', to: '/settings?tab=profile' },
  { label: 'Settings: preferences', to: '/settings?tab=preferences' },
  { label: 'Settings: notifications', to: '/settings?tab=notifications' },
  { label: 'Settings: appearance and themes', to: '/settings?tab=appearance' },
  { label: 'Settings: security and sessions', to: '/settings?tab=security' },
  { label: 'Settings: workspaces', to: '/settings?tab=workspaces' },
  { label: 'Settings: API keys', to: '/settings?tab=api-keys' },
  { label: 'Settings: connections', to: '/settings?tab=connections' },
  { label: 'Settings: schedules', to: '/settings?tab=schedules' },
  { label: 'Settings: webhooks', to: '/settings?tab=webhooks' },
  { label: 'Settings: live updates', to: '/settings?tab=live' },
  { label: 'Settings: data', to: '/settings?tab=data' },
  { label: 'Settings: system', to: '/settings?tab=system' },
];

/** Destinations of the palette and the keyboard. */
export const PLACES: readonly Place[] = [...MAIN, ...PLACE_GROUPS.flatMap(({ places }) => places), ...PARTS];
