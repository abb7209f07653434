import { ACHIEVEMENT_DURATION_MS, NOTIFICATION_DURATION_MS } from '../constants';
import { formatRank } from '../format';
import { notificationTitles as titles } from '../strings';
import type { LiveEvent } from './events';

export interface LiveNotification {
  title: string;
  message: string;
  variant: 'default' | 'destructive';
  durationMs: number;
  /** Plural label of the kind, e.g. "opportunities". */
  plural: string;
}

type Payload = Record<string, unknown>;

interface Rule {
  /** `at` is the event's time. No title, no notification. */
  title: (payload: Payload, at: string) => string;
  message: (payload: Payload) => string;
  variant?: (payload: Payload) => 'default' | 'destructive';
  durationMs?: number;
  plural: string;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function inner(payload: Payload, key: string): Payload {
  const value = payload[key];
  return typeof value === 'object' && value !== null ? (value as Payload) : payload;
}

/** Period in which a found insight is announced. */
const NEWS_MS = 60_000;

/** False for known insights with a changed verdict. */
function isNews({ verdict, createdAt }: Payload, at: string): boolean {
  if (verdict === 'confirmed' || verdict === 'refuted') return false;
  return !(Date.parse(at) - Date.parse(text(createdAt)) > NEWS_MS);
}

/** "improved to position 4 (+3)": a smaller position is better. */
export function rankingText(payload: Payload): string {
  const before = Number(payload.oldPosition);
  const after = Number(payload.newPosition);
  const keyword = text(payload.keyword);
  const delta = before - after;
  if (!Number.isFinite(delta) || delta === 0) return keyword;
  const verb = delta > 0 ? 'improved' : 'dropped';
  const sign = delta > 0 ? '+' : '−';
  return `${keyword} ${verb} to position ${formatRank(after)} (${sign}${formatRank(Math.abs(delta))})`.trim();
}

/** True for stored notifications announced by a live event of their own, which only go to the inbox. */
function isAnnounced({ kind }: Payload): boolean {
  return typeof kind === 'string' && kind !== 'user:notification' && kind in RULES;
}

const RULES: Record<string, Rule> = {
  'engine:insight': {
    title: (payload, at) => (isNews(inner(payload, 'insight'), at) ? titles.insight : ''),
    message: (payload) => text(inner(payload, 'insight').title),
    plural: 'insights',
  },
  'engine:error': {
    title: () => titles.engineError,
    message: (payload) => text(payload.message) || text(payload.error) || text(inner(payload, 'error').detail),
    variant: () => 'destructive',
    plural: 'engine errors',
  },
  'opportunity:discovered': {
    title: () => titles.opportunity,
    message: (payload) => text(inner(payload, 'opportunity').title),
    plural: 'opportunities',
  },
  'opportunity:implemented': {
    title: () => titles.implemented,
    message: (payload) => text(inner(payload, 'opportunity').title),
    plural: 'opportunities implemented',
  },
  'performance:alert': {
    title: () => titles.alert,
    message: (payload) => text(payload.message) || text(payload.title),
    variant: (payload) => (payload.severity === 'critical' ? 'destructive' : 'default'),
    plural: 'performance alerts',
  },
  'performance:ranking': { title: () => titles.ranking, message: rankingText, plural: 'ranking updates' },
  'user:achievement': {
    title: () => titles.achievement,
    message: (payload) => text(inner(payload, 'achievement').title),
    durationMs: ACHIEVEMENT_DURATION_MS,
    plural: 'achievements',
  },
  'user:subscription': {
    title: () => titles.subscription,
    message: (payload) => text(payload.message) || text(payload.plan),
    plural: 'subscription updates',
  },
  'user:notification': {
    title: (payload) => (isAnnounced(payload) ? '' : text(payload.title)),
    message: (payload) => text(payload.message),
    variant: (payload) => (payload.type === 'error' ? 'destructive' : 'default'),
    plural: 'notifications',
  },
};

/** Returns the toast of an event; null for events that only update the screen, and for unknown types. */
export function notificationFor(event: LiveEvent): LiveNotification | null {
  const rule = RULES[event.type];
  if (!rule) return null;
  const payload = (event.payload ?? {}) as Payload;
  const title = rule.title(payload, event.timestamp);
  if (title === '') return null;
  return {
    title,
    message: rule.message(payload),
    variant: rule.variant?.(payload) ?? 'default',
    durationMs: rule.durationMs ?? NOTIFICATION_DURATION_MS,
    plural: rule.plural,
  };
}
