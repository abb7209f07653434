/** Shapes of the HTTP API as the screens use them. The one place that names them. */

export interface Money {
  lowCents: number;
  midCents: number;
  highCents: number;
  currency: string;
}

export interface Workspace {
  id: string;
  name: string;
  role: 'owner' | 'editor' | 'viewer';
  personal: boolean;
}

export interface UserStats {
  sites: number;
  leads: number;
  revenueCents: number;
  insights: number;
  streakDays: number;
}

export interface User {
  id: string;
  email: string;
  name: string;
  firstName: string;
  lastName: string;
  role: string;
  profileImageUrl: string | null;
  avatar?: string | null;
  preferences?: Record<string, unknown>;
  stats?: UserStats;
  emailVerified?: boolean;
  createdAt?: string;
  subscription?: { plan: string; trialEndsAt: string | null } | null;
  workspaces?: Workspace[];
}

export interface AuthAnswer {
  success: boolean;
  message?: string;
  data?: { user?: User; tokens?: { accessToken?: string; refreshToken?: string }; token?: string };
  user?: User;
}

export interface Website {
  id: string;
  name: string;
  url: string;
  host: string;
  kind: string;
  createdAt: string;
  lastImportAt: string | null;
  queries: number | null;
  clicks: number | null;
  impressions: number | null;
}

export interface RunProgress {
  percent: number;
  stage: string | null;
  message: string | null;
}

export type RunStatus = 'queued' | 'running' | 'paused' | 'succeeded' | 'failed' | 'cancelled';

export interface Run {
  id: string;
  kind: string;
  engineId?: string | null;
  action?: string | null;
  websiteId?: string | null;
  importId?: string | null;
  /** One of RunStatus; an unknown word is shown as it stands. */
  status: string;
  lane?: string;
  progress: RunProgress;
  attempt: number;
  maxAttempts: number;
  error: { type: string; detail: string } | null;
  parentId?: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  durationMs: number | null;
}

export interface RunLogLine {
  at: string;
  attempt: number;
  event: string;
  message: string;
}

export interface ImportFile {
  name: string;
  kind: string;
  encoding: string | null;
  delimiter: string | null;
  locale: string | null;
  /** Null when the file is too large to count before it is read. */
  rows: number | null;
  recognised: { header: string; field: string }[];
  ignored: { header: string; reason: string }[];
  sample: string[][];
  warnings: string[];
}

export interface Import {
  id: string;
  websiteId: string | null;
  fileName: string;
  sizeBytes: number;
  status: string;
  preview: { files: ImportFile[]; warnings?: string[] } | null;
  market?: unknown;
  suggestedUrl: string | null;
  rows: number | null;
  rejected: number | null;
  rejects: { file: string; line: number; reason: string }[];
  runId: string | null;
  createdAt: string;
  importedAt: string | null;
  error: unknown;
}

export interface EngineNeed {
  kind: string;
  label: string;
  route: string;
}

export interface Engine {
  id: string;
  name: string;
  question?: string;
  description: string;
  status: string;
  action?: string | null;
  progress: number | RunProgress | null;
  lastRunAt: string | null;
  nextRunAt: string | null;
  lastDurationMs: number | null;
  runs: number;
  failures: number;
  insights: number;
  freshness?: unknown;
  calibration?: { claimed: number; observed: number; n: number } | null;
  needs: EngineNeed[];
  runId?: string | null;
  actions?: string[];
}

export interface SystemHealth {
  /** 0 to 100. */
  overall: number;
  /** Milliseconds, 95th percentile of five minutes. */
  apiLatency: number;
  /** Rows a minute. */
  dataIngestion: number;
  /** Runs waiting. */
  processingQueue: number;
  /** 0 to 1 of five minutes. */
  errorRate: number;
  /** Seconds. */
  uptime: number;
}

export interface Evidence {
  type: string;
  ref: string;
  value: unknown;
  source: string;
  observedAt: string | null;
}

export interface Insight {
  id: string;
  engineId: string;
  runId: string | null;
  websiteId: string | null;
  title: string;
  kind: string;
  severity: string;
  /** 0 to 1. */
  confidence: number;
  impact: Money | null;
  effortMinutes: number | null;
  evidence: Evidence[];
  method: string;
  methodVersion: string | number;
  assumptions: string[];
  action: unknown;
  falsifier: string | null;
  expiresAt: string | null;
  verdict: string;
  createdAt: string;
}

export interface KeywordWin {
  kind: string;
  detail: string;
  impact: Money | null;
  effortMinutes: number | null;
}

export interface Keyword {
  id: string;
  query: string;
  normalised: string;
  /** Null when the engine abstained. */
  intent: string | null;
  intentConfidence: number | null;
  clusterId: string | null;
  clusterHead: string | null;
  clicks: number;
  impressions: number;
  ctr: number | null;
  position: number | null;
  expectedCtr: number | null;
  volume: number | null;
  volumeSource: string | null;
  cpcCents: number | null;
  page: string | null;
  wins: KeywordWin[];
  value: Money | null;
  source: string;
  observedFrom: string | null;
  observedTo: string | null;
  runId: string | null;
}

export interface KeywordCluster {
  id: string;
  head: string;
  members: number;
  intent: string | null;
  page: string | null;
  volume: number | null;
  volumeUpperBound: number | null;
  clicks: number;
  impressions: number;
  value: Money | null;
  evidence: unknown;
}

export interface Opportunity {
  id: string;
  websiteId: string | null;
  engineId: string | null;
  title: string;
  status: string;
  category: string;
  difficulty: number | null;
  score: number | null;
  impact: { low: number; mid: number; high: number } | Money | null;
  effortMinutes: number | null;
  quickWin?: boolean;
  automated?: boolean;
  evidence?: Evidence[];
  updatedAt: string;
}

export interface InboxNotification {
  id: string;
  type: string;
  title: string;
  message: string;
  readAt: string | null;
  createdAt: string;
}

export interface ServerConfig {
  /** Address of the live channels; absent means the own origin, empty means that the operator switched them off. */
  wsUrl?: string | null;
  livePort: number | null;
  version: string;
  googleSignIn: boolean;
  mode: string;
  setupCodeRequired: boolean;
}
