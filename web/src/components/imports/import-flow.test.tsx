import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { importApi } from '@/api/imports';
import { http, ok } from '@/testing/http';
import { anImport, aRun, aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { ImportPanel } from './import-flow';

afterEach(() => vi.restoreAllMocks());

/**
 * Mocks a server that previews every upload under the name of its first file, and imports at once. Returns the uploads.
 */
function serveImports(): string[][] {
  const sent: string[][] = [];
  const recordOf = (id: string, change = {}) => anImport({ id, fileName: id, ...change });
  vi.spyOn(importApi, 'upload').mockImplementation(async (files) => {
    sent.push(files.map(({ name }) => name));
    return { success: true, import: recordOf(files[0]?.name ?? ''), run: aRun(), duplicates: [] };
  });
  server.use(
    http.get('/api/websites', () => ok({ websites: [aWebsite()], nextCursor: null })),
    http.post('/api/imports/:id/commit', ({ params }) =>
      ok({
        import: recordOf(String(params.id), { status: 'importing' }),
        run: aRun({ id: `run-${params.id}`, status: 'succeeded' }),
        website: aWebsite(),
      }),
    ),
    http.get('/api/runs/:id', ({ params }) =>
      ok({ run: aRun({ id: String(params.id), status: 'succeeded', websiteId: 'w1' }) }),
    ),
    http.get('/api/imports/:id', ({ params }) =>
      ok({ import: recordOf(String(params.id), { status: 'imported', rows: 3, rejected: 8 }), duplicates: [] }),
    ),
  );
  return sent;
}

const csv = (name: string) => new File(['Query,Clicks\nroof repair,1\n'], name);

async function choose(...files: File[]): Promise<void> {
  await userEvent.upload(await screen.findByLabelText('Files to import'), files);
}

test('several_files_are_sent_as_one_import_and_an_archive_as_its_own', async () => {
  const sent = serveImports();
  renderAt('/', <ImportPanel />);
  await choose(csv('Chart.csv'), csv('Queries.csv'), csv('old.zip'));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Import' })).toHaveLength(2));
  expect(sent).toEqual([['Chart.csv', 'Queries.csv'], ['old.zip']]);
});

test('each_import_has_its_own_result_and_the_screen_continues_after_the_last', async () => {
  serveImports();
  const imported = vi.fn();
  renderAt('/', <ImportPanel onImported={imported} />);
  await choose(csv('Chart.csv'), csv('old.zip'));
  const items = () => within(screen.getByRole('list', { name: 'Uploads' })).getAllByRole('listitem');
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Import' })).toHaveLength(2));
  await userEvent.click(screen.getAllByRole('button', { name: 'Import' })[0] as HTMLElement);
  expect(await screen.findByText('3 of 11 rows imported, 8 left out')).toBeInTheDocument();
  expect(imported).not.toHaveBeenCalled();
  expect(items().length).toBeGreaterThan(1);
  await userEvent.click(screen.getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(screen.getAllByText('3 of 11 rows imported, 8 left out')).toHaveLength(2));
  await waitFor(() => expect(imported).toHaveBeenCalledTimes(1));
  expect(imported).toHaveBeenCalledWith(expect.objectContaining({ id: 'old.zip', websiteId: 'w1' }));
});

test('empty_file_is_refused_while_the_others_are_sent', async () => {
  const sent = serveImports();
  renderAt('/', <ImportPanel />);
  await choose(new File([], 'empty.csv'), csv('Queries.csv'));
  expect(await screen.findByText('empty.csv is empty.')).toBeInTheDocument();
  await waitFor(() => expect(sent).toEqual([['Queries.csv']]));
  await userEvent.click(screen.getByRole('button', { name: 'Remove file empty.csv' }));
  expect(screen.queryByText('empty.csv is empty.')).not.toBeInTheDocument();
});

test('file_that_is_in_the_list_is_not_sent_twice', async () => {
  const sent = serveImports();
  renderAt('/', <ImportPanel />);
  const file = csv('Queries.csv');
  await choose(file);
  expect(await screen.findByRole('button', { name: 'Import' })).toBeInTheDocument();
  await choose(file);
  expect(sent).toHaveLength(1);
});
