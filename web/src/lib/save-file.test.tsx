import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useBrowserSettings } from './browser-settings';
import { datedName, saveText } from './save-file';

let saved: Blob[] = [];

beforeEach(() => {
  saved = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:saved';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
});

afterEach(() => useBrowserSettings.setState({ csvMark: false }));

const bytesOf = async (blob: Blob | undefined) => [...new Uint8Array((await blob?.arrayBuffer()) ?? [])];

test('a CSV begins with a byte-order mark where that is wanted, and other files never', async () => {
  saveText('é', 'searches.csv', 'text/csv');
  useBrowserSettings.getState().set({ csvMark: true });
  saveText('é', 'searches.csv', 'text/csv');
  saveText('é', 'result.json', 'application/json');
  const [plain, marked, other] = await Promise.all(saved.map(bytesOf));
  expect(plain).toEqual([0xc3, 0xa9]);
  expect(marked).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0xa9]);
  expect(other).toEqual([0xc3, 0xa9]);
  expect(saved[1]?.type).toBe('text/csv');
});

test('browser_settings_are_stored_and_unreadable_ones_fall_back_to_the_defaults', async () => {
  useBrowserSettings.getState().set({ csvMark: true, lessMotion: true });
  const kept = JSON.parse(localStorage.getItem('motherlode.habits') ?? '{}');
  expect(kept.state).toEqual({ singleKeys: true, lessMotion: true, csvMark: true });
  localStorage.setItem(
    'motherlode.habits',
    JSON.stringify({ state: { csvMark: 'yes', lessMotion: true }, version: 0 }),
  );
  await useBrowserSettings.persist.rehydrate();
  expect(useBrowserSettings.getState()).toMatchObject({ singleKeys: true, lessMotion: true, csvMark: false });
});

test('a CSV has the day of its export in its name, once', () => {
  const now = new Date('2026-11-05T23:30:00Z');
  expect(datedName('received-leads.csv', now)).toBe('received-leads-2026-11-05.csv');
  expect(datedName('crawl-2026-10-01.csv', now)).toBe('crawl-2026-10-01.csv');
  expect(datedName('draft.md', now)).toBe('draft.md');
});
