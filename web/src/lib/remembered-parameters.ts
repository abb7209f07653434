import type { FormValues } from './json-schema';

const PREFIX = 'motherlode.parameters.';

function key(engineId: string, websiteId: string): string {
  return `${PREFIX}${engineId}.${websiteId}`;
}

/** Returns the parameters of the last run of an engine on a website in this browser, as typed. */
export function readParameters(engineId: string, websiteId: string): FormValues {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key(engineId, websiteId)) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'));
  } catch {
    return {};
  }
}

export function rememberParameters(engineId: string, websiteId: string, values: FormValues): void {
  try {
    localStorage.setItem(key(engineId, websiteId), JSON.stringify(values));
  } catch {
    // A browser that keeps nothing only makes people type again.
  }
}
