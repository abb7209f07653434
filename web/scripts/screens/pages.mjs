/**
 * All paths of the application by the name of their screenshot; `:websiteId` and similar parameters are filled with ids
 * from `furnish`. An entry with interaction is a pair of the path and the interaction.
 */

import { PASSWORD } from './account.mjs';

const press =
  (name, role = 'button') =>
  (page) =>
    page.getByRole(role, { name }).first().click();

export const PUBLIC_PAGES = {
  landing: '/',
  login: '/login',
  register: '/register',
  'forgot-password': '/forgot-password',
  'reset-password': '/reset-password?token=none',
  'verify-email': '/verify-email',
  'undo-email-change': '/undo-email-change?token=none',
  'oauth-callback': '/oauth/callback',
  demo: '/demo',
  'demo-accuracy': '/demo/accuracy',
  privacy: '/privacy',
  terms: '/terms',
  contact: '/contact',
};

const ENGINES = [
  'keyword',
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

const SITE_TABS = ['pages', 'releases', 'settings'];
const LEAD_TABS = ['leads', 'sources', 'buyers', 'rentals', 'invoices', 'ledger'];

/** Parts of the administrators' tab. */
const SECTIONS = ['users', 'audit', 'outbox'];

const TABS = [
  'profile',
  'preferences',
  'notifications',
  'appearance',
  'security',
  'workspaces',
  'api-keys',
  'connections',
  'schedules',
  'webhooks',
  'data',
];

export const PAGES = {
  hub: '/dashboard',
  'keyword-finder': '/keyword-finder',
  'keyword-finder-clusters': '/keyword-finder?view=clusters',
  'keyword-finder-wins': '/keyword-finder?view=wins',
  'keyword-finder-curve': '/keyword-finder?view=curve',
  'quick-rank': '/quick-rank',
  'quick-rank-audit': '/quick-rank?audit=:auditId',
  'quick-rank-wins': '/quick-rank/wins',
  ...Object.fromEntries(ENGINES.map((engine) => [`engine-${engine}`, `/intelligence/${engine}`])),
  analytics: '/analytics',
  crawl: '/crawl',
  visits: '/visits',
  'visits-sources': '/visits?by=sources',
  'visits-set-up': ['/visits', (page) => page.getByText('Set-up', { exact: true }).click()],
  'opportunities-discover': '/opportunities/discover',
  'opportunities-local': '/opportunities/local',
  'opportunities-competitors': '/opportunities/competitors',
  dominator: '/dominator',
  'dominator-discovery': '/dominator/opportunity-discovery',
  'dominator-deployment': '/dominator/goldmine-deployment',
  'dominator-sites': '/dominator/sites',
  'dominator-site': '/dominator/sites/:siteId',
  'dominator-site-waiting': '/dominator/sites/:waitingSiteId',
  ...Object.fromEntries(SITE_TABS.map((tab) => [`dominator-site-${tab}`, `/dominator/sites/:siteId?tab=${tab}`])),
  'dominator-targets': '/dominator/targets',
  'dominator-target-new': ['/dominator/targets', press('Add target')],
  'dominator-operator': '/dominator/operator',
  'domination-batch': ['/domination/dashboard', press('Deploy a batch')],
  'dominator-analysis': '/dominator/analysis',
  'dominator-auto': '/dominator/auto-deployment',
  domination: '/domination/dashboard',
  'content-generator': '/content-generator',
  'content-audit': '/content-generator/audit',
  packs: '/packs',
  pack: '/packs/en/plumbing',
  imported: '/imported',
  ranks: '/ranks',
  'ai-answers': '/ai-answers',
  'dominator-market': '/dominator/markets/plumbing/4553433',
  'market-data': '/market-data',
  campaigns: '/campaigns',
  'campaigns-new': '/campaigns/new',
  'campaigns-new-targets': '/campaigns/new?step=targets',
  'campaigns-new-budget': '/campaigns/new?step=budget',
  campaign: '/campaigns/:campaignId',
  'campaign-draft': '/campaigns/:draftCampaignId',
  'campaign-edit': '/campaigns/:draftCampaignId/edit',
  'campaign-edit-review': '/campaigns/:draftCampaignId/edit?step=review',
  ...Object.fromEntries(LEAD_TABS.map((tab) => [`leads-${tab}`, `/leads?tab=${tab}`])),
  projects: '/projects',
  'projects-new': '/projects/new',
  project: '/projects/:websiteId',
  'project-settings': '/projects/:websiteId?tab=settings',
  experiments: '/experiments',
  'experiments-new': '/experiments?new=1',
  experiment: '/experiments/:experimentId',
  plans: '/plans',
  plan: '/plans/:planId',
  'plan-done': '/plans/:donePlanId',
  changes: '/changes',
  'changes-new': ['/changes', press('Add change')],
  'engine-compare': '/intelligence/patterns?run=:runId&compare=:otherRunId',
  'engine-strategic-roadmap': '/intelligence/strategic?action=roadmap',
  'engine-content-brief': '/intelligence/content?action=brief',
  'engine-new-version': ['/intelligence/predictive?panel=versions', press('New challenger')],
  'engine-method': ['/intelligence/causal', press('Method card')],
  'keyword-drawer': ['/keyword-finder', (page) => page.locator('[data-row="0"]').click()],
  'keyword-run': '/keyword-finder?panel=run',
  'keyword-import': '/keyword-finder?panel=import',
  ...Object.fromEntries([...TABS, 'system'].map((tab) => [`settings-${tab}`, `/settings?tab=${tab}`])),
  ...Object.fromEntries(SECTIONS.map((part) => [`settings-system-${part}`, `/settings?tab=system&section=${part}`])),
  'settings-theme-editor': ['/settings?tab=appearance', press('Random theme')],
  'settings-second-factor': ['/settings?tab=security', secondFactor],
  'settings-recovery-codes': ['/settings?tab=security', recoveryCodes],
  help: '/help',
  'help-chapter': '/help/ranks',
  'help-glossary': '/help/glossary',
  'help-method': '/help/engines/causal',
  invite: '/invite?token=none',
  palette: ['/dashboard', palette],
  'all-pages': ['/dashboard', press(/^(Open navigation|All pages)$/)],
  'engine-parameters': ['/intelligence/local', press('Parameters')],
  'shortcut-sheet': ['/dashboard', (page) => page.keyboard.press('?')],
  inbox: ['/dashboard', inbox],
  'user-menu': ['/dashboard', press(/Ada North/)],
  'not-found': '/no/such/page',
};

/** Pages as seen by a new user. */
export const FIRST_PAGES = {
  onboarding: '/onboarding',
  'onboarding-import': '/onboarding?step=import',
};

/** As they are without any data. */
export const EMPTY_PAGES = Object.fromEntries(
  [
    'hub',
    'keyword-finder',
    'engine-causal',
    'analytics',
    'crawl',
    'visits',
    'quick-rank',
    'dominator',
    'dominator-analysis',
    'dominator-auto',
    'dominator-sites',
    'dominator-targets',
    'domination',
    'campaigns',
    'leads-leads',
    'leads-ledger',
    'content-generator',
    'opportunities-discover',
    'projects',
    'experiments',
    'plans',
    'settings-schedules',
    'settings-webhooks',
  ].map((name) => [`empty-${name}`, PAGES[name]]),
);

/** Opens the palette, whose code loads at its first use. */
async function palette(page) {
  await page.getByRole('button', { name: 'Command palette' }).click();
  await page.getByRole('combobox', { name: 'Command' }).waitFor();
}

/** Opens the notifications, whose list loads when they are opened. */
async function inbox(page) {
  await press(/^Notifications/)(page);
  await page.getByLabel('Kind').waitFor();
}

/** Opens two-factor setup up to the code, which requires an authenticator app. */
async function secondFactor(page) {
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('Password', { exact: true }).last().fill(PASSWORD);
  await page.getByRole('button', { name: 'Set up' }).last().click();
  await page.getByLabel('Authenticator code').waitFor();
}

/** Shows recovery codes with a mocked response, so that the account does not require a code afterwards. */
async function recoveryCodes(page) {
  const recoveryCodes = Array.from({ length: 10 }, (_, index) => `K7QF-${2000 + index * 733}-PM4X`);
  await page.route('**/api/auth/mfa/confirm', (route) => route.fulfill({ json: { success: true, recoveryCodes } }));
  await secondFactor(page);
  await page.getByLabel('Authenticator code').fill('123456');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
}
