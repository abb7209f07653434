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
  'A CSV with one value per day, oldest first, optionally with dates in the first column. Leave empty to use the clicks of the website.';

function ownSeries(read: OwnField['read']): OwnField {
  return { name: 'series', label: 'Your own data', help: OWN_SERIES, kind: 'file', read };
}

const query: OwnField = {
  name: 'query',
  label: 'Query',
  help: 'Needs the imported texts of at least 2 pages of other sites that rank for it. Leave empty to use the query with most.',
  kind: 'text',
  read: textAt('query'),
};

/** Fields for the user's own data, by engine and action. Other actions need only imported data. */
const FIELDS: Record<string, readonly OwnField[]> = {
  'keyword expand': [
    {
      name: 'seeds',
      label: 'What you offer',
      help: 'Services or products, one per line.',
      kind: 'long',
      isRequired: true,
      placeholder: 'roof repair\ngutter cleaning',
      read: linesAt('seeds'),
    },
    {
      name: 'cities',
      label: 'Places that you serve',
      help: 'Names, separated by commas. Leave empty for none.',
      kind: 'text',
      placeholder: 'Austin TX, Dallas TX',
      read: listAt('cities'),
    },
    {
      name: 'modifiers',
      label: 'Patterns',
      help: 'One per line, with {service} and optionally {city}. Leave empty to use the built-in patterns.',
      kind: 'long',
      placeholder: 'best {service} in {city}',
      read: linesAt('modifiers'),
    },
  ],
  'keyword keyphrases': [
    { name: 'text', label: 'Text', kind: 'long', isRequired: true, read: textAt('text') },
    { name: 'top', label: 'Phrases to list', help: 'Default: 10.', kind: 'number', read: numberAt('top') },
  ],
  'keyword cluster': [
    {
      name: 'texts',
      label: 'Texts',
      help: 'One per line. Overrides the queries of the website.',
      kind: 'long',
      read: linesAt('texts'),
    },
    {
      name: 'clusters',
      label: 'Groups',
      help: 'Leave empty to choose the number automatically.',
      kind: 'number',
      read: numberAt('clusters'),
    },
  ],
  'causal citations': [
    {
      name: 'change',
      label: 'Day of the change',
      help: 'Leave empty to use the latest entry of the change log.',
      kind: 'date',
      read: textAt('change'),
    },
    { name: 'label', label: 'Change', kind: 'text', placeholder: 'New guide', read: textAt('label') },
  ],
  'causal impact': [
    {
      name: 'change',
      label: 'Day of the change',
      help: 'Leave empty to use the latest entry of the change log.',
      kind: 'date',
      read: textAt('change'),
    },
    { name: 'label', label: 'Change', kind: 'text', placeholder: 'New titles', read: textAt('label') },
    {
      name: 'metric',
      label: 'Metric',
      help: 'Clicks if not set. Visits are those that the beacon on your pages counts.',
      kind: 'choice',
      options: [
        { value: 'clicks', label: 'Clicks' },
        { value: 'impressions', label: 'Impressions' },
        { value: 'visits', label: 'Visits' },
        { value: 'conversions', label: 'Conversions' },
        { value: 'ai_visits', label: 'Visits from AI assistants' },
      ],
      read: textAt('metric'),
    },
    {
      name: 'unit',
      label: 'Value per unit, $',
      help: 'Optional, for example 0.80 per click. Without it, the effect has no monetary value.',
      kind: 'number',
      read: numberAt('centsPerUnit', 100),
    },
    {
      name: 'fallen',
      label: 'Pages chosen because they had declined?',
      help: 'Declined pages tend to recover by themselves (regression to the mean). The verdict accounts for it.',
      kind: 'flag',
      read: flagAt('chosenAfterAFall'),
    },
    ownSeries(series((y, firstDay) => ({ y, ...(firstDay ? { firstDay } : {}) }))),
  ],
  'causal power': [
    {
      name: 'steps',
      label: 'Days after the change',
      help: 'Default: 28.',
      kind: 'number',
      read: numberAt('post_steps'),
    },
    ownSeries(series((y) => ({ y, post_steps: 28 }))),
  ],
  'causal discover': [
    {
      name: 'csv',
      label: 'Table',
      help: 'A CSV with one variable per column and one observation per row, at least 10 rows.',
      kind: 'file',
      isRequired: true,
      read: textAt('csv'),
    },
    {
      name: 'kind',
      label: 'Type of the variables',
      help: 'Detected automatically if not set.',
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
      help: 'A CSV with t (1 treated, 0 untreated), y (the outcome) and covariates in the other columns.',
      kind: 'file',
      isRequired: true,
      read: treatment,
    },
  ],
  'pattern change-points': [ownSeries(series((y) => ({ series: [y] })))],
  'pattern decompose': [
    ownSeries(series((y) => ({ y, period: 7 }))),
    {
      name: 'period',
      label: 'Season length, steps',
      help: '7 for daily data.',
      kind: 'number',
      read: numberAt('period'),
    },
  ],
  'pattern anomalies': [
    ownSeries(series((y) => ({ y, season: 7 }))),
    {
      name: 'season',
      label: 'Season length, steps',
      help: '7 for daily data.',
      kind: 'number',
      read: numberAt('season'),
    },
  ],
  'pattern attribute': [
    {
      name: 'rows',
      label: 'Values before and after',
      help: 'A CSV with before, after and dimensions such as page, query, device and country. Leave empty to use the clicks of the website.',
      kind: 'file',
      read: beforeAfter,
    },
    {
      name: 'change',
      label: 'Day of the change',
      help: 'Compares four weeks before and after. Leave empty for the clearest fall of the last half year; without a fall, for the last four weeks.',
      kind: 'date',
      read: textAt('change'),
    },
  ],
  'pattern rules': [
    {
      name: 'transactions',
      label: 'Transactions',
      help: 'One per line, items separated by commas. Leave empty to use the pages of the website.',
      kind: 'long',
      placeholder: 'faq, top 10, long\nfaq, short',
      read: groupsAt('transactions'),
    },
    {
      name: 'conclusions',
      label: 'Only rules for',
      help: 'Leave empty for all rules.',
      kind: 'text',
      read: listAt('conclusions'),
    },
  ],
  'semantic coverage': [query],
  'semantic brief': [
    query,
    {
      name: 'facts',
      label: 'Your unique facts',
      help: 'One statement per line. The result marks those that no top page makes.',
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
      label: 'Predictions and outcomes',
      help: 'Two columns: the probability (0 to 1), and 1 if it was correct or 0 if not.',
      kind: 'file',
      isRequired: true,
      read: pairsAt('fit'),
    },
    {
      name: 'apply',
      label: 'Probabilities to calibrate',
      kind: 'text',
      isRequired: true,
      placeholder: '0.2, 0.5, 0.8',
      read: numbersAt('apply'),
    },
  ],
  'learning bandit': [
    {
      name: 'actions',
      label: 'Number of actions',
      help: 'Actions to choose from, for example 3 titles of a page. They are numbered from 0.',
      kind: 'number',
      isRequired: true,
      read: numberAt('n_actions'),
    },
    {
      name: 'context',
      label: 'Figures of the choice to make',
      help: 'What is known before the choice, as numbers separated by commas, always the same ones in the same order. For example hour of the day and order size in dollars: 14, 2.5.',
      kind: 'text',
      isRequired: true,
      placeholder: '14, 2.5',
      read: numbersAt('x'),
    },
    {
      name: 'history',
      label: 'Previous rounds',
      help: 'A CSV, oldest first: the number of the action, its reward, and the same figures in all other columns.',
      kind: 'file',
      read: rounds,
    },
  ],
  'learning curves': [
    {
      name: 'clicks',
      label: 'Clicks by position',
      help: 'Overrides the data of the website: a CSV with site, bucket, position, impressions and clicks.',
      kind: 'file',
      read: rowsAt('clicks', ['site', 'bucket', 'position', 'impressions', 'clicks'], ['site', 'bucket']),
    },
    {
      name: 'rates',
      label: 'Conversion and close rates',
      help: 'A CSV with kind (conversion or close), key (such as roofing), successes and trials.',
      kind: 'file',
      read: rowsAt('rates', ['kind', 'key', 'successes', 'trials'], ['kind', 'key']),
    },
  ],
  ...localFields,
  ...contentFields,
};

/** Fields of an action; empty if it needs only imported data. */
export function ownFields(engineId: string, action: string): readonly OwnField[] {
  return FIELDS[`${engineId} ${action}`] ?? [];
}
