import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { useOffline } from '@/lib/offline';
import { createKeyReader } from '@/lib/shortcuts';
import { aDocument, aListedPack, aVersion } from '@/testing/documents';
import { http, ok, problem } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import DocumentPage from './detail-page';
import { localDrafts } from './local-drafts';
import ContentPage from './page';

const screens = (
  <Routes>
    <Route path="content-generator" element={<ContentPage />} />
    <Route path="content-generator/:id" element={<DocumentPage />} />
  </Routes>
);

beforeEach(() => {
  localStorage.clear();
  signIn();
  server.use(
    http.get('/api/websites', () => ok({ websites: [] })),
    http.get('/api/packs', () => ok({ language: 'en', languages: ['en'], packs: [aListedPack()] })),
    http.get('/api/payout-data/places', () => ok({ places: [], total: 0, nextCursor: null, attribution: [] }) as never),
    http.get('/api/documents/:id/questions', () => ok({ questions: [] })),
    http.get('/api/documents/:id', () => ok({ document: aDocument(), version: aVersion() })),
  );
});

async function openDocument() {
  const view = renderAt('/content-generator/d1', screens);
  await screen.findByRole('button', { name: 'A roof repair costs $350 to $900.' });
  return view;
}

const sentence = (name: string) => screen.getByRole('button', { name });

test('workspace_without_documents_learns_what_they_are', async () => {
  server.use(http.get('/api/documents', () => ok({ documents: [], nextCursor: null })));
  renderAt('/content-generator', screens);
  expect(await screen.findByText('Write a page that is made of facts')).toBeInTheDocument();
});

test('failed_list_can_be_loaded_again', async () => {
  let isDown = true;
  server.use(
    http.get('/api/documents', () =>
      isDown ? problem(500, 'Out of order') : ok({ documents: [aDocument()], nextCursor: null }),
    ),
  );
  renderAt('/content-generator', screens);
  await screen.findByText('Failed to load the documents.');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Roof repair in Tulsa' })).toBeInTheDocument();
});

