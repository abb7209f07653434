import type { RunTextEvent, WrittenLine } from '@/api/types';

export interface WrittenSection {
  heading: string;
  lines: readonly WrittenLine[];
  pending: string;
  isComplete: boolean;
}

const empty = (heading: string): WrittenSection => ({ heading, lines: [], pending: '', isComplete: false });

/** Takes in an event. Each event replaces the lines of its section, so that a missed one does no harm. */
export function withEvent(sections: readonly WrittenSection[], event: RunTextEvent): WrittenSection[] {
  if (event.outline) return event.outline.map((heading, index) => sections[index] ?? empty(heading));
  const { section, heading = '', lines = [], pending, isComplete = false } = event;
  if (section === undefined || section < 0) return [...sections];
  const all = Array.from({ length: Math.max(sections.length, section + 1) }, (_, at) => sections[at] ?? empty(''));
  all[section] = { heading: heading || (all[section]?.heading ?? ''), lines, pending: pending ?? '', isComplete };
  return all;
}
