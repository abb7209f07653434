import type { Mark, Plot } from './line-plot';

/** Width of an average character of a text, and least distance of two texts, in pixels. */
const CHARACTER = 6.4;
const GAP = 8;

/** A text in the line above the plot. */
export interface MarkLabel {
  text: string;
  /** Place of its start or its end, in pixels. */
  x: number;
  anchor: 'start' | 'end';
}

/** Texts above the plot; with `numbered`, they are numbers of these marks, whose texts belong in a legend. */
export interface MarkLabels {
  labels: readonly MarkLabel[];
  numbered: readonly Mark[];
}

/**
 * Returns texts of marks that overlap neither a line of values nor one another: the texts themselves if all have room, or
 * else the numbers of the marks from left to right. Numbers without room join those to their left.
 */
export function labelsOf(marks: readonly Mark[], plot: Plot): MarkLabels {
  const named = marks.filter(({ text }) => text !== '').sort((a, b) => a.at - b.at);
  const labels = named.map((mark) => place(mark.text, plot.x(mark.at), plot));
  const isClear = labels.every((label, index) => {
    const before = labels[index - 1];
    return start(label) >= plot.left && (before === undefined || start(label) >= end(before) + GAP);
  });
  return isClear ? { labels, numbered: [] } : { labels: numbers(named, plot), numbered: named };
}

function numbers(named: readonly Mark[], plot: Plot): MarkLabel[] {
  const labels: (MarkLabel & { first: number })[] = [];
  for (const [index, mark] of named.entries()) {
    const before = labels.at(-1);
    const label = { ...place(String(index + 1), plot.x(mark.at), plot), first: index + 1 };
    if (before === undefined || start(label) >= end(before) + GAP) labels.push(label);
    else join(labels, index + 1, plot);
  }
  return labels.map(({ first, ...label }) => label);
}

/** Adds a number to the last label; one that grows into the label before it joins that as well. */
function join(labels: (MarkLabel & { first: number })[], number: number, plot: Plot): void {
  const last = labels.pop();
  if (!last) return;
  const text = `${last.first}–${number}`;
  const label = { ...place(text, last.x, plot), first: last.first };
  const before = labels.at(-1);
  if (before && start(label) < end(before) + GAP) join(labels, number, plot);
  else labels.push(label);
}

/** To the right of its mark, or to its left at the edge. */
function place(text: string, x: number, plot: Plot): MarkLabel {
  return { text, x, anchor: x + widthOf(text) <= plot.right ? 'start' : 'end' };
}

const widthOf = (text: string) => text.length * CHARACTER;
const start = ({ text, x, anchor }: MarkLabel) => (anchor === 'start' ? x : x - widthOf(text));
const end = (label: MarkLabel) => start(label) + widthOf(label.text);
