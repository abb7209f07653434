import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { http, ok } from '@/testing/http';
import { onPhone } from '@/testing/media';
import {
  aDigest,
  aKeyword,
  aKeywordCheck,
  anEstimate,
  aRankSummary,
  rankHandlers,
  someSettings,
} from '@/testing/ranks';
import { aRun, aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import { keywordsOf } from './add-dialog';
import RanksPage from './page';
import { changeText, ownTimeZone, rankText } from './rank-words';

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

test('website_with_imported_ranks_and_no_keywords_leads_to_them', async () => {
  server.use(...rankHandlers({ summary: aRankSummary({ keywords: 0, checked: 0 }), importedRanks: 1_040 }));
  renderAt('/ranks', screens);
  expect(await screen.findByText('1,040 imported ranks')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Show imported ranks' })).toHaveAttribute(
    'href',
    '/imported?tab=ranks&website=w1',
  );
  expect(screen.getByText('No tracked keywords of northwind.example yet')).toBeInTheDocument();
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

test('phone_shows_ten_keywords_a_page_and_folds_what_is_secondary', async () => {
  onPhone();
  const keywords = Array.from({ length: 23 }, (_, index) =>
    aKeyword({ id: `k${index + 1}`, keyword: `roof repair ${index + 1}` }),
  );
  server.use(...rankHandlers({ keywords }));
  renderAt('/ranks', screens);
  const shown = () => screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'));
  await screen.findByRole('button', { name: 'roof repair 1' });
  expect(shown()).toHaveLength(10);
  const pages = within(screen.getByRole('navigation', { name: 'Pages of keywords' }));
  await userEvent.click(pages.getByRole('button', { name: 'Next' }));
  await userEvent.click(pages.getByRole('button', { name: 'Next' }));
  expect(shown()).toEqual(['Select roof repair 21', 'Select roof repair 22', 'Select roof repair 23']);
  expect(pages.getByRole('status')).toHaveTextContent('Page 3 of 3');
  for (const title of ['Checks and budget', 'Alerts', 'Digest', 'Breakdown', 'Rank history']) {
    expect(screen.getByRole('heading', { name: title }).closest('details')).not.toHaveAttribute('open');
  }
  expect(screen.getByLabelText('Keyword, page or host contains')).not.toBeVisible();
  await userEvent.click(screen.getByRole('heading', { name: 'Rank history' }));
  expect(screen.getByLabelText('Keyword, page or host contains')).toBeVisible();
});

test('export_holds_the_keywords_that_the_filters_choose', async () => {
  const asked: string[] = [];
  server.use(
    ...rankHandlers({}),
    http.raw.get('/api/ranks/export', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({}, { status: 503 });
    }),
  );
  renderAt('/ranks?q=roof&device=mobile&sort=rank', screens);
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(asked).toEqual(['?websiteId=w1&q=roof&device=mobile&format=csv']));
});

test('check_names_its_cost_and_sends_the_website', async () => {
  const bodies = recordCalls('post', '/api/ranks/checks', () => ok({ run: aRun({ id: 'r1' }) }));
  server.use(...rankHandlers({ estimate: anEstimate({ due: 2, runMicros: 4_000 }) }));
  renderAt('/ranks', screens);
  await userEvent.click(await screen.findByRole('button', { name: 'Check 2 keywords, at most $0.004' }));
  expect(bodies).toEqual([{ websiteId: 'w1' }]);
});

test('add_dialog_sends_lines_devices_and_tags', async () => {
  const bodies = recordCalls('post', '/api/ranks/keywords', () =>
    ok({ added: 2, existing: 0, ids: ['k8', 'k9'], total: 2 }),
  );
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

test('digest_form_saves_frequency_weekday_and_own_time_zone', async () => {
  const bodies = recordCalls('put', '/api/ranks/digest', () => ok(aDigest({ frequency: 'weekly', weekday: 5 })));
  server.use(...rankHandlers({}));
  renderAt('/ranks', screens);
  const card = within(await screen.findByRole('region', { name: 'Digest' }));
  expect(await card.findByText('No digest is sent.')).toBeInTheDocument();
  await userEvent.click(card.getByRole('button', { name: 'Change digest' }));
  const form = within(await screen.findByRole('dialog', { name: 'Digest' }));
  expect(form.queryByLabelText('Day of the week')).not.toBeInTheDocument();
  await userEvent.selectOptions(form.getByLabelText('Frequency'), 'Weekly');
  await userEvent.selectOptions(form.getByLabelText('Day of the week'), 'Friday');
  await userEvent.click(form.getByLabelText('Also send it when nothing has changed'));
  await userEvent.click(form.getByRole('button', { name: 'Save digest' }));
  expect(bodies).toEqual([
    { websiteId: 'w1', frequency: 'weekly', weekday: 5, timeZone: ownTimeZone(), sendsEmpty: false },
  ]);
});

test('digest_shows_times_the_last_one_and_why_none_was_sent', async () => {
  const last = { at: '2026-11-16T07:00:00Z', isEmpty: false, emails: 2, refusedEmails: 1 };
  server.use(
    ...rankHandlers({
      digest: aDigest({
        frequency: 'weekly',
        timeZone: 'Europe/Berlin',
        nextAt: '2026-11-30T06:00:00Z',
        skippedAt: '2026-11-23T06:00:00Z',
        skippedReason: 'This workspace has started 5 of 5 runs today.',
        last,
        isSubscribed: true,
        subscribers: 3,
      }),
    }),
  );
  renderAt('/ranks', screens);
  const card = within(await screen.findByRole('region', { name: 'Digest' }));
  expect(await card.findByText(/Every Monday at 7:00 \(Europe\/Berlin\)\. Next:/)).toBeInTheDocument();
  expect(card.getByText(/2 emails\. 1 email over the workspace's daily limit was not sent\./)).toBeInTheDocument();
  expect(card.getByText(/This workspace has started 5 of 5 runs today\./)).toBeInTheDocument();
  expect(card.getByText('You get it by email; 2 other members do.')).toBeInTheDocument();
});

test('alerts_are_subscribed_to_apart_from_the_digest', async () => {
  const answered = { isSubscribed: true, obstacle: null, subscribers: 2 };
  const bodies = recordCalls('put', '/api/ranks/alerts/subscription', () => {
    server.use(...rankHandlers({ alertSubscription: answered }));
    return ok(answered);
  });
  server.use(...rankHandlers({}));
  renderAt('/ranks', screens);
  const card = within(await screen.findByRole('region', { name: 'Alerts' }));
  await userEvent.click(await card.findByRole('button', { name: 'Email them to me' }));
  expect(await card.findByText('You get them by email; 1 other member does.')).toBeInTheDocument();
  expect(bodies).toEqual([{ websiteId: 'w1', isSubscribed: true }]);
});

test('digest_is_subscribed_to', async () => {
  const bodies = recordCalls('put', '/api/ranks/digest/subscription', () => ok(aDigest({ isSubscribed: true })));
  server.use(...rankHandlers({}));
  renderAt('/ranks', screens);
  await userEvent.click(await screen.findByRole('button', { name: 'Email it to me' }));
  expect(bodies).toEqual([{ websiteId: 'w1', isSubscribed: true }]);
});

test('digest_without_a_confirmed_address_names_the_obstacle', async () => {
  server.use(...rankHandlers({ digest: aDigest({ obstacle: 'Confirm your email address first.' }) }));
  renderAt('/ranks', screens);
  expect(await screen.findByText('Confirm your email address first.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Email it to me' })).not.toBeInTheDocument();
});

test('digest_preview_shows_its_sections_and_sends_a_copy', async () => {
  const bodies = recordCalls('post', '/api/ranks/digest/send', () => ok({ recipient: 'ada@example.com' }));
  const sections = [
    { heading: 'Summary', lines: ['2 of 2 keywords were checked.'] },
    { heading: 'Moved up more than usual', lines: ['"roof" (desktop): from 12 to 4'] },
  ];
  server.use(
    ...rankHandlers({}),
    http.get('/api/ranks/digest/preview', () =>
      ok({
        from: '2026-11-17T07:00:00Z',
        until: '2026-11-24T07:00:00Z',
        isEmpty: false,
        subject: 'Ranks of northwind.example, 17 to 24 November 2026',
        sections,
      }),
    ),
  );
  renderAt('/ranks', screens);
  await userEvent.click(await screen.findByRole('button', { name: 'Preview digest' }));
  expect(await screen.findByText('"roof" (desktop): from 12 to 4')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Email it to me now' }));
  expect(bodies).toEqual([{ websiteId: 'w1' }]);
});

test('history_lists_every_check_and_sends_its_filters', async () => {
  const asked: URLSearchParams[] = [];
  const beyond = aKeywordCheck({
    keywordId: 'k2',
    keyword: 'new roof cost',
    rank: null,
    url: null,
    aiOverview: 'absent',
  });
  server.use(
    http.get('/api/ranks/history', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return ok({ checks: [aKeywordCheck(), beyond], firstAt: null, lastAt: '2026-11-20T05:00:00Z', nextCursor: null });
    }),
    ...rankHandlers({}),
  );
  const { at } = renderAt('/ranks', screens);
  const card = within(await screen.findByRole('region', { name: 'Rank history' }));
  const first = await card.findByRole('row', {
    name: /roof repair waco 4 northwind.example\/roofs US, mobile Local pack Cites you/,
  });
  expect(first).toHaveTextContent('rival.example, northwind.example');
  const regions = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
  expect(regions.indexOf('Alerts'), 'alerts come before the long list').toBeLessThan(regions.indexOf('Rank history'));
  expect(regions).toContain('Alerts');
  expect(card.getByRole('row', { name: /new roof cost >20 None within the depth/ })).toBeInTheDocument();
  await userEvent.selectOptions(card.getByRole('combobox', { name: 'AI overview' }), 'AI overview cites you');
  await userEvent.selectOptions(card.getByRole('combobox', { name: 'Order of the history' }), 'Best rank first');
  await waitFor(() => expect(asked.at(-1)?.get('sort')).toBe('rank'));
  expect([asked.at(-1)?.get('cited'), asked.at(-1)?.has('overview')]).toEqual(['true', false]);
  expect(at()).toContain('hoverview=cited');
});
