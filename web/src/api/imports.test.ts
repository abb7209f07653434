import { afterEach, expect, test, vi } from 'vitest';
import { importApi } from './imports';

vi.mock('./client', async (original) => ({
  ...(await original<typeof import('./client')>()),
  upload: async (_path: string, form: FormData) => [...form.keys()],
}));

afterEach(() => vi.restoreAllMocks());

const csv = (name: string) => new File(['Query,Clicks\n'], name);

test('one_file_is_sent_as_file_and_several_as_files', async () => {
  expect(await importApi.upload([csv('Queries.csv')], () => {})).toEqual(['file']);
  expect(await importApi.upload([csv('Chart.csv'), csv('Queries.csv')], () => {}, 'w1')).toEqual([
    'websiteId',
    'files',
    'files',
  ]);
});
