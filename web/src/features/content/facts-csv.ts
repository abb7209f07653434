import type { Fact, FactKind } from '@/api/documents';
import { parseCsv } from '@/lib/parse-csv';

export const FACT_KINDS: readonly FactKind[] = [
  'business',
  'service',
  'place',
  'neighbourhood',
  'price',
  'duration',
  'hours',
  'phone',
  'licence',
  'insurance',
  'experience',
  'award',
  'rating',
  'guarantee',
  'permit',
  'climate',
  'process',
  'question',
  'statement',
];

const REQUIRED = ['kind', 'value', 'source'] as const;

/** An id that no fact has yet. */
export function freeId(kind: string, taken: ReadonlySet<string>): string {
  let number = 1;
  while (taken.has(`${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
}

/** Reads facts from CSV. A fact with a known id replaces it. */
export function factsOfCsv(text: string, known: readonly Fact[]): { facts: Fact[]; count: number } | { error: string } {
  const { header, rows } = parseCsv(text);
  const names = header.map((name) => name.toLowerCase().replace(/[\s_-]/g, ''));
  const missing = REQUIRED.filter((name) => !names.includes(name));
  if (missing.length > 0) return { error: `The file has no column ${missing.join(', ')}.` };
  const facts = new Map(known.map((fact) => [fact.id ?? '', fact]));
  for (const [index, row] of rows.entries()) {
    const cell = (name: string) => (row[names.indexOf(name)] ?? '').trim();
    const kind = FACT_KINDS.find((each) => each === cell('kind'));
    if (!kind) return { error: `Line ${index + 2}: "${cell('kind')}" is not a kind of fact.` };
    if (!cell('value') || !cell('source')) return { error: `Line ${index + 2}: value and source are required.` };
    const id = cell('id') || freeId(kind, new Set(facts.keys()));
    facts.set(id, {
      id,
      kind,
      value: cell('value'),
      detail: cell('detail') || null,
      place: cell('place') || null,
      source: cell('source'),
      ...(cell('observedat') ? { observedAt: cell('observedat') } : {}),
      isOwnerSupplied: /^(true|yes|1)$/i.test(cell('ownersupplied') || cell('isownersupplied')),
    });
  }
  return { facts: [...facts.values()], count: rows.length };
}
