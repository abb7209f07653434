import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
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

test('money_comes_first_and_values_that_say_nothing_are_only_in_the_tab', async () => {
  render(<ResultView result={RESULT} fileName="file" />);
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Monthly value',
    'Count1',
    'Count2',
    'Count3',
  ]);
  await userEvent.click(screen.getByRole('tab', { name: 'Values' }));
  const all = within(screen.getByRole('tabpanel'))
    .getAllByRole('term')
    .map((term) => term.textContent);
  expect(all.slice(0, 2)).toEqual(['Monthly value', 'Count0']);
  expect(all.at(-1)).toBe('Rejected');
  expect(screen.getByText('lead value')).toBeInTheDocument();
});

test('longest_table_is_open_where_no_chart_shows_the_result', () => {
  const { rerender } = render(<ResultView result={RESULT} fileName="file" />);
  expect(table('Quick wins (2 rows)')).toHaveAttribute('open');
  expect(table('Factors (1 row)')).not.toHaveAttribute('open');
  rerender(
    <ResultView key="plots" result={RESULT} fileName="file">
      <p>Chart</p>
    </ResultView>,
  );
  expect(table('Quick wins (2 rows)')).not.toHaveAttribute('open');
});

test('assumptions_and_method_have_a_tab', async () => {
  render(<ResultView result={RESULT} fileName="file" />);
  expect(screen.queryByText('Clicks are independent.')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('tab', { name: 'Assumptions and method' }));
  expect(screen.getByText('Clicks are independent.')).toBeInTheDocument();
});

test('tab_opens_and_is_reported_by_its_name_and_the_first_by_none', async () => {
  const onPanel = vi.fn();
  const panels = [{ id: 'history', label: 'History', content: <p>Runs</p> }];
  const { rerender } = render(
    <ResultView result={RESULT} fileName="file" panels={panels} panel="history" onPanel={onPanel} />,
  );
  expect(screen.getByText('Runs')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('tab', { name: 'Values' }));
  expect(onPanel).toHaveBeenLastCalledWith('values');
  await userEvent.click(screen.getByRole('tab', { name: 'Tables' }));
  expect(onPanel).toHaveBeenLastCalledWith('');
  rerender(<ResultView result={RESULT} fileName="file" panels={panels} panel="unknown" onPanel={onPanel} />);
  expect(table('Quick wins (2 rows)')).toHaveAttribute('open');
});

test('table_leaves_out_indexes_and_gives_sentences_room', () => {
  render(<ResultView result={RESULT} fileName="file" />);
  expect(screen.queryByRole('columnheader', { name: 'Keyword' })).not.toBeInTheDocument();
  const detail = screen.getByRole('cell', { name: /position 8\.7/ });
  expect(detail).toHaveClass('sm:min-w-64');
  expect(detail).toHaveAttribute('data-label', 'Detail');
});