test('new_document_is_sent_with_its_vertical', async () => {
  server.use(http.get('/api/documents', () => ok({ documents: [], nextCursor: null })));
  const sent = recordCalls('post', '/api/documents', () =>
    HttpResponse.json({ success: true, document: aDocument(), version: null }, { status: 201 }),
  );
  const { at } = renderAt('/content-generator', screens);
  await screen.findByText('Write a page that is made of facts');
  await userEvent.click(screen.getAllByRole('button', { name: 'New document' })[0] as HTMLElement);
  const dialog = within(screen.getByRole('dialog', { name: 'New document' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create document' }));
  expect(dialog.getByText('Enter the query of the page.')).toBeInTheDocument();
  await userEvent.type(dialog.getByLabelText('Query'), 'roof repair tulsa');
  await userEvent.type(dialog.getByLabelText('Vertical'), 'roof');
  await userEvent.keyboard('{Enter}');
  await userEvent.click(dialog.getByRole('button', { name: 'Create document' }));
  await waitFor(() => expect(at()).toBe('/content-generator/d1'));
  expect(sent).toEqual([{ title: 'Roof repair tulsa', query: 'roof repair tulsa', vertical: 'roofing' }]);
});

test('focused_sentence_shows_its_facts_with_their_sources', async () => {
  await openDocument();
  sentence('Asphalt shingles last 20 years.').focus();
  const panel = within(await screen.findByTestId('facts'));
  expect(panel.getByRole('link', { name: 'Roofing study' })).toHaveAttribute('href', 'https://nrca.example/study');
  expect(panel.getByText(/NRCA, 2021/)).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByTestId('facts')).not.toBeInTheDocument();
  sentence('We are nice.').focus();
  expect(await screen.findByText(/No fact supports this sentence\. Add one/)).toBeInTheDocument();
});

test('sentence_of_a_second_reading_is_marked_as_such', async () => {
  const version = structuredClone(aVersion());
  const read = { text: 'Plan on $350 or more.', factIds: ['price-1'], isSecondReading: true };
  version.draft.blocks?.[1]?.sentences?.push(read);
  server.use(http.get('/api/documents/:id', () => ok({ document: aDocument(), version })));
  await openDocument();
  sentence('Plan on $350 or more.').focus();
  const panel = within(await screen.findByTestId('facts'));
  expect(panel.getByText('Second reading')).toBeInTheDocument();
  sentence('A roof repair costs $350 to $900.').focus();
  await waitFor(() => expect(screen.getByTestId('facts')).not.toHaveTextContent('Second reading'));
});

test('hovered_sentence_shows_its_facts', async () => {
  await openDocument();
  await userEvent.hover(sentence('A roof repair costs $350 to $900.'));
  expect(await within(await screen.findByTestId('facts')).findByText('$350 to $900: a repair')).toBeInTheDocument();
});

test('keys_move_between_sentences_and_edit_them', async () => {
  await openDocument();
  const reader = createKeyReader();
  document.addEventListener('keydown', reader);
  sentence('Costs').focus();
  await userEvent.keyboard('j');
  expect(sentence('A roof repair costs $350 to $900.')).toHaveFocus();
  await userEvent.keyboard('k');
  expect(sentence('Costs')).toHaveFocus();
  await userEvent.keyboard('e');
  const field = await screen.findByLabelText('Text of the sentence');
  await userEvent.clear(field);
  await userEvent.type(field, 'Prices{Enter}');
  expect(await screen.findByRole('button', { name: 'Prices' })).toBeInTheDocument();
  document.removeEventListener('keydown', reader);
});

test('unsaved_text_survives_a_reload_and_is_saved_on_its_base', async () => {
  const { unmount } = await openDocument();
  await userEvent.dblClick(sentence('We are nice.'));
  const field = await screen.findByLabelText('Text of the sentence');
  await userEvent.clear(field);
  await userEvent.type(field, 'We are punctual.{Enter}');
  expect(await screen.findByText('Saved here, not yet on the server')).toBeInTheDocument();
  unmount();

  renderAt('/content-generator/d1', screens);
  expect(await screen.findByRole('button', { name: 'We are punctual.' })).toBeInTheDocument();
  const sent = recordCalls('post', '/api/documents/:id/versions', () =>
    ok({ isNew: true, version: aVersion({ number: 2 }) }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ baseVersion: 1 });
  expect(JSON.stringify(sent[0])).toContain('We are punctual.');
  await waitFor(() => expect(localDrafts.read('u1', 'd1')).toBeNull());
});

test('offline_edits_stay_in_the_browser', async () => {
  await openDocument();
  useOffline.setState({ cutOff: true });
  await userEvent.dblClick(sentence('We are nice.'));
  await userEvent.type(await screen.findByLabelText('Text of the sentence'), ' Always.{Enter}');
  expect(await screen.findByText('Saved here, not yet on the server')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  expect(JSON.stringify(localDrafts.read('u1', 'd1'))).toContain('We are nice. Always.');
  useOffline.setState({ cutOff: false });
});

test('conflict_offers_to_compare_and_to_keep_both', async () => {
  await openDocument();
  await userEvent.dblClick(sentence('We are nice.'));
  await userEvent.type(await screen.findByLabelText('Text of the sentence'), ' Mine.{Enter}');
  const theirs = structuredClone(aVersion({ number: 2 }));
  const blocks = theirs.draft.blocks ?? [];
  blocks.push({ kind: 'paragraph', level: 0, sentences: [{ text: 'Theirs.', factIds: [] }] });
  server.use(
    http.get('/api/documents/:id', () => ok({ document: aDocument({ version: 2 }), version: theirs })),
    http.post('/api/documents/:id/versions', () => problem(409, 'Version 2 is the current one.')),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Version 2 was saved while you were editing')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  const mine = within(screen.getByRole('region', { name: 'Only in yours' }));
  expect(mine.getByText('We are nice. Mine.')).toBeInTheDocument();
  const other = within(await screen.findByRole('region', { name: 'Only in version 2' }));
  expect(other.getByText('Theirs.')).toBeInTheDocument();
  const created = recordCalls('post', '/api/documents', () =>
    HttpResponse.json({ success: true, document: aDocument({ id: 'd2' }), version: aVersion() }, { status: 201 }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Keep both: mine as a copy' }));
  await waitFor(() => expect(created).toHaveLength(1));
  expect(created[0]).toMatchObject({ title: 'Roof repair in Tulsa (my copy)' });
});

test('section_is_composed_by_its_range', async () => {
  await openDocument();
  const sent = recordCalls('post', '/api/documents/:id/compose', () => problem(422, 'No other wording'));
  await userEvent.click(screen.getByRole('button', { name: 'Rewrite section Costs' }));
  await waitFor(() => expect(sent).toEqual([{ scope: 'section', blocks: { from: 0, to: 2 }, baseVersion: 1 }]));
});

test('words_of_the_brief_show_whether_the_text_has_them', async () => {
  await openDocument();
  expect(within(screen.getByRole('region', { name: 'Words' })).getByText('1 of 2')).toBeInTheDocument();
});

test('viewer_reads_and_learns_why_nothing_can_be_changed', async () => {
  signIn({ workspaces: [{ id: 'w', name: 'Shared', role: 'viewer', personal: true }] });
  await openDocument();
  const add = await screen.findByRole('button', { name: 'Add fact' });
  await waitFor(() => expect(add).toBeDisabled());
  expect(add).toHaveAttribute('title', expect.stringContaining('Viewers cannot change documents'));
});
