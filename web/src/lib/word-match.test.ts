import { describe, expect, it } from 'vitest';
import { matchRank, wordMatch } from './word-match';

describe('match by words', () => {
  it.each([
    ['leads', 'Leads', 'whole'],
    ['ndis', 'ndis plumber', 'start'],
    ['plumb syd', 'Sydney plumber', 'words'],
    ['plumbing', 'https://example.com/plumbing-costs', 'words'],
    ['ster', 'Clusters', 'part'],
    ['ndis', 'Settings: notifications', 'none'],
    ['café', 'Café Müller', 'start'],
  ])('of %j in %j is %s', (query, text, match) => {
    expect(wordMatch(query, text)).toBe(match);
  });

  it('ranks the whole text first and no match last', () => {
    expect(
      ['part', 'none', 'whole', 'words', 'start'].sort((a, b) => matchRank(a as never) - matchRank(b as never)),
    ).toEqual(['whole', 'start', 'words', 'part', 'none']);
  });
});
