import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import type { Pack } from '@/api/packs';
import { aListedPack } from '@/testing/documents';
import { http, ok, problem } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import PackPage from './detail-page';
import PacksPage from './page';

const screens = (
  <Routes>
    <Route path="packs" element={<PacksPage />} />
    <Route path="packs/:language/:vertical" element={<PackPage />} />
  </Routes>
);

const NOWHERE = { climate: [], housing: [], season: [], area: [], state: [], intent: [] };

function aPack(change: Partial<Pack> = {}): Pack {
  return {
    language: 'en',
    vertical: 'roofing',
    name: 'Roofing',
    source: 'own',
    hasPack: true,
    hasBuiltIn: true,
    hasOwn: true,
    revision: 4,
    changes: [
      {
        id: 'c1',
        change: 'edited',
        words: 4_200,
        note: 'Prices of 2026',
        userId: 'u1',
        userName: 'Ada North',
        createdAt: '2026-11-20T10:00:00Z',
      },
    ],
    content: {
      title: 'roofing',
      updated: '2026-10-01',
      review: null,
      words: 4_200,
      terms: {
        work: 'roofing',
        job: 'roof repair',
        jobs: 'roof repairs',
        worker: 'roofer',
        workers: 'roofers',
        business: 'roofing company',
        businesses: 'roofing companies',
        customer: 'homeowner',
        customers: 'homeowners',
      },
      sources: [{ id: 'nrca', title: 'Roofing study', publisher: 'NRCA', year: 2021, url: 'https://nrca.example' }],
      sections: [
        {
          key: 'price',
          heading: 'Prices',
          isOrdered: false,
          statements: [
            {
              id: 'price-1',
              label: null,
              text: 'Hail raises prices.',
              conditions: { ...NOWHERE, climate: ['hot_humid'] },
              sources: ['nrca'],
            },
          ],
        },
      ],
      glossary: [],
      questions: [],
      findings: [],
      text: 'line one\nline two\nline three',
    },
    ...change,
  };
}

beforeEach(() => {
  signIn();
  server.use(
    http.get('/api/packs', () =>
      ok({
        language: 'en',
        languages: ['en'],
        packs: [
          aListedPack(),
          aListedPack({
            vertical: 'towing',
            name: 'Towing',
            source: null,
            hasPack: false,
            hasBuiltIn: false,
            words: null,
          }),
        ],
      }),
    ),
    http.get('/api/packs/:language/:vertical', () => ok({ pack: aPack() })),
    http.get('/api/packs/:language/:vertical/history', () => ok({ changes: aPack().changes, nextCursor: null })),
  );
});

test('packs_are_shown_by_page_and_a_filter_begins_at_the_first', async () => {
  const packs = Array.from({ length: 60 }, (_, index) =>
    aListedPack({ vertical: `trade-${index}`, name: `Trade ${String(index).padStart(2, '0')}` }),
  );
  server.use(http.get('/api/packs', () => ok({ language: 'en', languages: ['en'], packs })));
  const { at } = renderAt('/packs?page=3', screens);
  expect(await screen.findByRole('link', { name: 'Trade 50' })).toBeInTheDocument();
  expect(screen.getByText('Page 3 of 3')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByRole('link', { name: 'Trade 25' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Trade 50' })).not.toBeInTheDocument();
  expect(at()).toBe('/packs?page=2');
  await userEvent.type(screen.getByLabelText('Vertical contains'), 'Trade 0');
  expect(await screen.findByRole('link', { name: 'Trade 00' })).toBeInTheDocument();
  expect(screen.queryByRole('navigation', { name: 'Pages of packs' })).not.toBeInTheDocument();
});

test('own_packs_of_another_language_are_exported_too', async () => {
  renderAt('/packs', screens);
  const button = await screen.findByRole('button', { name: 'Export own packs' });
  await screen.findByRole('row', { name: /Roofing/ });
  expect(button).toBeDisabled();
  server.use(http.get('/api/packs', () => ok({ language: 'en', languages: ['en', 'es'], packs: [aListedPack()] })));
  await userEvent.click(screen.getByRole('button', { name: /Refresh|Update/ }));
  await waitFor(() => expect(button).toBeEnabled());
});

test('verticals_are_listed_with_the_pack_that_counts', async () => {
  renderAt('/packs', screens);
  expect(await screen.findByRole('row', { name: /Roofing Built-in 4,200 14/ })).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /Towing No pack/ })).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText('Pack'), 'No pack');
  await waitFor(() => expect(screen.queryByText('Roofing')).not.toBeInTheDocument());
});

