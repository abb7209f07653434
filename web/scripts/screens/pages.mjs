/** Every address of the application, by the name of its picture. `:website` stands for the website's id. */

export const PUBLIC_PAGES = {
  landing: '/',
  login: '/login',
  register: '/register',
  'forgot-password': '/forgot-password',
  'reset-password': '/reset-password?token=none',
  'verify-email': '/verify-email',
  'oauth-callback': '/oauth/callback',
  demo: '/demo',
  privacy: '/privacy',
  terms: '/terms',
  contact: '/contact',
};

const ENGINES = [
  'competitive',
  'semantic',
  'causal',
  'patterns',
  'strategic',
  'content',
  'predictive',
  'learning',
  'execution',
  'local',
];

const TABS = ['profile', 'preferences', 'appearance', 'security', 'workspaces', 'api-keys', 'connections', 'data'];

export const PAGES = {
  hub: '/dashboard',
  'keyword-finder': '/keyword-finder',
  'keyword-finder-clusters': '/keyword-finder?view=clusters',
  'keyword-finder-wins': '/keyword-finder?view=wins',
  'keyword-finder-curve': '/keyword-finder?view=curve',
  'quick-rank': '/quick-rank',
  'quick-rank-wins': '/quick-rank/wins',
  ...Object.fromEntries(ENGINES.map((engine) => [`engine-${engine}`, `/intelligence/${engine}`])),
  analytics: '/analytics',
  'opportunities-discover': '/opportunities/discover',
  'opportunities-local': '/opportunities/local',
  'opportunities-competitors': '/opportunities/competitors',
  dominator: '/dominator',
  'dominator-discovery': '/dominator/opportunity-discovery',
  'dominator-deployment': '/dominator/goldmine-deployment',
  'dominator-analysis': '/dominator/analysis',
  'dominator-auto': '/dominator/auto-deployment',
  domination: '/domination/dashboard',
  'content-generator': '/content-generator',
  'campaigns-new': '/campaigns/new',
  projects: '/projects',
  'projects-new': '/projects/new',
  project: '/projects/:website',
  ...Object.fromEntries([...TABS, 'system'].map((tab) => [`settings-${tab}`, `/settings?tab=${tab}`])),
  invite: '/invite?token=none',
  'not-found': '/no/such/page',
};
