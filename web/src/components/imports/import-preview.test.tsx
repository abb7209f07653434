import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { http, ok } from '@/testing/http';
import { anImport, aRun, aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { objectionTo } from './import-dropzone';
import { ImportPreview, likelyWebsite } from './import-preview';

const nothing = () => {};

test('the website is the wanted one, else the one of the suggested address, else the only own one', () => {
  const [first, second] = [aWebsite({ id: 'a', host: 'a.example' }), aWebsite({ id: 'b', host: 'b.example' })];
  expect(likelyWebsite([first, second], 'b', 'https://a.example/')).toBe('b');
  expect(likelyWebsite([first, second], null, 'https://www.a.example/')).toBe('a');
  expect(likelyWebsite([first, second], null, 'https://c.example/')).toBe('new');
  expect(likelyWebsite([first], null, null)).toBe('a');
  expect(likelyWebsite([first, second], null, null)).toBe('new');
  expect(likelyWebsite([aWebsite({ kind: 'sample' })], null, null)).toBe('new');
});

test('a file beyond the limit, or an empty one, is not sent', () => {
  expect(objectionTo({ name: 'a.csv', size: 10 })).toBeNull();
  expect(objectionTo({ name: 'a.csv', size: 0 })).toBe('a.csv is empty.');
  expect(objectionTo({ name: 'a.zip', size: 600 * 1024 * 1024 })).toBe('a.zip is 600 MB; the limit is 500 MB.');
});

test('a preview that is still under way is waited for', async () => {
  server.use(http.get('/api/imports/m1', () => ok({ import: anImport() })));
  renderAt(
    '/',
    <ImportPreview record={anImport({ preview: null })} websites={[]} onCommitted={nothing} onCancel={nothing} />,
  );
  expect(screen.getByText(/Large files take a while/)).toBeInTheDocument();
  expect(await screen.findByText('Search Console, queries')).toBeInTheDocument();
});

test('a file of which nothing is understood cannot be imported', async () => {
  const file = { ...anImport().preview?.files[0], kind: 'unknown', recognised: [], warnings: [] };
  const record = anImport({ preview: { container: 'csv', warnings: [], files: [file as never] } });
  renderAt('/', <ImportPreview record={record} websites={[]} onCommitted={nothing} onCancel={nothing} />);
  expect(screen.getByRole('alert')).toHaveTextContent('This file cannot be imported');
  expect(screen.queryByRole('button', { name: 'Import' })).not.toBeInTheDocument();
});

test('the chosen website is sent, and a refusal keeps what was chosen', async () => {
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
  renderAt('/', <ImportPreview record={anImport()} websites={websites} onCommitted={committed} onCancel={nothing} />);
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
