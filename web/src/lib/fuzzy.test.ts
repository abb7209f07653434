import { expect, it } from 'vitest';
import { fuzzyFind, fuzzyScore } from './fuzzy';

const PLACES = ['Dashboard', 'Dominator Pipeline', 'Domination Control', 'Keyword finder', 'New Project', 'Projects'];
const find = (query: string) => fuzzyFind(PLACES, query, (place) => place);

it('finds by the letters of words', () => {
  expect(find('dp')[0]).toBe('Dominator Pipeline');
  expect(find('kf')).toEqual(['Keyword finder']);
  expect(find('proj')[0]).toBe('Projects');
});

it('wants the letters in order', () => {
  expect(find('zq')).toEqual([]);
  expect(fuzzyScore('draob', 'Dashboard')).toBeNull();
});

it('finds letters that lie behind a word that was leapt to', () => {
  expect(fuzzyFind(['ab bc x'], 'abcx', (text) => text)).toEqual(['ab bc x']);
  expect(fuzzyFind(['xpy p'], 'xpy', (text) => text)).toEqual(['xpy p']);
});

it('empty_query_keeps_everything', () => expect(find(' ')).toEqual(PLACES));