test('statement_shows_where_it_holds_and_its_source', async () => {
  renderAt('/packs/en/roofing', screens);
  const section = within(await screen.findByRole('region', { name: 'Prices' }));
  expect(section.getByText('Climate: hot humid')).toBeInTheDocument();
  expect(section.getByRole('link', { name: 'Roofing study' })).toHaveAttribute('rel', 'nofollow noopener noreferrer');
});

test('refused_text_leads_to_its_line_and_keeps_the_edit', async () => {
  renderAt('/packs/en/roofing', screens);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const errors = [{ pointer: '/text', detail: 'Line 2: a statement needs a source' }];
  const sent = recordCalls('put', '/api/packs/:language/:vertical', () => problem(422, 'Invalid', errors));
  const field = screen.getByLabelText<HTMLTextAreaElement>('Text');
  await userEvent.type(field, '!');
  await userEvent.click(screen.getByRole('button', { name: 'Save own pack' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Line 2' }));
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('line two');
  expect(sent).toEqual([{ text: 'line one\nline two\nline three!', note: '', revision: 4 }]);
});

test('own_pack_gives_way_to_the_built_in_one_after_a_question', async () => {
  renderAt('/packs/en/roofing', screens);
  const removed = recordCalls('delete', '/api/packs/:language/:vertical', () => ok() as never);
  await userEvent.click(await screen.findByRole('button', { name: 'Back to the built-in pack' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Back to the built-in pack?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Back to the built-in pack' }));
  await waitFor(() => expect(removed).toHaveLength(1));
});

test('earlier_text_is_restored_from_the_history', async () => {
  renderAt('/packs/en/roofing', screens);
  const restored = recordCalls('post', '/api/packs/:language/:vertical/history/:id/restore', () => ok() as never);
  expect(await screen.findByText('Prices of 2026')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(restored).toHaveLength(1));
});

test('vertical_without_a_pack_offers_to_write_one', async () => {
  const none = aPack({ content: null, source: null, hasPack: false, hasBuiltIn: false, hasOwn: false, changes: [] });
  server.use(http.get('/api/packs/:language/:vertical', () => ok({ pack: none })));
  renderAt('/packs/en/roofing', screens);
  expect(await screen.findByText('No pack for this vertical yet')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Write a pack' })).toBeInTheDocument();
});

test('pack_is_translated_from_the_text_of_another_language', async () => {
  const text = '+++\nvertical = "roofing"\nlanguage = "en"\n+++\n# Mistakes';
  const content = { ...(aPack().content as NonNullable<Pack['content']>), text };
  const none = aPack({ language: 'es', content: null, source: null, hasPack: false, hasOwn: false, changes: [] });
  server.use(
    http.get('/api/packs/en/roofing', () => ok({ pack: aPack({ content }) })),
    http.get('/api/packs/es/roofing', () => ok({ pack: { ...none, revision: 0 } })),
  );
  const { at } = renderAt('/packs/en/roofing', screens);
  await userEvent.click(await screen.findByRole('button', { name: 'Translate' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Translate this pack' }));
  const start = dialog.getByRole('button', { name: 'Start translation' });
  await userEvent.type(dialog.getByLabelText('Language'), 'Spanish');
  expect(start).toBeDisabled();
  expect(dialog.getByText(/Enter the code of another language/)).toBeInTheDocument();
  await userEvent.clear(dialog.getByLabelText('Language'));
  await userEvent.type(dialog.getByLabelText('Language'), 'es');
  await userEvent.click(start);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
  expect(at()).toBe('/packs/es/roofing?from=en');
  expect(field.value).toBe(text.replace('"en"', '"es"'));
  const save = screen.getByRole('button', { name: 'Save own pack' });
  expect(save).toBeDisabled();
  const sent = recordCalls('put', '/api/packs/es/roofing', () => ok({ isNew: true, pack: none }) as never);
  await userEvent.type(field, '!');
  await userEvent.click(save);
  await waitFor(() => expect(sent).toEqual([{ text: `${field.value}`, note: '', revision: 0 }]));
});
