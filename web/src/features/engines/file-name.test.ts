import { afterEach, expect, test } from 'vitest';
import { followFormats } from '@/lib/formats';
import { aRun } from '@/testing/records';
import { fileName } from './file-name';

afterEach(() => followFormats(undefined));

test('file_is_named_by_the_day_on_which_its_reader_saw_the_run_end', () => {
  const run = aRun({ engineId: 'causal', action: 'impact', finishedAt: '2026-11-25T02:00:00Z' });
  followFormats({ formats: { timeZone: 'America/Chicago' } });
  expect(fileName(run)).toBe('causal-impact-2026-11-24');
  followFormats({ formats: { timeZone: 'UTC' } });
  expect(fileName(run)).toBe('causal-impact-2026-11-25');
});
