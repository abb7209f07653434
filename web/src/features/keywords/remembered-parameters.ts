import type { FormValues } from '@/lib/json-schema';

const PREFIX = 'motherlode.keyword-parameters.';

/** What was filled in for a website's last run in this browser. */
export function readParameters(websiteId: string): FormValues {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PREFIX + websiteId) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'));
  } catch {
    return {};
  }
}

export function rememberParameters(websiteId: string, values: FormValues): void {
  try {
    localStorage.setItem(PREFIX + websiteId, JSON.stringify(values));
  } catch {
    // A browser that keeps nothing only makes people type again.
  }
}
