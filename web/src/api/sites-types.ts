/**
 * Types and calls of sites, releases, targets and deployments, until the generated description of the server has them.
 * Its types have the names of the schemas: then `Sites.Site` becomes `Schemas['Site']`, and this file is removed.
 */
import type { components } from './schema.gen';

type Run = components['schemas']['Run'];

export type SiteKind = 'goldmine' | 'dominator';
export type SiteStatus =
  | 'draft'
  | 'building'
  | 'blocked'
  | 'waiting'
  | 'approved'
  | 'deploying'
  | 'live'
  | 'failed'
  | 'offline';
export type SiteTheme = 'harbor' | 'orchard' | 'foundry' | 'meadow' | 'gazette' | 'terrace' | 'clinic';

export interface SitePlace {
  id: string;
  name: string;
}

/** A website that the product builds, checks and deploys. */
export interface Site {
  id: string;
  name: string;
  url: string;
  slug: string;
  kind: SiteKind;
  status: SiteStatus;
  theme: SiteTheme;
  vertical: string;
  verticalName: string;
  places: SitePlace[];
  /** Number of pages. */
  pages: number;
  phone: string | null;
  phoneIsOwned: boolean;
  /** Null for the built-in hosting. */
  targetId: string | null;
  domains: string[];
  /** Those of them that no visitor has used yet. */
  unverifiedDomains: string[];
  /** Whether it has a form that receives leads. */
  hasForm: boolean;
  /** Preview of the latest release. */
  previewUrl: string | null;
  liveRelease: { id: string; number: number; url: string | null; deployedAt: string | null } | null;
  latestRelease: {
    id: string;
    number: number;
    isBlocked: boolean;
    approvedAt: string | null;
    createdAt: string;
  } | null;
  /** Run at work. */
  runId: string | null;
  lastError: string | null;
  deploymentId: string | null;
  /** After refunds, in cents of `currency`. */
  currentRevenueCents: number;
  currency: string;
  leads: number;
  createdAt: string;
  updatedAt: string;
}

export interface SitePage {
  path: string;
  kind: string;
  label: string;
  title: string;
  words: number | null;
  place: string | null;
  documentId: string;
  updatedAt: string;
}

/** A release in the list of its site. */
export interface Release {
  id: string;
  siteId: string;
  number: number;
  isBlocked: boolean;
  pages: number;
  previewUrl: string;
  approvedBy: string | null;
  approvedAt: string | null;
  deployedAt: string | null;
  url: string | null;
  createdAt: string;
}

export type GateLevel = 'block' | 'warn';

export interface GateCheck {
  id: string;
  name: string;
  title: string;
  /** The most severe level of its findings. */
  level: GateLevel;
  status: 'passed' | 'warned' | 'blocked' | 'notApplicable' | 'waiting';
  /** What was measured. */
  measured: string;
}

export interface GateFinding {
  /** Id of the check. */
  check: string;
  level: GateLevel;
  /** Path of the page; null for the whole site. */
  page: string | null;
  detail: string;
  fix: string;
}

export interface GateReport {
  passes: boolean;
  checks: GateCheck[];
  findings: GateFinding[];
}

export interface ReleaseFile {
  path: string;
  sha256: string;
  size: number;
  contentType: string;
}

export interface FullRelease extends Release {
  gate: GateReport;
  files: ReleaseFile[];
}

export interface NewSite {
  kind: SiteKind;
  vertical: string;
  places: string[];
  name?: string;
  theme?: SiteTheme;
  phone?: string;
  targetId?: string;
}

export interface SiteChanges {
  name?: string;
  theme?: SiteTheme;
  /** An empty text removes it. */
  phone?: string;
  phoneIsOwned?: boolean;
  targetId?: string | null;
  domains?: string[];
}

/** Who runs the sites of a workspace. Empty texts are unknown. */
export interface SiteOperator {
  legalName: string;
  brandName: string;
  email: string;
  phone: string;
  postalAddress: string;
  state: string;
  country: string;
  privacyEmail: string;
  reviewerName: string;
  reviewerCredentials: string;
  updatedAt: string | null;
}

export type SiteOperatorInput = Omit<SiteOperator, 'updatedAt'>;

export type DeployTargetKind = 'hosting' | 'folder' | 's3' | 'sftp' | 'netlify' | 'cloudflare_pages';

export interface DeployTarget {
  id: string;
  kind: DeployTargetKind;
  name: string;
  settings: { [name: string]: string | number | boolean | null };
  /** Whether credentials are stored; they are never returned. */
  hasSecrets: boolean;
  /** Number of sites that are deployed there. */
  sites: number;
  createdAt: string;
}

export interface NewDeployTarget {
  kind: DeployTargetKind;
  name: string;
  settings: { [name: string]: string | number | boolean | null };
  secrets?: { [name: string]: string };
}

export type DeployTargetChanges = Partial<Omit<NewDeployTarget, 'kind'>>;

export type DeploymentStatus = 'building' | 'waiting' | 'deploying' | 'paused' | 'succeeded' | 'failed' | 'cancelled';

/** A batch of sites. */
export interface Deployment {
  id: string;
  name: string;
  kind: 'goldmines' | 'batch' | 'single';
  status: DeploymentStatus;
  /** 0 to 100. */
  progress: number;
  sitesPlanned: number;
  sitesBuilt: number;
  sitesWaiting: number;
  sitesDeployed: number;
  /** Sites that are not live and that nothing is being done for. */
  errorCount: number;
  /** The first of them; empty in lists. */
  errors: { siteId: string; name: string; detail: string }[];
  runId?: string | null;
  approvedBy?: string | null;
  approvedAt?: string | null;
  startedAt: string;
  finishedAt: string | null;
}

