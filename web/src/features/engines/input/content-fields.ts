import type { OwnField } from './own-field';
import { rowsAt, textAt } from './readers';

const query: OwnField = {
  name: 'query',
  label: 'Target query',
  kind: 'text',
  isRequired: true,
  placeholder: 'roof repair austin',
  read: textAt('query'),
};

const TEMPLATE = `Name,Kind,Value,Detail,Place,Source,Observed on,From the owner
service-1,service,Roof repair,,,https://example.com/services,2026-01-31,no
price-1,price,$450,For a leak,"Austin, TX",Price list of the owner,2026-01-31,yes
`;

/** Columns of facts by their headings in words. */
const COLUMNS: Record<string, string> = {
  name: 'id',
  kind: 'kind',
  value: 'value',
  detail: 'detail',
  place: 'place',
  source: 'source',
  'observed on': 'observedAt',
  'from the owner': 'isOwnerSupplied',
};

/** Names the columns of a CSV as the request does. */
function withColumns(text: string): string {
  const [header = '', ...rows] = text.split('\n');
  const named = header.replace(/[^,;\t\r]+/g, (cell) => COLUMNS[cell.trim().replaceAll('"', '').toLowerCase()] ?? cell);
  return [named, ...rows].join('\n');
}

/** Reads facts from CSV; those supplied by the owner are marked in `isOwnerSupplied`. */
function facts(text: string): ReturnType<OwnField['read']> {
  const words = ['id', 'kind', 'value', 'detail', 'place', 'source', 'observedAt', 'isOwnerSupplied'];
  const read = rowsAt('facts', ['id', 'kind', 'value', 'source'], words)(withColumns(text));
  if ('error' in read) return read;
  const rows = read.input.facts as Record<string, string>[];
  return { input: { facts: rows.map(fact) } };
}

function fact(row: Record<string, string>) {
  const filled = Object.entries(row).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(filled), isOwnerSupplied: /^(true|yes|1)$/i.test(row.isOwnerSupplied ?? '') };
}

const factSheet: OwnField = {
  name: 'facts',
  label: 'Fact sheet',
  help: 'A CSV file of facts about the business, one a line; the template names the columns. Kinds: business, service, place, neighbourhood, price, duration, hours, phone, licence, insurance, experience, award, rating, guarantee, permit, climate, process, question, statement.',
  template: { name: 'facts.csv', text: TEMPLATE },
  kind: 'file',
  isRequired: true,
  read: facts,
};

const draft: OwnField = {
  name: 'draft',
  label: 'Page',
  help: 'The draft of a "compose" run as JSON. Save it from that result.',
  kind: 'file',
  isRequired: true,
  read: (text) => {
    try {
      const value = JSON.parse(text) as Record<string, unknown>;
      return { input: { draft: value.draft ?? value } };
    } catch {
      return { error: 'The file is not JSON' };
    }
  },
};

/** Reads sentences, one a line, each with the ids of its facts in brackets at the end. */
function sentences(text: string): ReturnType<OwnField['read']> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const bare = lines.findIndex((line) => line.replace(CITED, '').trim() === '');
  if (bare !== -1) return { error: `Line ${bare + 1} has no sentence` };
  return { input: { sentences: lines.map(sentence) } };
}

const CITED = /\s*\[([^\]]*)\]\s*$/;

function sentence(line: string) {
  const ids = CITED.exec(line)?.[1] ?? '';
  return {
    text: line.replace(CITED, '').trim(),
    factIds: ids
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean),
  };
}

const claims: OwnField = {
  name: 'sentences',
  label: 'Sentences to verify',
  help: 'One per line, each with the ids of the facts that support it in brackets at the end.',
  kind: 'long',
  isRequired: true,
  placeholder: 'We repair roofs in Austin. [service-1, place-2]',
  read: sentences,
};

export const contentFields: Record<string, readonly OwnField[]> = {
  'content brief': [query, { ...factSheet, isRequired: false }],
  'content compose': [query, factSheet],
  'content score': [query, draft, factSheet],
  'content verify': [claims, factSheet],
  'content revise': [query, draft, factSheet],
};
