import { expect, test } from 'vitest';
import { inlines, markdown } from './markdown';

test('the blocks of a card', () => {
  const blocks = markdown(
    '# A card\n\nTwo\nlines.\n\n- one\n  more\n- two\n\n1. first\n\n| a | b |\n|---|---|\n| 1 | `x|y` |\n',
  );
  expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'list', 'list', 'table']);
  expect(blocks[1]).toEqual({ kind: 'paragraph', text: [{ kind: 'text', text: 'Two lines.' }] });
  expect(blocks[2]).toMatchObject({ ordered: false, items: [[{ text: 'one more' }], [{ text: 'two' }]] });
  expect(blocks[3]).toMatchObject({ ordered: true });
  expect(blocks[4]).toMatchObject({ rows: [[[{ text: '1' }], [{ kind: 'code', text: 'x|y' }]]] });
});

test('marks inside of a line', () => {
  expect(inlines('a **b** `c` *d* [e](https://e.example)').filter(({ kind }) => kind !== 'text')).toEqual([
    { kind: 'strong', text: 'b' },
    { kind: 'code', text: 'c' },
    { kind: 'em', text: 'd' },
    { kind: 'link', text: 'e', href: 'https://e.example' },
  ]);
});

test('no script and no HTML gets through', () => {
  expect(inlines('[x](javascript:alert(1))').every(({ kind }) => kind === 'text')).toBe(true);
  expect(markdown('<script>1</script>')).toEqual([
    { kind: 'paragraph', text: [{ kind: 'text', text: '<script>1</script>' }] },
  ]);
});

test('any text comes to an end', () => {
  for (const text of ['```', '|', '- ', '#', '* * *', '1.', '\n\n', '> quote', '   indented']) {
    expect(Array.isArray(markdown(text))).toBe(true);
  }
});

test('pictures_and_links_to_other_documents', () => {
  expect(markdown('![A hub](../images/guide/hub.webp)')).toEqual([
    { kind: 'picture', text: 'A hub', href: '../images/guide/hub.webp' },
  ]);
  expect(inlines('[ranks](ranks.md) [card](../engines/causal.md#limits) [no](/etc/x.md)')).toMatchObject([
    { kind: 'document', href: 'ranks.md' },
    { text: ' ' },
    { kind: 'document', href: '../engines/causal.md#limits' },
    { text: ' ' },
    { kind: 'text', text: 'no' },
  ]);
});
