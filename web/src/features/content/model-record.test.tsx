import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { aDocument, aVersion } from '@/testing/documents';
import { http, ok, problem } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { signIn } from '@/testing/session';
import DocumentPage from './detail-page';

const generated = aVersion({
  number: 2,
  origin: 'generated',
  model: 'gpt-large',
  costMicros: 123_400,
  prompts: {
    version: 'content-prompts-2',
    sent: [
      { system: 'You plan pages.', user: 'Page: Roof repair', costMicros: 3_400 },
      { system: 'You write a section.', user: 'Section: Costs', costMicros: 120_000 },
    ],
    removed: [{ text: 'We are the best in town.', reason: 'no fact says “best”' }],
    withheldFacts: ['note-7'],
    secondReading: {
      kept: [{ text: 'Plan on $350 or more.', factIds: ['price-1'] }],
      failed: [{ heading: 'Process', reason: 'the answer was cut off' }],
    },
  },
});

beforeEach(() => {
  localStorage.clear();
  signIn();
  server.use(
    http.get('/api/websites', () => ok({ websites: [] })),
    http.get('/api/packs', () => ok({ language: 'en', languages: ['en'], packs: [] })),
    http.get('/api/payout-data/places', () => ok({ places: [], total: 0, nextCursor: null, attribution: [] }) as never),
    http.get('/api/documents/:id/questions', () => ok({ questions: [] })),
    http.get('/api/documents/:id', () => ok({ document: aDocument({ version: 2 }), version: generated })),
    http.get('/api/documents/:id/versions', () => ok({ versions: [generated, aVersion()], nextCursor: null })),
    http.get('/api/documents/:id/versions/2', () => ok({ isNew: false, version: generated })),
  );
});

async function openVersions() {
  renderAt(
    '/content-generator/d1',
    <Routes>
      <Route path="content-generator/:id" element={<DocumentPage />} />
    </Routes>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Versions (2)' }));
  return within(await screen.findByRole('dialog', { name: 'Versions' }));
}

test('version_of_a_model_shows_its_cost_its_removed_sentences_and_its_prompts', async () => {
  const drawer = await openVersions();
  const details = await drawer.findByRole('button', { name: 'Details of version 2' });
  expect(drawer.queryByRole('button', { name: 'Details of version 1' })).not.toBeInTheDocument();
  await userEvent.click(details);
  const second = within(await drawer.findByRole('region', { name: 'Second reading' }));
  expect(second.getByText('Plan on $350 or more.')).toBeInTheDocument();
  expect(second.getByText(/failed for “Process”: the answer was cut off/)).toBeInTheDocument();
  const removed = within(await drawer.findByRole('region', { name: 'Removed sentences' }));
  expect(removed.getByText('We are the best in town.')).toBeInTheDocument();
  expect(removed.getByText('Removed: no fact says “best”')).toBeInTheDocument();
  expect(drawer.getByText('$0.12', { selector: 'dd' })).toBeInTheDocument();
  expect(drawer.getByText(/note-7/)).toBeInTheDocument();
  await userEvent.click(drawer.getByText('Prompt 1'));
  expect(drawer.getByRole('region', { name: 'Instructions of prompt 1' })).toHaveTextContent('You plan pages.');
  expect(drawer.getByRole('region', { name: 'Task of prompt 2' })).toHaveTextContent('Section: Costs');
  expect(drawer.getByText(/less than \$0\.01/)).toBeInTheDocument();
  await userEvent.click(details);
  expect(drawer.queryByRole('region', { name: 'Removed sentences' })).not.toBeInTheDocument();
});

test('record_of_another_shape_is_no_failure_of_the_screen', async () => {
  const odd = { ...generated, prompts: { sent: 'none', removed: [{ text: 7 }] } as never };
  server.use(http.get('/api/documents/:id/versions/2', () => ok({ isNew: false, version: odd })));
  const drawer = await openVersions();
  await userEvent.click(await drawer.findByRole('button', { name: 'Details of version 2' }));
  expect(await drawer.findByText('Prompts sent')).toBeInTheDocument();
  expect(drawer.getByText('0', { selector: 'dd' })).toBeInTheDocument();
});

test('details_that_fail_to_load_can_be_loaded_again', async () => {
  let isDown = true;
  server.use(
    http.get('/api/documents/:id/versions/2', () =>
      isDown ? problem(500, 'Out of order') : ok({ isNew: false, version: generated }),
    ),
  );
  const drawer = await openVersions();
  await userEvent.click(await drawer.findByRole('button', { name: 'Details of version 2' }));
  await drawer.findByText('Failed to load the details.');
  isDown = false;
  await userEvent.click(drawer.getByRole('button', { name: 'Try again' }));
  expect(await drawer.findByText('We are the best in town.')).toBeInTheDocument();
});
