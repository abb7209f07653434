import { navigation } from '@/lib/strings';

export interface Place {
  label: string;
  to: string;
  /** Second key after G, for frequent places. */
  key?: string;
}

/** Destinations of the palette and the keyboard. */
export const PLACES: readonly Place[] = [
  { label: navigation.dashboard, to: '/dashboard', key: 'd' },
  { label: 'Keyword finder', to: '/keyword-finder', key: 'k' },
  { label: 'Opportunities', to: '/opportunities/discover', key: 'o' },
  { label: 'Quick wins', to: '/quick-rank/wins', key: 'r' },
  { label: navigation.projects, to: '/projects', key: 'p' },
  { label: 'Analytics', to: '/analytics', key: 'a' },
  { label: 'Crawl', to: '/crawl', key: 'c' },
  { label: 'Rank tracking', to: '/ranks' },
  { label: 'AI answers', to: '/ai-answers' },
  { label: 'Visits', to: '/visits' },
  { label: 'Imported data', to: '/imported' },
  { label: 'Leads', to: '/leads', key: 'l' },
  { label: 'Buyers of leads', to: '/leads?tab=buyers' },
  { label: 'Ledger', to: '/leads?tab=ledger' },
  { label: 'Experiments', to: '/experiments', key: 'e' },
  { label: 'Approvals', to: '/plans', key: 'v' },
  { label: 'Edits of pages', to: '/edits', key: 't' },
  { label: 'Change log', to: '/changes' },
  { label: navigation.settings, to: '/settings', key: 's' },
  { label: navigation.newProject, to: '/projects/new' },
  { label: navigation.dominator, to: '/dominator' },
  { label: navigation.domination, to: '/domination/dashboard' },
  { label: 'Goldmine deployment', to: '/dominator/goldmine-deployment', key: 'g' },
  { label: 'Campaigns', to: '/campaigns', key: 'b' },
  { label: 'New campaign', to: '/campaigns/new' },
  { label: 'Auto deployment', to: '/dominator/auto-deployment' },
  { label: 'Analysis of sites', to: '/dominator/analysis' },
  { label: 'Sites', to: '/dominator/sites', key: 'w' },
  { label: 'Deploy targets', to: '/dominator/targets' },
  { label: 'Operator: who runs your sites', to: '/dominator/operator' },
  { label: 'Causal engine', to: '/intelligence/causal' },
  { label: 'Competitive engine', to: '/intelligence/competitive' },
  { label: 'Pattern engine', to: '/intelligence/patterns' },
  { label: 'Semantic engine', to: '/intelligence/semantic' },
  { label: 'Strategic engine', to: '/intelligence/strategic' },
  { label: 'Content generator', to: '/content-generator' },
  { label: 'Content audit', to: '/content-generator/audit' },
  { label: 'Editorial packs', to: '/packs' },
  { label: 'Content engine', to: '/intelligence/content' },
  { label: 'Local opportunities', to: '/opportunities/local' },
  { label: 'Opportunity discovery', to: '/dominator/opportunity-discovery' },
  { label: 'Market data', to: '/market-data', key: 'm' },
  { label: 'Competitors', to: '/opportunities/competitors' },
  { label: 'Quick rank', to: '/quick-rank' },
  { label: 'Settings: appearance and themes', to: '/settings?tab=appearance' },
  { label: 'Settings: security and sessions', to: '/settings?tab=security' },
  { label: 'Settings: workspaces', to: '/settings?tab=workspaces' },
  { label: 'Settings: API keys', to: '/settings?tab=api-keys' },
  { label: 'Settings: connections', to: '/settings?tab=connections' },
  { label: 'Settings: live updates', to: '/settings?tab=live' },
  { label: 'Settings: system', to: '/settings?tab=system' },
];
