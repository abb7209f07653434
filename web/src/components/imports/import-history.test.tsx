import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { http, ok } from '@/testing/http';
import { anImport } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { ImportHistory } from './import-history';

function history(error: string) {
  const imports = [anImport({ status: 'failed', error, rows: 0 })];
  server.use(http.get('/api/imports', () => ok({ imports, nextCursor: null })));
  renderAt('/', <ImportHistory />);
}

test('short_error_is_shown_as_a_whole', async () => {
  history('Queries.csv has a header but no rows.');
  expect(await screen.findByText('Queries.csv has a header but no rows.')).toBeVisible();
  expect(screen.queryByText('Show the rest')).not.toBeInTheDocument();
});

test('rest_of_a_long_error_unfolds', async () => {
  history(`wide.csv: no known header found. ${'Known are many exports of tools. '.repeat(20)}The end.`);
  expect(await screen.findByText(/^wide\.csv: no known header found.* …$/)).toBeVisible();
  expect(screen.getByText(/The end\.$/)).not.toBeVisible();
  await userEvent.click(screen.getByText('Show the rest'));
  expect(screen.getByText(/The end\.$/)).toBeVisible();
});

test('five_imports_are_shown_and_five_more_on_request', async () => {
  const imports = Array.from({ length: 12 }, (_, at) => anImport({ id: `i${at}`, fileName: `file-${at}.csv` }));
  server.use(http.get('/api/imports', () => ok({ imports, nextCursor: null })));
  renderAt('/', <ImportHistory />);
  expect(await screen.findAllByRole('listitem')).toHaveLength(5);
  const more = screen.getByRole('button', { name: 'Show more of 12 imports' });
  await userEvent.click(more);
  expect(screen.getAllByRole('listitem')).toHaveLength(10);
  await userEvent.click(more);
  expect(screen.getAllByRole('listitem')).toHaveLength(12);
  expect(more).not.toBeInTheDocument();
});
