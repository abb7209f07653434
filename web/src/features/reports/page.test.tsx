import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import type { OneReport, ReportContent } from '@/api/reports';
import { http, ok } from '@/testing/http';
import { productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import ReportPage from './detail-page';
import ReportsPage from './page';
import { settingsOf } from './report-form';
import { contrastToWhite } from './report-words';
import SharedReportPage from './shared-page';

const found: OneReport = {
  success: true,
  logo: null,
  schedule: { nextAt: null, lastAt: null, lastStatus: 'failed', error: 'The website no longer exists.' },
  report: {
    id: 'r1',
    websiteId: 'w1',
    websiteName: 'Northwind',
    settings: {
      title: 'Search report',
      days: 28,
      sections: ['search', 'visits'],
      brandName: 'Lovelace Media',
      accent: '#1d4ed8',
      frequency: 'weekly',
      hour: 7,
      timeZone: 'UTC',
      recipients: ['client@example.com'],
    },
    hasLogo: false,
    sharedAt: null,
    latestIssueId: 'i1',
    latestMadeAt: '2026-10-01T08:00:00Z',
    createdAt: '2026-09-01T08:00:00Z',
    updatedAt: '2026-09-01T08:00:00Z',
  },
};

const content: ReportContent = {
  title: 'Search report',
  website: 'Northwind',
  host: 'northwind.example',
  brand: { name: 'Lovelace Media', accent: '#1d4ed8', logo: null },
  period: { from: '2026-09-03', to: '2026-09-30' },
  previous: { from: '2026-08-06', to: '2026-09-02' },
  madeAt: '2026-10-01T08:00:00Z',
  sections: ['search', 'visits'],
  search: {
    source: { name: 'Google Search Console', asOf: '2026-09-30' },
    current: { clicks: 112, impressions: 1_000, ctr: 0.112, position: 4.2 },
    previous: { clicks: 100, impressions: 1_000, ctr: 0.1, position: 5.2 },
    days: [{ day: '2026-09-03', clicks: 4, impressions: 40 }],
    queries: [
      {
        name: 'drain cleaning',
        current: { clicks: 9, impressions: 90, ctr: 0.1, position: 3 },
        previous: { clicks: 0, impressions: 0, ctr: null, position: null },
      },
    ],
    pages: [],
  },
  visits: null,
  ranks: null,
  issues: null,
  changes: null,
  revenue: null,
  actions: null,
  missing: [{ section: 'visits', text: 'No visits in this period.', path: '/visits' }],
};

beforeEach(() => {
  server.use(...productHandlers());
});

test('report_list_shows_schedule_and_recipients', async () => {
  server.use(http.get('/api/reports', () => ok({ reports: [found.report] })));
  renderAt('/reports', <ReportsPage />);
  expect(await screen.findByRole('link', { name: /Search report/ })).toHaveAttribute('href', '/reports/r1');
  expect(screen.getByText('Every Monday')).toBeVisible();
  expect(screen.getByText('1 recipient')).toBeVisible();
});

test('report_list_without_reports_explains_them', async () => {
  server.use(http.get('/api/reports', () => ok({ reports: [] })));
  renderAt('/reports', <ReportsPage />);
  expect(await screen.findByText('No reports yet')).toBeVisible();
});

test('report_page_shows_the_latest_issue_and_the_failure_of_the_schedule', async () => {
  const issue = {
    id: 'i1',
    periodFrom: '2026-09-03',
    periodTo: '2026-09-30',
    madeAt: '2026-10-01T08:00:00Z',
    emailedAt: null,
    emails: 0,
    refusedEmails: 0,
  };
  server.use(
    http.get('/api/reports/r1', () => ok(found)),
    http.get('/api/reports/r1/issues', () => ok({ issues: [issue] })),
    http.get('/api/reports/r1/issues/i1', () => ok({ issue, content })),
    http.post('/api/reports/r1/share', () => ok({ link: 'https://lode.example/shared/reports/abc' })),
  );
  renderAt(
    '/reports/r1',
    <Routes>
      <Route path="reports/:id" element={<ReportPage />} />
    </Routes>,
  );
  expect(await screen.findByText('+12% vs previous')).toBeVisible();
  expect(screen.getByText('The website no longer exists.')).toBeVisible();
  expect(screen.getByText('drain cleaning')).toBeVisible();
  expect(screen.getByRole('link', { name: /Connect data/ })).toHaveAttribute('href', '/visits');
  await userEvent.click(screen.getByRole('button', { name: 'Share by link' }));
  expect(await screen.findByText('https://lode.example/shared/reports/abc')).toBeVisible();
});

test('shared_page_shows_the_brand_and_links_nothing_of_the_app', async () => {
  server.use(http.get('/api/public/reports/abc', () => ok({ content })));
  renderAt(
    '/shared/reports/abc',
    <Routes>
      <Route path="shared/reports/:token" element={<SharedReportPage />} />
    </Routes>,
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Search report' })).toBeVisible();
  expect(document.title).toBe('Search report · Lovelace Media');
  expect(screen.queryByText('No visits in this period.')).not.toBeInTheDocument();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/api/public/reports/abc/pdf']);
});

test('settings_split_recipients_and_keep_the_order_of_sections', () => {
  const settings = settingsOf(
    {
      websiteId: 'w1',
      title: 'A',
      brandName: 'B',
      accent: '#000000',
      days: '7',
      sections: ['actions', 'search'],
      frequency: 'none',
      hour: '9',
      recipients: 'a@example.com, b@example.com\n',
    },
    'Europe/Berlin',
  );
  expect(settings.sections).toEqual(['search', 'actions']);
  expect(settings.recipients).toEqual(['a@example.com', 'b@example.com']);
  expect([settings.days, settings.hour, settings.timeZone]).toEqual([7, 9, 'Europe/Berlin']);
});

test('contrast_to_white_follows_wcag', () => {
  expect(contrastToWhite('#000000')).toBeCloseTo(21);
  expect(contrastToWhite('#767676')).toBeCloseTo(4.54, 2);
  expect(contrastToWhite('red')).toBeNull();
});
