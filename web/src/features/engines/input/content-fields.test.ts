import { expect, test } from 'vitest';
import { contentFields } from './content-fields';
import { gather } from './own-field';

const FACTS = 'id,kind,value,source\nservice-1,service,roof repair,https://a.example/';

test('verify reads sentences with the facts that they cite, and the fact sheet', () => {
  const { input, errors } = gather(contentFields['content verify'] ?? [], {
    sentences: 'We repair roofs. [service-1, place-2]\n\nWe are open.',
    facts: FACTS,
  });
  expect(errors).toEqual({});
  expect(input.sentences).toEqual([
    { text: 'We repair roofs.', factIds: ['service-1', 'place-2'] },
    { text: 'We are open.', factIds: [] },
  ]);
  expect(input.facts).toHaveLength(1);
});

test('verify needs sentences, and names a line without one', () => {
  const fields = contentFields['content verify'] ?? [];
  expect(gather(fields, { facts: FACTS }).errors).toEqual({ sentences: 'This field is required' });
  expect(gather(fields, { sentences: 'Yes.\n[service-1]', facts: FACTS }).errors).toEqual({
    sentences: 'Line 2 has no sentence',
  });
});

test('template of the fact sheet reads as facts, with headings in words', () => {
  const facts = contentFields['content compose']?.find(({ name }) => name === 'facts');
  expect(facts?.help).not.toMatch(/[a-z][A-Z]/);
  expect(facts?.read(facts.template?.text ?? '')).toEqual({
    input: {
      facts: [
        expect.objectContaining({ id: 'service-1', kind: 'service', value: 'Roof repair', isOwnerSupplied: false }),
        expect.objectContaining({
          id: 'price-1',
          place: 'Austin, TX',
          observedAt: '2026-01-31',
          isOwnerSupplied: true,
        }),
      ],
    },
  });
});
