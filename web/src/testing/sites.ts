import { HttpResponse } from 'msw';
import type { DeployTarget } from '@/api/deploy-targets';
import type { Deployment } from '@/api/deployments';
import type {
  ComingPage,
  GateCheck,
  GateFinding,
  ListedRelease,
  PageLeftOut,
  Release,
  Site,
  SiteDomain,
  SiteGrowth,
  SiteOperator,
  SitePage,
} from '@/api/sites';
import { http, ok } from './http';

/** Sites and deployments as sent by the server, for tests. */

export const aSite = (change: Partial<Site> = {}): Site => ({
  id: 's1',
  name: 'Tulsa Plumbing Guide',
  url: 'http://tulsa-plumbing.sites.localhost:3000',
  slug: 'tulsa-plumbing',
  kind: 'goldmine',
  status: 'waiting',
  theme: 'harbor',
  vertical: 'plumbing',
  verticalName: 'Plumbing',
  places: [{ id: '4553433', name: 'Tulsa, OK' }],
  pages: 9,
  growth: null,
  phone: null,
  phoneIsOwned: false,
  phoneIsRecorded: false,
  targetId: null,
  domains: [],
  unverifiedDomains: [],
  domainChecks: [],
  hasForm: true,
  previewUrl: '/preview/key3/',
  liveRelease: null,
  latestRelease: {
    id: 'r3',
    number: 3,
    isBlocked: false,
    approvedAt: null,
    createdAt: '2026-11-24T10:00:00Z',
  },
  runId: null,
  lastError: null,
  deploymentId: 'd1',
  currentRevenueCents: 0,
  currency: 'USD',
  leads: 0,
  createdAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-24T10:00:00Z',
  ...change,
});

/** Growth of a site that is live. */
export const aGrowth = (change: Partial<SiteGrowth> = {}): SiteGrowth => ({
  status: 'growing',
  livePages: 45,
  plannedPages: 120,
  laterPages: 75,
  pagesPerDay: 10,
  isPaused: false,
  nextAt: '2026-11-25T06:00:00Z',
  detail: null,
  ...change,
});

/** A domain that no DNS record has proved. */
export const aDomain = (change: Partial<SiteDomain> = {}): SiteDomain => ({
  host: 'www.tulsa.example',
  isVerified: false,
  verifiedAt: null,
  proof: null,
  checkedAt: '2026-11-24T10:00:00Z',
  problem: null,
  records: [
    { kind: 'CNAME', name: 'www.tulsa.example', value: 'tulsa-plumbing.sites.localhost' },
    { kind: 'TXT', name: '_motherlode.www.tulsa.example', value: 'motherlode-site=token' },
  ],
  advice: 'Point www.tulsa.example to tulsa-plumbing.sites.localhost with a CNAME record.',
  ...change,
});

export const aSitePage = (change: Partial<SitePage> = {}): SitePage => ({
  path: '/',
  kind: 'home',
  label: 'Home',
  title: 'Plumbing in Tulsa: whom to call and what it costs',
  words: 640,
  place: 'Tulsa, OK',
  isOwn: false,
  documentId: 'doc1',
  updatedAt: '2026-11-24T10:00:00Z',
  ...change,
});

export const aRelease = (change: Partial<ListedRelease> = {}): ListedRelease => ({
  id: 'r3',
  siteId: 's1',
  number: 3,
  isBlocked: false,
  pages: 9,
  previewUrl: '/preview/key3/',
  needsReview: false,
  review: null,
  approvedBy: null,
  approvedAt: null,
  deployedAt: null,
  url: null,
  createdAt: '2026-11-24T10:00:00Z',
  ...change,
});

export const aCheck = (change: Partial<GateCheck> = {}): GateCheck => ({
  id: 'G14',
  name: 'indexability',
  title: 'Search engines can index the pages',
  level: 'block',
  status: 'passed',
  measured: '9 of 9 pages',
  ...change,
});

export const aFinding = (change: Partial<GateFinding> = {}): GateFinding => ({
  check: 'G07',
  level: 'warn',
  page: '/cost/',
  detail: 'The main text has 212 words.',
  fix: 'Write at least 250 words, or add a table of prices.',
  ...change,
});

/** A release that passed the gate with two warnings. */
export const aFullRelease = (change: Partial<Release> = {}): Release => ({
  ...aRelease(),
  gate: {
    passes: true,
    checks: [
      aCheck({
        id: 'G07',
        name: 'thin',
        title: 'Pages say enough',
        level: 'warn',
        status: 'warned',
        measured: '212 words',
      }),
      aCheck(),
      aCheck({
        id: 'G20',
        name: 'ymyl',
        title: 'Regulated trades are reviewed',
        status: 'notApplicable',
        measured: '',
      }),
      aCheck({ id: 'G24', name: 'human-approval', title: 'A person approves', status: 'waiting', measured: '' }),
    ],
    findings: [aFinding(), aFinding({ page: '/', detail: 'The title has 71 characters.', fix: 'Shorten it to 60.' })],
    review: null,
  },
  files: [
    { path: 'index.html', sha256: 'a'.repeat(64), size: 18_400, contentType: 'text/html; charset=utf-8' },
    { path: 'assets/site.css', sha256: 'b'.repeat(64), size: 9_800, contentType: 'text/css' },
  ],
  ...change,
});

