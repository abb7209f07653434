import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { http } from '@/testing/http';
import { aWebsite, productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { signIn } from '@/testing/session';
import { chapterText, documentAddress, PARTS, pictureAddress } from './chapters';
import HelpRoutes from './routes';
import { firstSteps } from './steps';

const FILES = Object.keys(import.meta.glob('../../../../docs/guide/*.md')).map((path) =>
  path.replace(/^.*\/(.+)\.md$/, '$1'),
);
const IDS = PARTS.flatMap(({ chapters }) => chapters.map(({ id }) => id));

function open(path: string) {
  signIn();
  server.use(
    ...productHandlers(),
    http.get('/api/reports', () => HttpResponse.json({ success: true, reports: [] })),
  );
  renderAt(
    path,
    <Routes>
      <Route path="help/*" element={<HelpRoutes />} />
    </Routes>,
  );
}

test('help_lists_every_chapter_of_the_guide_once', () => {
  expect([...IDS].sort()).toEqual([...FILES].sort());
});

test('every_picture_and_chapter_that_the_guide_names_exists', async () => {
  let pictures = 0;
  for (const id of IDS) {
    const text = await chapterText(id);
    for (const [, href = ''] of text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)) {
      expect(pictureAddress(href), `${id}: ${href}`).toMatch(/\.webp/);
      pictures += 1;
    }
    for (const [, href = ''] of text.matchAll(/\]\(([a-z-]+\.md)[^)]*\)/g)) {
      expect(documentAddress(href), `${id}: ${href}`).not.toBeNull();
    }
  }
  expect(pictures).toBeGreaterThan(15);
});

test('chapters_are_filtered_and_open', async () => {
  open('/help');
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Filter chapters' }), 'glossary');
  expect(screen.queryByRole('link', { name: /^Rank tracking/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('link', { name: /^Glossary/ }));
  expect(await screen.findByText('Value per lead')).toBeInTheDocument();
});

test('a_chapter_shows_its_picture_and_links_to_others', async () => {
  open('/help/keyword-finder');
  expect(await screen.findByRole('img', { name: /^The keyword finder/ })).toHaveAttribute('src');
  expect(screen.getByRole('heading', { level: 1, name: 'Keyword finder' })).toBeInTheDocument();
});

test('method_card_opens_as_a_page', async () => {
  open('/help/engines/causal');
  expect(await screen.findByRole('heading', { level: 1, name: 'Causal engine' })).toBeInTheDocument();
});

test('first_steps_of_an_empty_account_are_open', async () => {
  open('/help');
  const steps = await screen.findByRole('list', { name: 'First steps' });
  expect(within(steps).getAllByRole('listitem')).toHaveLength(6);
});

test('first_steps_are_done_once_their_data_exist', () => {
  const website = aWebsite();
  const settings = { ...website.settings, valuePerLeadCents: 12_000 };
  const current = { ...website, settings };
  const done = (progress: Parameters<typeof firstSteps>[0]) =>
    firstSteps(progress).flatMap(({ id, isDone }) => (isDone ? id : []));
  const nothing = { websites: [], current: null, hasRun: false, hasImplemented: false, hasReport: false };
  expect(done(nothing)).toEqual([]);
  expect(done({ ...nothing, websites: [current], current })).toEqual(['website', 'data', 'value']);
  const all = { websites: [current], current, hasRun: true, hasImplemented: true, hasReport: true };
  expect(done(all)).toHaveLength(6);
});
