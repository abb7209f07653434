import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { http, problem } from '@/testing/http';
import { aWebsite, NO_SETTINGS } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { ok, recordCalls } from '@/testing/session';
import { WebsiteSettingsForm } from './website-settings-form';

it('settings_are_saved_whole_with_what_was_there', async () => {
  const website = aWebsite({ settings: { ...NO_SETTINGS, brandTerms: ['northwind'] } });
  const saved = recordCalls('patch', '/api/websites/w1', () => ok({ website }));
  server.use(http.get('/api/runs', () => ok({ runs: [], nextCursor: null })));
  renderAt('/projects/w1?tab=settings', <WebsiteSettingsForm website={website} />);
  await userEvent.type(screen.getByLabelText('Value per lead'), '120.50');
  await userEvent.type(screen.getByLabelText('Leads a month'), '40');
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toEqual({
    settings: {
      ...NO_SETTINGS,
      valuePerLeadCents: 12_050,
      brandTerms: ['northwind'],
      goals: [{ metric: 'leads', target: 40, by: null }],
    },
  });
});

it('settings_that_cannot_be_read_are_not_sent', async () => {
  const saved = recordCalls('patch', '/api/websites/w1');
  renderAt('/projects/w1?tab=settings', <WebsiteSettingsForm website={aWebsite()} />);
  await userEvent.type(screen.getByLabelText('Conversion rate (%)'), '300');
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByText('Enter a percentage from 0.01 to 100')).toBeInTheDocument();
  expect(saved).toEqual([]);
});

it('competitors_that_the_server_refuses_are_shown_at_their_field', async () => {
  const errors = [{ pointer: '/settings/competitors', detail: 'Enter host names such as rival.example.' }];
  recordCalls('patch', '/api/websites/w1', () => problem(422, 'Invalid', errors));
  renderAt('/projects/w1?tab=settings', <WebsiteSettingsForm website={aWebsite()} />);
  const field = screen.getByLabelText('Competitors');
  await userEvent.type(field, 'rival.example');
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Enter host names such as rival\.example\./));
});
