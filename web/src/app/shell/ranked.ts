import { fuzzyFind } from '@/lib/fuzzy';
import { matchRank, wordMatch } from '@/lib/word-match';
import type { Command } from './commands';

/**
 * Commands and records that match, the best first. Records come before actions that match the words less well, and
 * actions with only the letters of the query come last.
 */
export function ranked(commands: readonly Command[], records: readonly Command[], query: string): Command[] {
  const actions = fuzzyFind(commands, query, ({ label }) => label).map((command) => ({
    command,
    rank: matchRank(wordMatch(query, command.label)),
  }));
  const found = records.map((command) => ({ command, rank: recordRank(command, query) }));
  return [...actions, ...found].sort((one, other) => one.rank - other.rank).map(({ command }) => command);
}

/** A record was found by the server, so it matches at least in part. Its name counts more than its other texts. */
function recordRank({ label, note = '' }: Command, query: string): number {
  const byName = matchRank(wordMatch(query, label));
  const byNote = Math.max(matchRank(wordMatch(query, note)), matchRank('words')) + 0.5;
  return Math.min(byName, byNote, matchRank('part'));
}
