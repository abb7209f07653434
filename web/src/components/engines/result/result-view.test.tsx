import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ResultView } from './result-view';
import type { JsonObject } from './value';

const RESULT: JsonObject = {
  rejected: null,
  curve: { isFitted: true },
  ...Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`count${at}`, at])),
  totals: { valueBasis: 'leadValue', value: { p10Cents: 100, p50Cents: 200, p90Cents: 300 } },
  factors: [{ name: 'clickThrough' }],
  wins: [
    { query: 'a', keyword: 4, detail: 'Ranks at position 8.7 with 211,983 impressions; position 3 is realistic.' },
    { query: 'b', keyword: 9, detail: 'Ranks at position 9.1 with 141,555 impressions; position 3 is realistic.' },
  ],
  assumptions: ['Clicks are independent.'],
  method: 'keyword',
};

const table = (name: string) => screen.getByRole('heading', { level: 3, name }).closest('details');

test('money_comes_first_and_further_values_are_folded', () => {
  render(<ResultView result={RESULT} fileName="file" />);
  const names = screen.getAllByRole('term').map((term) => term.textContent);
  expect(names.slice(0, 2)).toEqual(['Monthly value', 'Count0']);
  expect(names.at(-1)).toBe('Rejected');
  expect(screen.getByText('Value basis').closest('details')).not.toHaveAttribute('open');
  expect(screen.getByText('3 more values')).toBeInTheDocument();
  expect(screen.getByText('lead value')).toBeInTheDocument();
});

test('longest_table_is_open_where_no_chart_shows_the_result', () => {
  const { rerender } = render(<ResultView result={RESULT} fileName="file" />);
  expect(table('Wins (2 rows)')).toHaveAttribute('open');
  expect(table('Factors (1 row)')).not.toHaveAttribute('open');
  rerender(
    <ResultView key="plots" result={RESULT} fileName="file">
      <p>Chart</p>
    </ResultView>,
  );
  expect(table('Wins (2 rows)')).not.toHaveAttribute('open');
});

test('assumptions_and_method_unfold_from_their_count', () => {
  render(<ResultView result={RESULT} fileName="file" />);
  const summary = screen.getByText('Assumptions (1) and method');
  expect(summary.closest('details')).toContainElement(screen.getByText('Clicks are independent.'));
});

test('table_leaves_out_indexes_and_gives_sentences_room', () => {
  render(<ResultView result={RESULT} fileName="file" />);
  expect(screen.queryByRole('columnheader', { name: 'Keyword' })).not.toBeInTheDocument();
  const detail = screen.getByRole('cell', { name: /position 8\.7/ });
  expect(detail).toHaveClass('sm:min-w-64');
  expect(detail).toHaveAttribute('data-label', 'Detail');
});
