import type { CitedFact, Fact, StoredDraft } from '@/api/documents';

export interface Sentence {
  text?: string;
  factIds?: string[];
  /** Whether a second reading by a language model, not the rules, found the facts. */
  isSecondReading?: boolean;
}

/** A block of a page. Steps, tables and labels are kept where the server has them. */
export interface Block {
  kind?: string;
  level?: number;
  sentences?: Sentence[];
  label?: Sentence | null;
  header?: Sentence[];
  rows?: { cells?: { sentences?: Sentence[] }[] }[];
}

export interface Draft {
  title?: Sentence;
  description?: Sentence;
  blocks?: Block[];
  links?: { url?: string; anchor?: string }[];
}

/** Path of a sentence in a draft: `title`, `blocks.2.sentences.0`, `blocks.4.rows.0.cells.1.sentences.0`. */
export type Path = string;

export const EMPTY: Draft = { title: { text: '' }, description: { text: '' }, blocks: [] };

type Node = Record<string, unknown> | unknown[];

const PLACES = ['label', 'sentences', 'header', 'rows'] as const;

/** Paths of a block's sentences in reading order. */
export function pathsOfBlock(block: Block, index: number): Path[] {
  const at = `blocks.${index}`;
  const list = (sentences: readonly Sentence[] | undefined, path: string) =>
    (sentences ?? []).map((_, position) => `${path}.${position}`);
  const cells = (block.rows ?? []).flatMap((row, r) =>
    (row.cells ?? []).flatMap((cell, c) => list(cell.sentences, `${at}.rows.${r}.cells.${c}.sentences`)),
  );
  return [
    ...(block.label ? [`${at}.label`] : []),
    ...list(block.sentences, `${at}.sentences`),
    ...list(block.header, `${at}.header`),
    ...cells,
  ];
}

/** Paths of all sentences in reading order. */
export function pathsOf(draft: Draft): Path[] {
  return ['title', 'description', ...(draft.blocks ?? []).flatMap(pathsOfBlock)];
}

export function sentenceAt(draft: Draft, path: Path): Sentence | null {
  let node: unknown = draft;
  for (const step of path.split('.')) {
    if (typeof node !== 'object' || node === null) return null;
    node = (node as Record<string, unknown>)[step];
  }
  return (node as Sentence | undefined) ?? null;
}

/** A copy with another value at a path; `undefined` removes an entry of a list. */
function withValue(node: unknown, steps: readonly string[], value: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  const copy: Node = Array.isArray(node) ? [...node] : { ...(node as Record<string, unknown>) };
  if (Array.isArray(copy)) {
    const index = Number(step);
    if (rest.length === 0 && value === undefined) copy.splice(index, 1);
    else copy[index] = withValue(copy[index], rest, value);
    return copy;
  }
  copy[step] = rest.length === 0 && value === undefined ? null : withValue(copy[step], rest, value);
  return copy;
}

const hasText = (block: Block) => PLACES.some((place) => (place === 'label' ? block.label : block[place]?.length));

/** Replaces the text of a sentence, in one line; what a second reading found no longer holds. An empty text removes the sentence, and the block that it leaves empty. */
export function withText(draft: Draft, path: Path, typed: string): Draft {
  const text = typed.replaceAll(/\s+/g, ' ').trim();
  const old = sentenceAt(draft, path);
  if (!old || old.text === text) return draft;
  // Without its heading, a column of a table would take the next one's.
  if (text === '' && path.includes('.header.')) return draft;
  const isKept = text !== '' || path === 'title' || path === 'description';
  const { isSecondReading: _, ...rest } = old;
  const next = withValue(draft, path.split('.'), isKept ? { ...rest, text } : undefined) as Draft;
  return { ...next, blocks: (next.blocks ?? []).filter(hasText) };
}

/** The position by which the server knows a sentence; null where only people write. */
export function positionOf(path: Path): { block: number; sentence: number } | null {
  const found = /^blocks\.(\d+)\.sentences\.(\d+)$/.exec(path);
  return found ? { block: Number(found[1]), sentence: Number(found[2]) } : null;
}

/** True for a block that begins a section. */
export function beginsSection(block: Block): boolean {
  return block.kind === 'heading' && (block.level ?? 0) <= 2;
}

/** The range of the section that begins at a block. */
export function sectionAt(draft: Draft, from: number): { from: number; to: number } {
  const blocks = draft.blocks ?? [];
  const next = blocks.findIndex((block, index) => index > from && beginsSection(block));
  return { from, to: next === -1 ? blocks.length : next };
}

export function textOf(sentences: readonly Sentence[] | undefined): string {
  return (sentences ?? []).map(({ text }) => text ?? '').join(' ');
}

/** The whole text, for counts and comparisons. */
export function plainText(draft: Draft): string {
  return pathsOf(draft)
    .map((path) => sentenceAt(draft, path)?.text ?? '')
    .join(' ');
}

export function wordCount(draft: Draft): number {
  const body = pathsOf(draft).slice(2);
  const words = body.flatMap((path) => (sentenceAt(draft, path)?.text ?? '').split(/\s+/));
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** A fact in words, with its source. */
export interface ShownFact {
  id: string;
  text: string;
  source: string;
  publisher: string | null;
  year: number | null;
  url: string | null;
}

const isAddress = (text: string) => /^https?:\/\/\S+$/.test(text);

function ofBrief(fact: Fact): ShownFact {
  const value = fact.value ?? '';
  const source = (fact.source ?? '').trim();
  return {
    id: fact.id ?? '',
    text: fact.detail?.trim() ? `${value}: ${fact.detail}` : value,
    source,
    publisher: null,
    year: fact.observedAt ? Number(fact.observedAt.slice(0, 4)) : null,
    url: isAddress(source) ? source : null,
  };
}

function ofVersion({ id, text, source }: CitedFact): ShownFact {
  const url = source?.url ?? null;
  return {
    id: id ?? '',
    text: text ?? '',
    source: source?.title ?? '',
    publisher: source?.publisher ?? null,
    year: source?.year ?? null,
    url: url && isAddress(url) ? url : null,
  };
}

/** Facts by id: those of the brief before those that the version cites. */
export function factsById(facts: readonly Fact[], cited: readonly CitedFact[]): Map<string, ShownFact> {
  return new Map([...cited.map(ofVersion), ...facts.map(ofBrief)].map((fact) => [fact.id, fact]));
}

/** A draft as Markdown. */
export function asMarkdown(draft: Draft): string {
  const lines = (draft.blocks ?? []).map((block) => {
    const label = block.label?.text ? `**${block.label.text}** ` : '';
    const text = `${label}${textOf(block.sentences)}`;
    if (block.kind === 'heading') return `\n${'#'.repeat(block.level ?? 2)} ${text}\n`;
    if (block.kind === 'item') return `- ${text}`;
    if (block.kind === 'step') return `1. ${text}`;
    if (block.kind === 'table') return `\n${tableLines(block).join('\n')}\n`;
    return `\n${text}\n`;
  });
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

function tableLines({ header = [], rows = [] }: Block): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const body = rows.map(({ cells = [] }) => line(cells.map((cell) => textOf(cell.sentences))));
  return [line(header.map(({ text }) => text ?? '')), line(header.map(() => '---')), ...body];
}

export const asStored = (draft: Draft) => draft as StoredDraft;

/** Sentences that only one of two drafts has. */
export function onlyIn(draft: Draft, other: Draft): string[] {
  const texts = (each: Draft) => pathsOf(each).map((path) => sentenceAt(each, path)?.text ?? '');
  const known = new Set(texts(other));
  return texts(draft).filter((text) => text !== '' && !known.has(text));
}
