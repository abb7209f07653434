import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { ReportDomain } from '@/api/reports';
import { http, ok, problem } from '@/testing/http';
import { productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import { ReportDomainButton } from './report-domain';

const open: ReportDomain = {
  host: 'reports.agency.example',
  name: 'Lovelace Media',
  url: 'https://reports.agency.example',
  isVerified: false,
  verifiedAt: null,
  proof: null,
  checkedAt: '2026-10-01T08:00:00Z',
  problem: 'No DNS record of reports.agency.example proves it.',
  records: [
    { kind: 'CNAME', name: 'reports.agency.example', value: 'reports-a1.sites.example' },
    { kind: 'TXT', name: '_motherlode.reports.agency.example', value: 'motherlode-verification=a1' },
  ],
  advice: 'At your DNS provider, point reports.agency.example to reports-a1.sites.example.',
};
const verified: ReportDomain = { ...open, isVerified: true, proof: 'cname', problem: null, records: [], advice: '' };

const workspace = (role: 'owner' | 'editor') => [{ id: 'w1', name: 'Ada’s', role, personal: true }];

beforeEach(() => {
  server.use(...productHandlers());
});

async function opened(domain: ReportDomain | null, role: 'owner' | 'editor' = 'owner') {
  signIn({ workspaces: workspace(role) });
  server.use(http.get('/api/report-domain', () => ok({ domain })));
  renderAt('/reports', <ReportDomainButton name="Lovelace Media" />);
  await userEvent.click(screen.getByRole('button', { name: 'Report domain' }));
  return screen.getByRole('dialog', { name: 'Report domain' });
}

test('domain_is_added_with_the_name_of_the_latest_report', async () => {
  const drawer = await opened(null);
  const sent = recordCalls('put', '/api/report-domain', () => ok({ domain: open }));
  const host = await within(drawer).findByRole('textbox', { name: 'Domain' });
  expect(within(drawer).getByRole('textbox', { name: 'Your name' })).toHaveValue('Lovelace Media');
  await userEvent.type(host, 'reports.agency.example');
  await userEvent.click(within(drawer).getByRole('button', { name: 'Add domain' }));
  await waitFor(() => expect(sent).toEqual([{ host: 'reports.agency.example', name: 'Lovelace Media' }]));
});

test('refused_domain_shows_the_reason_at_its_field', async () => {
  const drawer = await opened(null);
  server.use(
    http.put('/api/report-domain', () =>
      problem(409, 'This host name belongs to a site.', [
        { pointer: '/host', detail: 'This host name belongs to a site.' },
      ]),
    ),
  );
  const host = await within(drawer).findByRole('textbox', { name: 'Domain' });
  await userEvent.type(host, 'www.plumber.example');
  await userEvent.click(within(drawer).getByRole('button', { name: 'Add domain' }));
  await waitFor(() => expect(host).toHaveAccessibleDescription(/belongs to a site/));
});

test('records_are_shown_and_checked_until_one_proves_the_domain', async () => {
  const drawer = await opened(open);
  expect(await within(drawer).findByText('Not verified yet')).toBeVisible();
  expect(within(drawer).getByText('No DNS record of reports.agency.example proves it.')).toBeVisible();
  expect(within(drawer).getByText('motherlode-verification=a1')).toBeVisible();
  expect(within(drawer).getByRole('button', { name: 'Copy the value of the CNAME record' })).toBeVisible();
  server.use(
    http.post('/api/report-domain/verify', () => ok({ domain: verified })),
    http.get('/api/report-domain', () => ok({ domain: verified })),
  );
  await userEvent.click(within(drawer).getByRole('button', { name: 'Check DNS records' }));
  expect(await within(drawer).findByText('Verified')).toBeVisible();
  expect(within(drawer).queryByRole('button', { name: 'Check DNS records' })).not.toBeInTheDocument();
});

test('removal_asks_first', async () => {
  const drawer = await opened(verified);
  const removed = recordCalls('delete', '/api/report-domain', () => ok({ domain: null }));
  await userEvent.click(await within(drawer).findByRole('button', { name: 'Remove domain' }));
  const question = screen.getByRole('dialog', { name: 'Remove reports.agency.example?' });
  expect(removed).toHaveLength(0);
  await userEvent.click(within(question).getByRole('button', { name: 'Remove domain' }));
  await waitFor(() => expect(removed).toHaveLength(1));
  await waitFor(() => expect(question).not.toBeVisible());
  expect(drawer).toBeVisible();
});

test('editors_see_the_domain_and_cannot_change_it', async () => {
  const drawer = await opened(verified, 'editor');
  expect(await within(drawer).findByText('Only owners of the workspace can change it.')).toBeVisible();
  expect(within(drawer).queryByRole('textbox')).not.toBeInTheDocument();
  expect(within(drawer).queryByRole('button', { name: 'Remove domain' })).not.toBeInTheDocument();
});
