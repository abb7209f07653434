import { browserStorage } from '@/lib/browser-storage';
import { EMPTY, type Values } from './plan';

/** A campaign that is being entered in this browser. */
export interface LocalDraft {
  values: Values;
  at: string;
}

const keyOf = (owner: string, id: string) => `motherlode.campaign.${owner}.${id}`;

/** Values with the types of the form; missing and invalid ones are empty. */
function sound(read: Partial<Record<string, unknown>>): Values {
  const entries = Object.entries(EMPTY).map(([name, empty]) => {
    const value = read[name];
    const isList = Array.isArray(empty);
    const fits = isList
      ? Array.isArray(value) && value.every((each) => typeof each === 'string')
      : typeof value === 'string';
    return [name, fits ? value : empty];
  });
  return Object.fromEntries(entries) as Values;
}

/** Drafts of campaigns: of a new one ("new"), and of the changes of a stored one. `owner` names user and workspace. */
export const localDrafts = {
  read(owner: string, id: string): LocalDraft | null {
    const text = browserStorage.getItem(keyOf(owner, id));
    if (text === null) return null;
    try {
      const { values, at } = JSON.parse(text) as { values?: object; at?: string };
      return typeof values === 'object' && values !== null ? { values: sound({ ...values }), at: at ?? '' } : null;
    } catch {
      return null;
    }
  },
  write(owner: string, id: string, draft: LocalDraft): void {
    browserStorage.setItem(keyOf(owner, id), JSON.stringify(draft));
  },
  clear(owner: string, id: string): void {
    browserStorage.removeItem(keyOf(owner, id));
  },
};
