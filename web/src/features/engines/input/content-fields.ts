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

/** Reads facts from CSV; those supplied by the owner are marked in `isOwnerSupplied`. */
function facts(text: string): ReturnType<OwnField['read']> {
  const words = ['id', 'kind', 'value', 'detail', 'place', 'source', 'observedAt', 'isOwnerSupplied'];
  const read = rowsAt('facts', ['id', 'kind', 'value', 'source'], words)(text);
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
  help: 'A CSV with the columns id, kind, value and source; optional: detail, place, observedAt, isOwnerSupplied. Kinds: business, service, place, neighbourhood, price, duration, hours, phone, licence, insurance, experience, award, rating, guarantee, permit, climate, process, question, statement.',
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

export const contentFields: Record<string, readonly OwnField[]> = {
  'content brief': [query, { ...factSheet, isRequired: false }],
  'content compose': [query, factSheet],
  'content score': [query, draft, factSheet],
  'content revise': [query, draft, factSheet],
};
