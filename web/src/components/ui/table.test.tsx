import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Table, Td, Th } from './table';

test('stacked_table_says_how_its_cells_are_stacked_and_stays_a_table', () => {
  render(
    <Table stacked label="Leads">
      <thead>
        <tr>
          <Th>Contact</Th>
          <Th>Price</Th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <Td stack="title">Ann</Td>
          <Td label="Price">$45</Td>
        </tr>
      </tbody>
    </Table>,
  );
  const table = within(screen.getByRole('region', { name: 'Leads' })).getByRole('table');
  expect(table).toHaveClass('stacked-table');
  expect(within(table).getByRole('columnheader', { name: 'Price' })).toBeInTheDocument();
  expect(within(table).getByRole('cell', { name: 'Ann' })).toHaveAttribute('data-stack', 'title');
  expect(within(table).getByRole('cell', { name: '$45' })).toHaveAttribute('data-label', 'Price');
});