/** Caps of the installation. */
export interface DeploymentLimits {
  newSitesPerDay: number;
  pagesAtLaunch: number;
  newPagesPerDay: number;
}

export interface DeployedSite {
  id: string;
  name: string;
  url: string | null;
  status: string;
  deployedAt: string | null;
  /** US dollars. */
  currentRevenue: number;
}

export interface DeployGoldmines {
  markets: { vertical: string; place: string }[];
  theme?: SiteTheme;
  targetId?: string;
  name?: string;
}

export interface BatchDeploy {
  verticals: string[];
  places?: string[];
  states?: string[];
  minPopulation?: number;
  limit: number;
  kind: SiteKind;
  theme?: SiteTheme;
  targetId?: string;
}

export interface SiteEvent {
  siteId: string;
  status: SiteStatus;
}

export type DeploymentEvent = Deployment;

type Success<Members> = { success: boolean } & Members;
type Id = { id: string };

type Parameters<Path, Query> = { query?: Query; header?: never; cookie?: never } & ([Path] extends [never]
  ? { path?: never }
  : { path: Path });

type Answered<Answer> = {
  200: { headers: { [name: string]: unknown }; content: { 'application/json': Success<Answer> } };
};

type Call<Answer, Path = never, Query = never> = {
  parameters: Parameters<Path, Query>;
  requestBody?: never;
  responses: Answered<Answer>;
};

type Sent<Body, Answer, Path = never> = {
  parameters: Parameters<Path, never>;
  requestBody: { content: { 'application/json': Body } };
  responses: Answered<Answer>;
};

/** Filters of the list of sites. */
interface SiteQuery {
  status?: SiteStatus;
  kind?: SiteKind;
  deployment?: string;
  text?: string;
  cursor?: string;
  limit?: number;
}

type Working = { site: Site; run: Run };
type Detail = { site: Site; pages: SitePage[]; releases: Release[] };
type Skipped = { vertical: string; place: string; reason: string };

type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';

/** The calls of a path; it has no others. */
type Calls<Known> = Known & { [Other in Exclude<Method, keyof Known>]?: never };

declare module './schema.gen' {
  interface paths {
    '/api/sites': Calls<{
      get: Call<{ sites: Site[]; nextCursor: string | null }, never, SiteQuery>;
      post: Sent<NewSite, { site: Site; runId: string | null }>;
    }>;
    '/api/sites/{id}': Calls<{
      get: Call<Detail, Id>;
      patch: Sent<SiteChanges, Detail, Id>;
      delete: Call<object, Id>;
    }>;
    '/api/sites/{id}/build': Calls<{ post: Sent<{ rewrite?: string[] }, Working, Id> }>;
    '/api/sites/{id}/deploy': Calls<{ post: Sent<{ releaseId?: string }, Working, Id> }>;
    '/api/sites/{id}/offline': Calls<{ post: Call<{ site: Site; runId: string | null }, Id> }>;
    '/api/releases/{id}': Calls<{ get: Call<{ release: FullRelease }, Id> }>;
    '/api/releases/{id}/approve': Calls<{ post: Call<{ release: FullRelease }, Id> }>;
    '/api/releases/{id}/zip': Calls<{ get: Call<object, Id> }>;
    '/api/site-operator': Calls<{
      get: Call<{ operator: SiteOperator; missing: string[] }>;
      put: Sent<SiteOperatorInput, { operator: SiteOperator; missing: string[] }>;
    }>;
    '/api/deploy-targets': Calls<{
      get: Call<{ targets: DeployTarget[]; sitesDomain: string; deployFolders: string[] }>;
      post: Sent<NewDeployTarget, { target: DeployTarget }>;
    }>;
    '/api/deploy-targets/{id}': Calls<{
      patch: Sent<DeployTargetChanges, { target: DeployTarget }, Id>;
      delete: Call<object, Id>;
    }>;
    '/api/deploy-targets/{id}/test': Calls<{ post: Call<{ isReachable: boolean; detail: string }, Id> }>;
    '/api/dominator-pipeline/deploy-goldmines': Calls<{
      post: Sent<DeployGoldmines, { deployment: Deployment; deployedSites: DeployedSite[]; skipped: Skipped[] }>;
    }>;
    '/api/dominator-pipeline/batch-deploy': Calls<{
      post: Sent<BatchDeploy, { deployment: Deployment; totalSitesPlanned: number; skipped: Skipped[] }>;
    }>;
    '/api/deployments': Calls<{
      get: Call<
        { deployments: Deployment[]; nextCursor?: string | null; limits?: DeploymentLimits },
        never,
        { cursor?: string; limit?: number }
      >;
    }>;
    '/api/deployments/{id}': Calls<{ get: Call<{ deployment: Deployment }, Id> }>;
    '/api/deployments/{id}/approve': Calls<{ post: Call<{ deployment: Deployment }, Id> }>;
    '/api/deployments/{id}/pause': Calls<{ post: Call<{ deployment: Deployment }, Id> }>;
    '/api/deployments/{id}/resume': Calls<{ post: Call<{ deployment: Deployment }, Id> }>;
    '/api/deployments/{id}/cancel': Calls<{ post: Call<{ deployment: Deployment }, Id> }>;
    '/api/deployments/{id}/retry': Calls<{ post: Call<{ deployment: Deployment }, Id> }>;
  }
}