export const aDeployment = (change: Partial<Deployment> = {}): Deployment => ({
  id: 'd1',
  name: 'Oklahoma, first round',
  kind: 'goldmines',
  status: 'waiting',
  progress: 50,
  sitesPlanned: 3,
  sitesBuilt: 3,
  sitesWaiting: 2,
  sitesDeployed: 0,
  errorCount: 0,
  errors: [],
  reviewsNeeded: [],
  waitingVersion: '9f86d081884c7d65',
  runId: null,
  approvedBy: null,
  approvedAt: null,
  startedAt: '2026-11-24T09:00:00Z',
  finishedAt: null,
  ...change,
});

export const aTarget = (change: Partial<DeployTarget> = {}): DeployTarget => ({
  id: 't1',
  kind: 's3',
  name: 'R2 bucket',
  settings: { region: 'auto', bucket: 'sites', prefix: '{site}', pathStyle: true, keep: 5 },
  hasSecrets: true,
  sites: 2,
  createdAt: '2026-11-20T10:00:00Z',
  ...change,
});

export const anOperator = (change: Partial<SiteOperator> = {}): SiteOperator => ({
  legalName: 'North Leads LLC',
  brandName: '',
  email: 'hello@north.example',
  phone: '',
  postalAddress: '1 Main Street\nTulsa, OK 74103',
  state: 'OK',
  country: 'US',
  privacyEmail: 'privacy@north.example',
  reviewerName: '',
  reviewerCredentials: '',
  updatedAt: '2026-11-20T10:00:00Z',
  ...change,
});

/** Caps of the installation. */
export const LIMITS = { newSitesPerDay: 3, pagesAtLaunch: 45, newPagesPerDay: 10 };

const OFF = { isOn: false, reason: '', changedBy: null, changedAt: null };

export interface SiteWorld {
  isStopped: boolean;
  sites: Site[];
  pages: SitePage[];
  leftOut: PageLeftOut[];
  comingPages: ComingPage[];
  releases: ListedRelease[];
  release: Release;
  deployments: Deployment[];
  targets: DeployTarget[];
  operator: SiteOperator;
  missing: string[];
}

export function aSiteWorld(change: Partial<SiteWorld> = {}): SiteWorld {
  return {
    isStopped: false,
    sites: [aSite()],
    pages: [
      aSitePage(),
      aSitePage({ path: '/cost/', kind: 'service', label: 'Cost', title: 'Cost', documentId: 'doc2' }),
    ],
    leftOut: [],
    comingPages: [],
    releases: [aRelease()],
    release: aFullRelease(),
    deployments: [],
    targets: [],
    operator: anOperator(),
    missing: [],
    ...change,
  };
}

/** Answers of all screens of sites and deployments from a world, which tests change as they go. */
export function siteHandlers(world: SiteWorld) {
  const site = (id: unknown) => world.sites.find((each) => each.id === id) ?? aSite();
  return [
    http.raw.get('/preview/:key/*', () => HttpResponse.html('<h1>Preview</h1>')),
    http.get('/api/sites', ({ request }) => {
      const asked = new URL(request.url).searchParams;
      const [status, kind, deployment] = ['status', 'kind', 'deployment'].map((name) => asked.get(name));
      const found = world.sites.filter(
        (each) =>
          (!status || each.status === status) &&
          (!kind || each.kind === kind) &&
          (!deployment || each.deploymentId === deployment),
      );
      return ok({ sites: found, nextCursor: null });
    }),
    http.get('/api/sites/:id', ({ params }) =>
      ok({
        site: site(params.id),
        pages: world.pages,
        leftOut: world.leftOut,
        comingPages: world.comingPages,
        releases: world.releases,
      }),
    ),
    http.get('/api/releases/:id', () => ok({ release: world.release })),
    http.get('/api/deployments', () =>
      ok({ deployments: world.deployments.map((each) => ({ ...each, errors: [] })), nextCursor: null, limits: LIMITS }),
    ),
    http.get('/api/deployments/:id', ({ params }) =>
      ok({ deployment: world.deployments.find(({ id }) => id === params.id) ?? aDeployment() }),
    ),
    http.get('/api/deploy-targets', () =>
      ok({ targets: world.targets, sitesDomain: 'sites.localhost', deployFolders: [] }),
    ),
    http.get('/api/kill-switch', () =>
      ok({ isStopped: world.isStopped, workspace: { ...OFF, isOn: world.isStopped }, operator: OFF }),
    ),
    http.get('/api/site-operator', () => ok({ operator: world.operator, missing: world.missing })),
  ];
}
