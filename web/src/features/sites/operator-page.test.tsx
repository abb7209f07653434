import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { http, ok } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import { anOperator, aSiteWorld, siteHandlers } from '@/testing/sites';
import OperatorPage from './operator-page';

const EMPTY = {
  legalName: '',
  brandName: '',
  email: '',
  phone: '',
  postalAddress: '',
  state: '',
  country: '',
  privacyEmail: '',
  reviewerName: '',
  reviewerCredentials: '',
  updatedAt: null,
};
const world = aSiteWorld();

beforeEach(() => {
  signIn();
  Object.assign(world, aSiteWorld());
  server.use(...siteHandlers(world));
});

const show = () => renderAt('/dominator/operator', <OperatorPage />);
const preview = () => screen.findByRole('region', { name: 'What visitors read' });

test('first_visit_names_what_is_missing_and_previews_while_typing', async () => {
  world.operator = EMPTY;
  world.missing = ['legalName', 'email', 'postalAddress'];
  const saved = anOperator();
  const sent = recordCalls('put', '/api/site-operator', () => ok({ operator: saved, missing: [] }));
  show();
  expect(
    await screen.findByText(/No site can be created without: legal name, email, postal address/),
  ).toBeInTheDocument();
  expect(await preview()).toHaveTextContent('Your name passes requests to independent businesses');
  await userEvent.type(screen.getByLabelText('Legal name'), 'North Leads LLC');
  await userEvent.type(screen.getByLabelText('Brand name (optional)'), 'North Leads');
  expect(await preview()).toHaveTextContent(
    'This is a referral service. North Leads passes requests to independent businesses and may be paid for it.',
  );
  expect(await preview()).toHaveTextContent('Run by North Leads (North Leads LLC).');
  await userEvent.type(screen.getByLabelText('Email for visitors'), 'hello');
  await userEvent.click(screen.getByRole('button', { name: 'Save operator' }));
  expect(await screen.findByText('Enter an email address.')).toBeInTheDocument();
  expect(screen.getByText('Enter the postal address.')).toBeInTheDocument();
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByLabelText('Email for visitors'), '@north.example');
  await userEvent.type(screen.getByLabelText('Postal address'), '1 Main Street{enter}Tulsa, OK 74103');
  await userEvent.click(screen.getByRole('button', { name: 'Save operator' }));
  expect(await screen.findByText('The operator is complete.')).toBeInTheDocument();
  expect(sent).toEqual([
    {
      legalName: 'North Leads LLC',
      brandName: 'North Leads',
      email: 'hello@north.example',
      phone: '',
      postalAddress: '1 Main Street\nTulsa, OK 74103',
      state: '',
      country: 'US',
      privacyEmail: '',
      reviewerName: '',
      reviewerCredentials: '',
    },
  ]);
});

test('refused_field_shows_the_reason_of_the_server', async () => {
  const errors = [{ pointer: '/country', detail: 'must be a code of two letters, such as US' }];
  server.use(http.put('/api/site-operator', () => problem(422, 'Invalid', errors)));
  show();
  await userEvent.clear(await screen.findByLabelText('Country'));
  await userEvent.type(screen.getByLabelText('Country'), 'U1');
  await userEvent.click(screen.getByRole('button', { name: 'Save operator' }));
  expect(await screen.findByText('must be a code of two letters, such as US')).toBeInTheDocument();
  expect(screen.getByLabelText('Country')).toHaveFocus();
});

test('viewer_reads_the_operator_without_changing_it', async () => {
  signIn({ workspaces: [{ id: 'w', name: 'Shared', role: 'viewer', personal: true }] });
  show();
  expect(await screen.findByLabelText('Legal name')).toHaveValue('North Leads LLC');
  await waitFor(() => expect(screen.getByLabelText('Legal name')).toBeDisabled());
  expect(screen.queryByRole('button', { name: 'Save operator' })).not.toBeInTheDocument();
});

test('failure_offers_a_retry', async () => {
  server.use(http.get('/api/site-operator', () => problem(500, 'The store is away')));
  show();
  expect(await screen.findByText('Failed to load the operator.')).toBeInTheDocument();
  server.use(...siteHandlers(world));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Legal name')).toBeInTheDocument();
});
