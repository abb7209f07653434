import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { http, ok } from '@/testing/http';
import { aKeyword, anEstimate, aRankSummary, rankHandlers, someSettings } from '@/testing/ranks';
import { aRun, aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import { keywordsOf } from './add-dialog';
import RanksPage from './page';
import { changeText, dollars, rankText } from './rank-words';

const screens = (
  <Routes>
    <Route path="ranks" element={<RanksPage />} />
  </Routes>
);

beforeEach(() => {
  signIn();
  server.use(http.get('/api/websites', () => ok({ websites: [aWebsite()] })));
});

test('rank_beyond_the_depth_is_no_number', () => {
  expect([rankText(4, 20), rankText(null, 20), rankText(null, null)]).toEqual(['4', '>20', '—']);
  expect([changeText(3), changeText(-7, true), changeText(0), changeText(null)]).toEqual([
    '+3',
    '−7 or more',
    '0',
    '—',
  ]);
  expect([dollars(2_000), dollars(5_000_000), dollars(null)]).toEqual(['$0.002', '$5.00', '—']);
});

test('pasted_lines_become_keywords_each_once', () => {
  expect(keywordsOf(' a  b \n\na b\r\nc')).toEqual(['a b', 'c']);
});

test('website_without_keywords_or_connection_says_what_is_missing', async () => {
  server.use(
    ...rankHandlers({
      summary: aRankSummary({ keywords: 0, checked: 0 }),
      settings: someSettings({ connections: [] }),
    }),
  );
  renderAt('/ranks', screens);
  expect(await screen.findByText('No tracked keywords of northwind.example yet')).toBeInTheDocument();
  expect(screen.getByText('No connection returns search results')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open connections' })).toHaveAttribute('href', '/settings?tab=connections');
});

test('keywords_show_rank_change_features_and_failures', async () => {
  const failed = aKeyword({
    id: 'k2',
    keyword: 'new roof cost',
    rank: null,
    failedAt: '2026-11-20T05:00:00Z',
    error: 'x',
  });
  server.use(...rankHandlers({ keywords: [aKeyword(), failed] }));
  renderAt('/ranks', screens);
  await screen.findByRole('button', { name: 'new roof cost' });
  const table = within(screen.getByRole('region', { name: 'Tracked keywords' }));
  const first = within(table.getByRole('row', { name: /roof repair waco/ }));
  expect(first.getByText('4')).toBeInTheDocument();
  expect(first.getByText('+3')).toBeInTheDocument();
  expect(first.getByText('Local pack: yours')).toBeInTheDocument();
  const second = within(table.getByRole('row', { name: /new roof cost/ }));
  expect(second.getByText('>20')).toBeInTheDocument();
  expect(second.getByText('Check failed')).toBeInTheDocument();
  expect(screen.getByText(/18\.2\s?% share of voice/)).toBeInTheDocument();
});

test('check_names_its_cost_and_sends_the_website', async () => {
  const bodies = recordCalls('post', '/api/ranks/checks', () => ok({ run: aRun({ id: 'r1' }) }));
  server.use(...rankHandlers({ estimate: anEstimate({ due: 2, runMicros: 4_000 }) }));
  renderAt('/ranks', screens);
  await userEvent.click(await screen.findByRole('button', { name: 'Check 2 keywords, at most $0.004' }));
  expect(bodies).toEqual([{ websiteId: 'w1' }]);
});

test('add_dialog_sends_lines_devices_and_tags', async () => {
  const bodies = recordCalls('post', '/api/ranks/keywords', () => ok({ added: 2, existing: 0, total: 2 }));
  server.use(...rankHandlers({}));
  renderAt('/ranks', screens);
  await userEvent.click(await screen.findByRole('button', { name: 'Add keywords' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add keywords' }));
  await userEvent.type(form.getByLabelText('Keywords'), 'roof repair{Enter}new roof');
  await userEvent.type(form.getByLabelText('Tags'), 'core, texas');
  await userEvent.click(form.getByLabelText('Mobile'));
  await userEvent.click(form.getByRole('button', { name: 'Add keywords' }));
  expect(bodies).toEqual([
    {
      websiteId: 'w1',
      keywords: ['roof repair', 'new roof'],
      country: 'us',
      place: '',
      language: 'en',
      devices: ['desktop', 'mobile'],
      tags: ['core', 'texas'],
      targetUrl: '',
    },
  ]);
});
