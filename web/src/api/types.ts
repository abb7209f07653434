/** Short names for the generated schemas of the HTTP API. */
import type { components } from './schema.gen';

export type Schemas = components['schemas'];

export type Money = Schemas['Money'];
export type Workspace = Schemas['Workspace'];
export type UserStats = Schemas['Stats'];

type Identity = 'id' | 'email' | 'name' | 'firstName' | 'lastName' | 'role' | 'profileImageUrl';

/** The signed-in user. A temporary record of an external sign-in has only the first fields. */
export type User = Pick<Schemas['User'], Identity> & Partial<Omit<Schemas['User'], Identity>>;

/**
 * Response of a sign-in or a request for the user. Servers put the fields in different places, so several are checked
 * (`api/auth.ts`).
 */
export interface AuthAnswer {
  success: boolean;
  message?: string;
  data?: Partial<Omit<Schemas['SignedInData'], 'user' | 'tokens'> & Schemas['Challenge']> & {
    user?: User;
    tokens?: Partial<Schemas['TokenPair']>;
  };
  user?: User | null;
}

export type Website = Schemas['Website'];
/** A website of the list, with the state of its site. */
export type ListedWebsite = Schemas['ListedWebsite'];
export type RunStatus = Schemas['RunStatus'];
export type RunProgress = Schemas['RunProgress'];
export type Run = Schemas['Run'];
export type RunLogLine = Schemas['RunLogLine'];
export type Import = Schemas['Import'];
export type ImportFile = Schemas['ImportFile'];
export type ImportReject = Schemas['ImportReject'];
export type ImportRejectReason = Schemas['ImportRejectReason'];
export type ImportDuplicate = Schemas['ImportDuplicate'];
export type Engine = Schemas['Engine'];
export type EngineId = Schemas['EngineId'];
export type EngineNeed = Schemas['EngineNeed'];
export type EngineVersion = Schemas['EngineVersion'];
export type EngineVersions = Schemas['EngineVersionList'];
export type SystemHealth = Schemas['SystemHealth'];
export type Evidence = Schemas['Evidence'];
export type Insight = Schemas['Insight'];
/** The engines on the simulated market. */
export type Demo = Schemas['Demo'];
export type Keyword = Schemas['Keyword'];
export type KeywordWin = Schemas['KeywordWin'];
export type KeywordCluster = Schemas['KeywordCluster'];
export type Opportunity = Schemas['Opportunity'];
export type InboxNotification = Schemas['Notification'];
export type Schedule = Schemas['Schedule'];
export type Webhook = Schemas['Webhook'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
/** A message in the room of a project. */
export type ChatMessage = Schemas['ChatMessageEvent'];
/**
 * A line that a language model has written, with the facts that it cites; `removed` says why it was left out. A line that is being
 * checked waits for the second reading.
 */
export interface WrittenLine {
  /** Absent for lines that were left out of a complete section. */
  kind?: 'sentence' | 'paragraph' | 'item' | 'step';
  text: string;
  factIds?: readonly string[];
  removed?: string | null;
  isBeingChecked?: boolean;
  isSecondReading?: boolean;
}

/** `run:text`: a document that is being written; not stored. The outline once, then each section as it grows. */
export interface RunTextEvent {
  runId: string;
  documentId: string;
  outline?: readonly string[];
  section?: number;
  heading?: string;
  lines?: readonly WrittenLine[];
  /** The sentence that is not yet complete. */
  pending?: string | null;
  isComplete?: boolean;
}

/** The browser's settings. */
export type ServerConfig = Schemas['ServerConfig'];

/** Payloads of the live events, by the event's type. */
export interface LivePayloads {
  'run:progress': Schemas['RunProgressEvent'];
  'run:finished': Schemas['RunFinishedEvent'];
  'run:text': RunTextEvent;
  'connection:status': Schemas['ConnectionStatusEvent'];
  'engine:status': Schemas['EngineStatusEvent'];
  'engine:insight': Schemas['EngineInsightEvent'];
  'engine:error': Schemas['EngineErrorEvent'];
  'opportunity:discovered': Schemas['OpportunityEvent'];
  'opportunity:updated': Schemas['OpportunityEvent'];
  'opportunity:implementing': Schemas['OpportunityImplementingEvent'];
  'opportunity:implemented': Schemas['OpportunityEvent'];
  'performance:update': Schemas['PerformanceUpdateEvent'];
  'performance:alert': Schemas['PerformanceAlertEvent'];
  'performance:ranking': Schemas['PerformanceRankingEvent'];
  'performance:digest': Schemas['PerformanceDigestEvent'];
  'lead:new': Schemas['LeadEvent'];
  'lead:updated': Schemas['LeadEvent'];
  'revenue:tick': Schemas['RevenueTickEvent'];
  'site:updated': { siteId: string; status: Schemas['SiteStatus'] };
  'deployment:updated': Schemas['Deployment'];
  'campaign:updated': { campaignId: string };
  'pipeline:stages': { stages: Record<string, number> };
  'edit:updated': { edit: Pick<Schemas['ListedEdit'], 'id' | 'status'> };
  'user:achievement': Schemas['AchievementEvent'];
  'user:subscription': Schemas['SubscriptionEvent'];
  'user:notification': Schemas['NotificationEvent'];
  'dashboard:update': Schemas['DashboardUpdateEvent'];
  'project:update': Schemas['ProjectUpdateEvent'];
  'chat:message': Schemas['ChatMessageEvent'];
  'chat:typing': Schemas['ChatTypingEvent'];
  'system:update': Schemas['SystemUpdateEvent'];
}
