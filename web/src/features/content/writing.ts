/** A line that a language model has written, with the facts that it cites; `removed` says why it was left out. */
export interface WrittenLine {
  kind: 'sentence' | 'paragraph' | 'item' | 'step';
  text: string;
  factIds?: readonly string[];
  removed?: string | null;
}

/** A live event of a document that is being written: the outline once, then each section as it grows. */
export interface TextEvent {
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

export interface WrittenSection {
  heading: string;
  lines: readonly WrittenLine[];
  pending: string;
  isComplete: boolean;
}

const empty = (heading: string): WrittenSection => ({ heading, lines: [], pending: '', isComplete: false });

/** Takes in an event. Each event replaces the lines of its section, so that a missed one does no harm. */
export function withEvent(sections: readonly WrittenSection[], event: TextEvent): WrittenSection[] {
  if (event.outline) return event.outline.map((heading, index) => sections[index] ?? empty(heading));
  const { section, heading = '', lines = [], pending, isComplete = false } = event;
  if (section === undefined || section < 0) return [...sections];
  const all = Array.from({ length: Math.max(sections.length, section + 1) }, (_, at) => sections[at] ?? empty(''));
  all[section] = { heading: heading || (all[section]?.heading ?? ''), lines, pending: pending ?? '', isComplete };
  return all;
}
