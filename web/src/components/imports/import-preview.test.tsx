import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Import, ImportDuplicate } from '@/api/types';
import { http, ok } from '@/testing/http';
import { anImport, aRun, aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { likelyWebsite } from './commit-form';
import { ImportPreview } from './import-preview';

const nothing = () => {};
const uploaded = (change: Partial<Import> = {}, duplicates: ImportDuplicate[] = []) => ({
  import: anImport(change),
  duplicates,
});

test('likely_website_is_the_wanted_one_then_the_suggested_one_then_the_only_own_one', () => {
  const [first, second] = [aWebsite({ id: 'a', host: 'a.example' }), aWebsite({ id: 'b', host: 'b.example' })];
  expect(likelyWebsite([first, second], 'b', 'https://a.example/')).toBe('b');
  expect(likelyWebsite([first, second], null, 'https://www.a.example/')).toBe('a');
  expect(likelyWebsite([first, second], null, 'https://c.example/')).toBe('new');
  expect(likelyWebsite([first], null, null)).toBe('a');
  expect(likelyWebsite([first, second], null, null)).toBe('new');
  expect(likelyWebsite([aWebsite({ kind: 'sample' })], null, null)).toBe('new');
});

test('pending_preview_is_loaded_until_it_is_there', async () => {
  server.use(http.get('/api/imports/m1', () => ok({ import: anImport(), duplicates: [] })));
  renderAt(
    '/',
    <ImportPreview uploaded={uploaded({ preview: null })} websites={[]} onCommitted={nothing} onCancel={nothing} />,
  );
  expect(screen.getByText(/Large files take a while/)).toBeInTheDocument();
  expect(await screen.findByText('Search Console, queries')).toBeInTheDocument();
});

test('file_without_recognised_columns_cannot_be_imported', async () => {
  const file = { ...anImport().preview?.files[0], kind: 'unknown', recognised: [], warnings: [] };
  const preview = {
    container: 'csv',
    warnings: [],
    rejects: [],
    rejectReasons: [],
    targets: [],
    files: [file as never],
  };
  renderAt(
    '/',
    <ImportPreview uploaded={uploaded({ preview })} websites={[]} onCommitted={nothing} onCancel={nothing} />,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('This file cannot be imported');
  expect(screen.queryByRole('button', { name: 'Import' })).not.toBeInTheDocument();
});

test('chosen_website_is_sent_and_stays_chosen_after_a_refusal', async () => {
  const bodies: unknown[] = [];
  const committed = vi.fn();
  server.use(
    http.post('/api/imports/m1/commit', async ({ request }) => {
      bodies.push(await request.json());
      return bodies.length === 1
        ? problem(409, 'Another import of this website is under way')
        : ok({ import: anImport(), run: aRun(), website: aWebsite() });
    }),
  );
  const websites = [aWebsite(), aWebsite({ id: 'w2', name: 'Southwind', host: 'southwind.example' })];
  renderAt('/', <ImportPreview uploaded={uploaded()} websites={websites} onCommitted={committed} onCancel={nothing} />);
  const choice = screen.getByRole('combobox', { name: 'Website' });
  expect(choice).toHaveValue('w1');
  await userEvent.selectOptions(choice, 'w2');
  await userEvent.click(screen.getByRole('button', { name: 'Import' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Another import of this website is under way');
  expect(choice).toHaveValue('w2');
  await userEvent.click(screen.getByRole('button', { name: 'Import' }));
  await vi.waitFor(() => expect(committed).toHaveBeenCalledOnce());
  expect(bodies).toEqual([{ websiteId: 'w2' }, { websiteId: 'w2' }]);
});

const DUPLICATE: ImportDuplicate = {
  fileName: 'Queries.csv',
  importId: 'm0',
  importFileName: 'gsc-export.zip',
  importedAt: '2026-11-03T10:00:00Z',
  websiteId: 'w1',
  websiteName: 'example.com',
};

function serveCommits(first?: () => Response) {
  const bodies: unknown[] = [];
  server.use(
    http.post('/api/imports/m1/commit', async ({ request }) => {
      bodies.push(await request.json());
      if (first && bodies.length === 1) return first() as never;
      return ok({ import: anImport(), run: aRun(), website: aWebsite() });
    }),
  );
  return bodies;
}

test('known_duplicate_is_named_and_imported_only_by_import_again', async () => {
  const bodies = serveCommits();
  renderAt(
    '/',
    <ImportPreview
      uploaded={uploaded({}, [DUPLICATE])}
      websites={[aWebsite()]}
      onCommitted={nothing}
      onCancel={nothing}
    />,
  );
  expect(
    screen.getByText(/^Queries\.csv was already imported on .* as gsc-export\.zip for example\.com\.$/),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Import' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Import again' }));
  await vi.waitFor(() => expect(bodies).toEqual([{ websiteId: 'w1', allowDuplicates: true }]));
});

test('duplicate_found_on_commit_is_asked_about_before_a_second_commit', async () => {
  const detail = 'Queries.csv was imported a moment ago.';
  const bodies = serveCommits(() => problem(409, 'Conflict', [{ pointer: '/allowDuplicates', detail }]));
  renderAt(
    '/',
    <ImportPreview uploaded={uploaded()} websites={[aWebsite()]} onCommitted={nothing} onCancel={nothing} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Import' }));
  expect(await screen.findByText(detail)).toBeInTheDocument();
  expect(bodies).toEqual([{ websiteId: 'w1' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Import again' }));
  await vi.waitFor(() => expect(bodies.at(-1)).toEqual({ websiteId: 'w1', allowDuplicates: true }));
});

test('rows_left_out_are_listed_with_reason_and_both_counts_before_the_import', async () => {
  const record = anImport();
  const file = { ...record.preview?.files[0], rows: 11, accepted: 3, rejected: 8, warnings: [] };
  const preview = {
    container: 'csv',
    warnings: [],
    files: [file as never],
    rejects: [{ file: 'Queries.csv', line: 4, reason: 'clicks is no number' }],
    rejectReasons: [{ file: 'Queries.csv', reason: 'clicks is no number', rows: 8, firstLine: 4 }],
    targets: [],
  };
  renderAt(
    '/',
    <ImportPreview uploaded={uploaded({ preview })} websites={[]} onCommitted={nothing} onCancel={nothing} />,
  );
  expect(screen.getByText(/11 rows, 3 to import, 8 left out/)).toBeInTheDocument();
  expect(screen.getByRole('list', { name: 'Reasons' })).toHaveTextContent(
    'clicks is no number (Queries.csv, first in line 4)8 rows',
  );
  expect(screen.getByText('Queries.csv, line 4:')).toBeInTheDocument();
});
