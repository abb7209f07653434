import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  ALLOWED_IN_COMMENTS,
  apiTexts,
  commentTexts,
  glossary,
  objections,
  pageTexts,
  screenTexts,
} from './check-words.mjs';

const MARKDOWN = `
## Glossary

| concept | write | not |
|---|---|---|
| price of an ad click | **CPC** | \`ad click\`, what a click costs |
| inform | **reports** | \`told\` |

## Next
| other | table | \`here\` |
`;

describe('glossary', () => {
  it('reads the terms in backticks of its own section', () => {
    expect(glossary(MARKDOWN)).toEqual([
      { term: 'ad click', write: 'CPC' },
      { term: 'told', write: 'reports' },
    ]);
  });

  it.each([
    ['What an ad  click costs', 'ad click'],
    ['Told once', 'told'],
    ['Retold', undefined],
    ['CPC', undefined],
  ])('%s', (text, term) => expect(objections(text, glossary(MARKDOWN))[0]?.term).toBe(term));

  it('leaves out code in documentation only', () => {
    expect(objections('the field `told`', glossary(MARKDOWN), 'docs/a.md')).toEqual([]);
    expect(objections('the field `told`', glossary(MARKDOWN), 'web/src/a.tsx')).toHaveLength(1);
  });
});

describe('texts', () => {
  it('reads literals and JSX text of a screen, but no imports and class names', () => {
    const source = `import a from 'b c';
      export const A = () => <p className="x y" title="A title">Some text {\`part \${1} end here\`}</p>; // a comment`;
    expect(
      screenTexts('a.tsx', source)
        .map(({ text }) => text.trim())
        .filter(Boolean),
    ).toEqual(['A title', 'Some text', 'part', 'end here']);
  });

  it('leaves out code blocks and addresses of a page', () => {
    const texts = pageTexts('One\n```\ntold\n```\n[two](told.md)').map(({ text }) => text);
    expect(texts).toEqual(['One', '', '', '', '[two]']);
  });

  it('reads comments of Rust code without code in backticks', () => {
    const source = 'let a = "told"; // told\n  /// Returns `told` once.\n//! Module\n// plain';
    expect(commentTexts(source).map(({ line, text }) => [line, text.trim().replace(/\s+/, ' ')])).toEqual([
      [2, 'Returns once.'],
      [3, 'Module'],
      [4, 'plain'],
    ]);
  });

  it('allows only terms of the glossary in comments', () => {
    const terms = new Set(glossary(readFileSync('../CONTRIBUTING.md', 'utf8')).map(({ term }) => term));
    expect([...ALLOWED_IN_COMMENTS].filter((term) => !terms.has(term))).toEqual([]);
  });

  it('reads summaries and descriptions of the API with their path', () => {
    const document = {
      paths: { '/a': { get: { summary: 'List', operationId: 'told', responses: { description: 'Ok' } } } },
    };
    expect(apiTexts(document)).toEqual([
      { line: '/paths//a/get/summary', text: 'List' },
      { line: '/paths//a/get/responses/description', text: 'Ok' },
    ]);
  });
});
