import { expect, test } from 'vitest';
import { labelsOf, type MarkLabel } from './line-marks';
import { type Mark, plotOf } from './line-plot';

const xs = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const line = { name: 'Clicks', values: xs.map((x) => x * 10), tone: 1 as const };
const mark = (at: number, text: string): Mark => ({ at, text, tone: 4 });

function plotted(marks: readonly Mark[], width: number) {
  const plot = plotOf({ xs, lines: [line], bands: [], spots: [], marks, zero: true, width, height: 280 });
  return { plot, ...labelsOf(marks, plot) };
}

/** Start and end of a text of at most 6.4 pixels a character. */
function span({ text, x, anchor }: MarkLabel): [number, number] {
  const width = text.length * 6.4;
  return anchor === 'start' ? [x, x + width] : [x - width, x];
}

const MARKS = [mark(2, 'New prices of the site'), mark(3, 'Deploy 41'), mark(5, 'November core update')];

test('texts_with_room_are_above_all_values', () => {
  const { plot, labels, numbered } = plotted(MARKS, 1400);
  expect(labels.map(({ text }) => text)).toEqual(MARKS.map(({ text }) => text));
  expect(numbered).toEqual([]);
  const highest = Math.min(...line.values.map(plot.y));
  expect(highest).toBeGreaterThanOrEqual(plot.top);
  // Room for a text of 12 pixels above the plot; a chart without marks needs none.
  expect(plot.top).toBeGreaterThanOrEqual(24);
  expect(plotted([], 1400).plot.top).toBeLessThan(plot.top);
});

test('phone_shows_numbers_and_lists_their_texts', () => {
  const { labels, numbered } = plotted(MARKS, 318);
  expect(labels.map(({ text }) => text)).toEqual(['1', '2', '3']);
  expect(numbered.map(({ text }) => text)).toEqual(MARKS.map(({ text }) => text));
});

test('no_label_is_over_another_at_any_width', () => {
  const crowd = xs.flatMap((at) => [mark(at, `First change ${at}`), mark(at, `Second change ${at}`)]);
  for (const width of [240, 318, 500, 900, 1400]) {
    const { plot, labels, numbered } = plotted(crowd, width);
    expect(numbered).toHaveLength(crowd.length);
    const spans = labels.map(span);
    for (const [index, [from, to]] of spans.entries()) {
      expect(from).toBeGreaterThanOrEqual(spans[index - 1]?.[1] ?? 0);
      expect(to).toBeLessThanOrEqual(plot.right);
    }
    expect(labels.at(-1)?.text).toMatch(/18$/);
  }
});

test('text_at_the_right_edge_ends_at_its_mark', () => {
  const { plot, labels } = plotted([mark(8, 'Last day')], 600);
  expect(labels).toEqual([{ text: 'Last day', x: plot.x(8), anchor: 'end' }]);
});

test('mark_without_text_has_no_label', () => {
  expect(plotted([mark(2, '')], 600).labels).toEqual([]);
});
