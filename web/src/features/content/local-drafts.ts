import { browserStorage } from '@/lib/browser-storage';
import type { Draft } from './draft';

/** Unsaved text of a document in this browser. */
export interface LocalDraft {
  /** The version that was edited; 0 for none. */
  base: number;
  draft: Draft;
  at: string;
}

const keyOf = (userId: string, documentId: string) => `motherlode.document.${userId}.${documentId}`;

export const localDrafts = {
  read(userId: string, documentId: string): LocalDraft | null {
    const text = browserStorage.getItem(keyOf(userId, documentId));
    if (text === null) return null;
    try {
      const read = JSON.parse(text) as Partial<LocalDraft>;
      const isWhole = typeof read.base === 'number' && typeof read.draft === 'object' && read.draft !== null;
      return isWhole ? { base: read.base as number, draft: read.draft as Draft, at: read.at ?? '' } : null;
    } catch {
      return null;
    }
  },
  write(userId: string, documentId: string, local: LocalDraft): boolean {
    browserStorage.setItem(keyOf(userId, documentId), JSON.stringify(local));
    return browserStorage.getItem(keyOf(userId, documentId)) !== null;
  },
  clear(userId: string, documentId: string): void {
    browserStorage.removeItem(keyOf(userId, documentId));
  },
};
