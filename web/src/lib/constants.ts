/** Limits and durations of the product. Milliseconds unless the name contains another unit. */

/** Newest insights kept in memory; older ones are dropped. */
export const INSIGHTS_KEPT = 100;
/** Live messages kept in the connection log; the oldest are dropped. */
export const LIVE_MESSAGES_KEPT = 100;

export const NOTIFICATION_DURATION_MS = 5_000;
export const ACHIEVEMENT_DURATION_MS = 10_000;
/** Notifications that arrive within this time of the last one merge into one toast. */
export const NOTIFICATION_BURST_MS = 1_000;

export const ENGINE_CHANNEL = {
  reconnectDelayMs: 5_000,
  maxAttempts: 10,
  heartbeatMs: 30_000,
} as const;

export const REALTIME_CHANNEL = {
  attempts: 3,
  delayMs: 2_000,
  maxDelayMs: 10_000,
  timeoutMs: 20_000,
  pingMs: 10_000,
  reauthDelayMs: 1_000,
  backoffBaseMs: 1_000,
  backoffCapMs: 30_000,
  /** Explicit connects allowed before the back-off starts. */
  freeAttempts: 2,
} as const;

/** A socket address longer than this, token included, is never opened. */
export const SOCKET_URI_LIMIT = 8_000;
/** Close code with which the server refuses a token. */
export const CLOSE_UNAUTHORISED = 4401;
/** Close code of a connection that this side ended on purpose. */
export const CLOSE_NORMAL = 1000;
/** Port of the development server named in the error texts, and of the separate live listener. */
export const PORTS = { api: 3000, live: 5001 } as const;

export const GOLDMINE_LIMIT = 50;
export const TIERS = ['tier1', 'tier2', 'tier3'] as const;
export const DEFAULT_TIME_RANGE = '90d';
export const DEFAULT_SCENARIO = 'realistic';
export const DEFAULT_OPPORTUNITY_SORT = { field: 'score', order: 'desc' } as const;

export const PASSWORD_MIN_LENGTH = 8;
export const TRIAL_DAYS = 14;

/** Seconds before another reset mail may be asked for on the same screen. */
export const RESEND_AFTER_S = 60;

export const TOAST_LIMIT = 1;
/** How long a closed toast stays in the state (never in the page). */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOAST_HOTKEY = 'F8';
export const TOAST_SWIPE_PX = 50;
export const TOOLTIP_OPEN_DELAY_MS = 700;
export const TOOLTIP_SKIP_DELAY_MS = 300;

/** How long the hub's line of events rests at one of them. */
export const TICKER_STEP_MS = 5_000;

/** The top bar takes its scrolled style beyond this many pixels. */
export const SCROLLED_AFTER_PX = 10;
export const DRAWER_WIDTH_PX = 288;
export const SPINNER_PX = { sm: 16, md: 32, lg: 48 } as const;

/** Largest file the import takes. */
export const IMPORT_MAX_BYTES = 500 * 1024 * 1024;
/** Largest picture of an account. */
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024;
/** Rows asked for in one page of a list. */
export const PAGE_SIZE = 50;

/** Radii of the corners in the three built-in themes. */
export const THEME_RADII = ['0.5rem', '0.75rem', '0.375rem'] as const;
/** Hues, in degrees, of which a random theme takes one, at full saturation. */
export const RANDOM_HUES = [0, 60, 120, 180, 240, 300] as const;

/** When the offer to install the application is made, and for how long it stays away. */
export const INSTALL_PROMPT = {
  /** Visits that must lie behind: the offer comes from the next one on. */
  priorVisits: 2,
  delayMs: 3_000,
  dismissedMs: 3 * 24 * 60 * 60 * 1_000,
  declinedMs: 7 * 24 * 60 * 60 * 1_000,
} as const;
export const SERVICE_WORKER_PATH = '/service-worker.js';
/** Longest pause between the keys of a sequence. */
export const SEQUENCE_MS = 1_000;

/** How long a command over the live channel may go unanswered before the same request is made by HTTP. */
export const LIVE_COMMAND_TIMEOUT_MS = 4_000;
