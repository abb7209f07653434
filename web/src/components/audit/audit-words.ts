import { formatMoney } from '@/lib/format';
import { readable } from '@/lib/readable';
import { humanise } from '@/lib/words';

const EVENTS: Record<string, string> = {
  'session.signed_in': 'Signed in',
  'session.sign_in_failed': 'Sign-in failed',
  'session.signed_out': 'Signed out',
  'rental.moved': 'Rental changed',
};

/** Name of a security event, such as "API key created". */
export function eventName(action: string): string {
  return EVENTS[action] ?? humanise(action.replaceAll('.', ' ')).replace(/^Api key/, 'API key');
}

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** Details of an event in words: amounts in their currency, without the ids of records. */
export function eventDetail(detail: Record<string, unknown>): string {
  const currency = typeof detail.currency === 'string' ? detail.currency : 'USD';
  return Object.entries(detail)
    .filter(([key, value]) => key !== 'currency' && isShown(value))
    .map(([key, value]) => `${humanise(key.replace(/Cents$/, ''))}: ${textOf(key, value, currency)}`)
    .join(', ');
}

function isShown(value: unknown): boolean {
  if (value === null || value === '' || (Array.isArray(value) && value.every((each) => !isShown(each)))) return false;
  return typeof value !== 'object' || Array.isArray(value) ? !ID.test(String(value)) : false;
}

function textOf(key: string, value: unknown, currency: string): string {
  if (typeof value === 'number' && key.endsWith('Cents')) return formatMoney(value, currency, { exact: true });
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.filter(isShown).join(', ');
  return /^[a-z]+(_[a-z]+)+$/.test(String(value)) ? humanise(String(value)).toLowerCase() : readable(String(value));
}
