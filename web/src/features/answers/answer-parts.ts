import type { StoredAnswerDetail } from '@/api/answers';

export interface Part {
  /** First character. */
  start: number;
  text: string;
  /** What the part is marked as; null for plain text. */
  mark: string | null;
}

const ADDRESS = /https?:\/\/[^\s)\]>"<]+/gu;

/** Splits a text at mentions and addresses, which are marked. Positions count characters, as the server does. */
export function partsOf(text: string, mentions: StoredAnswerDetail['mentions']): Part[] {
  const characters = Array.from(text);
  const marks = mentions.map(({ first, past, host }) => ({ first, past, mark: `Mention of ${host}` }));
  for (const found of text.matchAll(ADDRESS)) {
    const first = Array.from(text.slice(0, found.index)).length;
    marks.push({ first, past: first + Array.from(found[0]).length, mark: 'Cited address' });
  }
  marks.sort((a, b) => a.first - b.first);
  const parts: Part[] = [];
  let at = 0;
  const add = (start: number, end: number, mark: string | null) => {
    if (end > start) parts.push({ start, text: characters.slice(start, end).join(''), mark });
  };
  for (const { first, past, mark } of marks) {
    if (first < at || past > characters.length) continue;
    add(at, first, null);
    add(first, past, mark);
    at = past;
  }
  add(at, characters.length, null);
  return parts;
}
