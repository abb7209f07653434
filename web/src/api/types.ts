/**
 * Names for the shapes of the HTTP API. They come from the server's own description (`schema.gen.ts`); what is added
 * here is the content of the few members that the description leaves open.
 */
import type { components } from './schema.gen';

type Schemas = components['schemas'];

/** The server writes every member, with null for nothing: what the description calls optional is there. */
type Full<Shape> = {
  [Member in keyof Shape as string extends Member ? never : Member]-?: Exclude<Shape[Member], undefined>;
};

/** `Shape` with some members described more closely. */
type Closer<Shape, Members> = Omit<Full<Shape>, keyof Members> & Members;

export type Money = Schemas['Money'];

export type Workspace = Full<Schemas['Workspace']>;
export type UserStats = Schemas['Stats'];

/** The signed-in user. A record of an external sign-in, kept in this browser, has the first members only. */
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
  subscription?: Full<Schemas['Subscription']> | null;
  workspaces?: Workspace[];
}

/** What a sign-in or a question for the user answers. Members are looked for in several places (`api/auth.ts`). */
export interface AuthAnswer {
  success: boolean;
  message?: string;
  data?: {
    user?: User;
    tokens?: Partial<Schemas['TokenPair']>;
    token?: string;
    /** True when the password was right and a second factor is asked for; `challenge` names the attempt. */
    mfaRequired?: boolean;
    challenge?: string;
  };
  user?: User;
}

export type Website = Full<Schemas['Website']>;

export type RunStatus = 'queued' | 'running' | 'paused' | 'succeeded' | 'failed' | 'cancelled';
export type RunProgress = Schemas['RunProgress'];
/** `status` is one of RunStatus; an unknown word is shown as it stands. */
export type Run = Full<Schemas['Run']>;
export type RunLogLine = Schemas['RunLogLine'];

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

export interface ImportReject {
  file: string;
  line: number;
  reason: string;
}

export type Import = Closer<
  Schemas['Import'],
  { preview: { files: ImportFile[]; warnings?: string[] } | null; market: unknown; rejects: ImportReject[] }
>;

export type EngineNeed = Schemas['EngineNeed'];
export type Engine = Full<Schemas['Engine']>;
export type SystemHealth = Schemas['SystemHealth'];

export interface Evidence {
  type: string;
  ref: string;
  value: unknown;
  source: string;
  observedAt: string | null;
}

export type Insight = Closer<Schemas['Insight'], { evidence: Evidence[]; action: unknown }>;

/** The engines on the simulated market. */
export type Demo = Omit<Full<Schemas['Demo']>, 'insights' | 'keywords' | 'changes' | 'engines'> & {
  insights: Insight[];
  keywords: Full<Schemas['DemoKeyword']>[];
  changes: Full<Schemas['DemoChange']>[];
  engines: Full<Schemas['DemoEngine']>[];
};

type VersionScore = Closer<
  Schemas['EngineVersionScore'],
  { againstChampion: Full<Schemas['EngineVersionComparison']> | null }
>;
export type EngineVersion = Closer<
  Schemas['EngineVersion'],
  { parameters: Record<string, unknown>; score: VersionScore | null }
>;
export type EngineVersions = Closer<Schemas['EngineVersionList'], { versions: EngineVersion[] }>;

export interface KeywordWin {
  kind: string;
  detail: string;
  impact: Money | null;
  effortMinutes: number | null;
}

export type Keyword = Closer<Schemas['Keyword'], { wins: KeywordWin[] }>;
export type KeywordCluster = Closer<Schemas['KeywordCluster'], { evidence: unknown }>;
export type Opportunity = Closer<Schemas['Opportunity'], { evidence: Evidence[] | null }>;
export type InboxNotification = Full<Schemas['Notification']>;
export type Schedule = Full<Schemas['Schedule']>;
export type Webhook = Full<Schemas['Webhook']>;
export type WebhookDelivery = Full<Schemas['WebhookDelivery']>;

/** Something that was said in the room of a project. */
export type ChatMessage = Schemas['ChatMessageEvent'];

/** The browser's settings. */
export type ServerConfig = Full<Schemas['ServerConfig']>;
