import { contentFields } from './content-fields';
import { localFields } from './local-fields';
import type { OwnField } from './own-field';
import {
  beforeAfter,
  flagAt,
  groupsAt,
  linesAt,
  listAt,
  numberAt,
  numbersAt,
  pairsAt,
  rounds,
  rowsAt,
  series,
  textAt,
  treatment,
} from './readers';

const OWN_SERIES =
  'A CSV with a figure a day, oldest first; a first column of days is read. Leave it out to use the clicks of the website.';

function ownSeries(read: OwnField['read']): OwnField {
  return { name: 'series', label: 'Figures of your own', help: OWN_SERIES, kind: 'file', read };
}

const query: OwnField = {
  name: 'query',
  label: 'Search',
  help: 'Leave it empty to take the search that most of the imported pages were looked at for.',
  kind: 'text',
  read: textAt('query'),
};

/** What only the user can give, by engine and action. An action that is not named here needs nothing but data. */
const FIELDS: Record<string, readonly OwnField[]> = {
  'keyword expand': [
    {
      name: 'seeds',
      label: 'What you offer',
      help: 'Services or products, one a line.',
      kind: 'long',
      isRequired: true,
      placeholder: 'roof repair\ngutter cleaning',
      read: linesAt('seeds'),
    },
    {
      name: 'cities',
      label: 'Places that you serve',
      help: 'Names with commas between; empty for none.',
      kind: 'text',
      placeholder: 'Austin TX, Dallas TX',
      read: listAt('cities'),
    },
    {
      name: 'modifiers',
      label: 'Patterns',
      help: 'One a line, with {service} and, where wanted, {city}. Empty for the built-in ones.',
      kind: 'long',
      placeholder: 'best {service} in {city}',
      read: linesAt('modifiers'),
    },
  ],
  'keyword keyphrases': [
    { name: 'text', label: 'Text', kind: 'long', isRequired: true, read: textAt('text') },
    { name: 'top', label: 'Phrases to list', help: '10 unless given.', kind: 'number', read: numberAt('top') },
  ],
  'keyword cluster': [
    {
      name: 'texts',
      label: 'Texts',
      help: 'One a line, in place of the searches that the website has.',
      kind: 'long',
      read: linesAt('texts'),
    },
    { name: 'clusters', label: 'Groups', help: 'Empty: the texts decide.', kind: 'number', read: numberAt('clusters') },
  ],
  'causal impact': [
    {
      name: 'change',
      label: 'Day of the change',
      help: 'Leave it empty to take the newest change that was noted for this website.',
      kind: 'date',
      read: textAt('change'),
    },
    { name: 'label', label: 'What was changed', kind: 'text', placeholder: 'New titles', read: textAt('label') },
    {
      name: 'unit',
      label: 'Worth of one click',
      help: 'In dollars. Without it the effect has no figure in money.',
      kind: 'number',
      read: numberAt('centsPerUnit', 100),
    },
    {
      name: 'fallen',
      label: 'Were the pages picked because they had fallen?',
      help: 'Pages that have fallen rise by themselves: the verdict allows for it.',
      kind: 'flag',
      read: flagAt('chosenAfterAFall'),
    },
    ownSeries(series((y, firstDay) => ({ y, ...(firstDay ? { firstDay } : {}) }))),
  ],
  'causal power': [
    {
      name: 'steps',
      label: 'Days after the change',
      help: '28 unless given.',
      kind: 'number',
      read: numberAt('post_steps'),
    },
    ownSeries(series((y) => ({ y, post_steps: 28 }))),
  ],
  'causal discover': [
    {
      name: 'csv',
      label: 'Table',
      help: 'A CSV with a variable a column and a case a row, at least 10 rows.',
      kind: 'file',
      isRequired: true,
      read: textAt('csv'),
    },
    {
      name: 'kind',
      label: 'What the variables are',
      help: 'Left open, the engine tells from the figures.',
      kind: 'choice',
      options: [
        { value: 'continuous', label: 'Numbers' },
        { value: 'discrete', label: 'Categories' },
      ],
      read: textAt('kind'),
    },
  ],
  'causal treatment': [
    {
      name: 'table',
      label: 'Table',
      help: 'A CSV with t (1 treated, 0 not), y (the outcome) and what was known before in the other columns.',
      kind: 'file',
      isRequired: true,
      read: treatment,
    },
  ],
  'pattern change-points': [ownSeries(series((y) => ({ series: [y] })))],
  'pattern decompose': [
    ownSeries(series((y) => ({ y, period: 7 }))),
    { name: 'period', label: 'Steps of the season', help: '7 for days.', kind: 'number', read: numberAt('period') },
  ],
  'pattern anomalies': [
    ownSeries(series((y) => ({ y, season: 7 }))),
    { name: 'season', label: 'Steps of the season', help: '7 for days.', kind: 'number', read: numberAt('season') },
  ],
  'pattern attribute': [
    {
      name: 'rows',
      label: 'Figures before and after',
      help: 'A CSV with before, after and the dimensions, such as page, query, device and country. Leave it out to use the clicks of the website.',
      kind: 'file',
      read: beforeAfter,
    },
    {
      name: 'change',
      label: 'Day of the change',
      help: 'Four weeks before and after it are compared. Leave it empty to compare the last four weeks with those before.',
      kind: 'date',
      read: textAt('change'),
    },
  ],
  'pattern rules': [
    {
      name: 'transactions',
      label: 'Things seen together',
      help: 'One case a line, with commas between what was seen in it. Leave it empty to use the pages of the website.',
      kind: 'long',
      placeholder: 'faq, top 10, long\nfaq, short',
      read: groupsAt('transactions'),
    },
    {
      name: 'conclusions',
      label: 'Only rules that lead to',
      help: 'Leave it empty for all.',
      kind: 'text',
      read: listAt('conclusions'),
    },
  ],
  'semantic coverage': [query],
  'semantic brief': [
    query,
    {
      name: 'facts',
      label: 'What you know and could say',
      help: 'A statement a line: those that no winner makes are told.',
      kind: 'long',
      read: linesAt('facts'),
    },
  ],
  'semantic similarity': [
    { name: 'a', label: 'First text', kind: 'long', isRequired: true, read: textAt('a') },
    { name: 'b', label: 'Second text', kind: 'long', isRequired: true, read: textAt('b') },
  ],
  'learning calibrate': [
    {
      name: 'fit',
      label: 'What was foretold and what came',
      help: 'Two columns: the probability, 0 to 1, and 1 if it came true or 0 if not.',
      kind: 'file',
      isRequired: true,
      read: pairsAt('fit'),
    },
    {
      name: 'apply',
      label: 'Probabilities to correct',
      kind: 'text',
      isRequired: true,
      placeholder: '0.2, 0.5, 0.8',
      read: numbersAt('apply'),
    },
  ],
  'learning bandit': [
    {
      name: 'actions',
      label: 'Actions to choose from',
      help: 'Their number: they are counted from 0.',
      kind: 'number',
      isRequired: true,
      read: numberAt('n_actions'),
    },
    {
      name: 'context',
      label: 'Where the choice is made',
      help: 'The figures that describe it, such as the hour and the size of the order.',
      kind: 'text',
      isRequired: true,
      placeholder: '14, 2.5',
      read: numbersAt('x'),
    },
    {
      name: 'history',
      label: 'Rounds of before',
      help: 'A CSV, oldest first: action, reward, and in all other columns the figures of where it was.',
      kind: 'file',
      read: rounds,
    },
  ],
  'learning curves': [
    {
      name: 'clicks',
      label: 'Clicks by position',
      help: 'In place of those that the website has: a CSV with site, bucket, position, impressions and clicks.',
      kind: 'file',
      read: rowsAt('clicks', ['site', 'bucket', 'position', 'impressions', 'clicks'], ['site', 'bucket']),
    },
    {
      name: 'rates',
      label: 'Leads of visits, sales of leads',
      help: 'A CSV with kind (conversion or close), key (such as roofing), successes and trials.',
      kind: 'file',
      read: rowsAt('rates', ['kind', 'key', 'successes', 'trials'], ['kind', 'key']),
    },
  ],
  ...localFields,
  ...contentFields,
};

/** The fields of an action; none where it needs nothing but data. */
export function ownFields(engineId: string, action: string): readonly OwnField[] {
  return FIELDS[`${engineId} ${action}`] ?? [];
}
