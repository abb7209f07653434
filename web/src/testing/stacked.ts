import { within } from '@testing-library/react';
import { expect } from 'vitest';

/** Expects a table whose first row is a block on a phone: a title, these labels in order, and all other cells placed. */
export function expectStacked(table: HTMLElement, labels: readonly string[]): void {
  expect(table).toHaveClass('stacked-table');
  const cells = [...(within(table).getAllByRole('row')[1] as HTMLElement).querySelectorAll<HTMLElement>('td')];
  expect(cells.filter(({ dataset }) => dataset.stack === 'title')).toHaveLength(1);
  expect(cells.map(({ dataset }) => dataset.label).filter(Boolean)).toEqual(labels);
  for (const { dataset } of cells) expect(dataset.label ?? dataset.stack).toBeDefined();
}
