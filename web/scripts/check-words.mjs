// Fails where a text uses a word that the glossary in CONTRIBUTING.md rules out: texts of the screens, documentation,
// summaries and descriptions of the API, and comments of Rust code.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { PROMISED } from './promised-texts.mjs';

/** Right uses of words that the glossary rules out elsewhere. Each entry needs a reason. */
export const EXCEPTIONS = [
  { pattern: /`[^`]*`/g, files: /\.md$|openapi\.json$/, reason: 'code and names of fields in documentation' },
  { pattern: /Related searches|cpc, searches or tiers/g, reason: 'name of a SERP feature; unit in rate cards' },
];

/** Terms that are ruled out for readers of the product and have correct uses in comments of code. */
export const ALLOWED_IN_COMMENTS = new Set([
  'searches',
  'result page',
  'result pages',
  'worth',
  'tell',
  'stands',
  'the one before',
  'acting',
]);

/** Folders with Rust code. */
const RUST = ['api', 'cli', 'engines', 'shared', 'theme', 'workers'].flatMap((crate) => [
  `${crate}/src`,
  `${crate}/tests`,
]);

/** Attributes that are not displayed. */
const SILENT = new Set(['className', 'class', 'd', 'id', 'key', 'to', 'href', 'type', 'variant', 'size']);

/** Rows of the glossary: what to write, and the terms in backticks of the "not" column. */
export function glossary(markdown) {
  const section = markdown.split(/^## Glossary$/m)[1]?.split(/^## /m)[0] ?? '';
  const rows = section.split('\n').filter((line) => /^\| [^-]/.test(line));
  return rows.slice(1).flatMap((line) => {
    const [, , write = '', not = ''] = line.split('|').map((cell) => cell.trim());
    return [...not.matchAll(/`([^`]+)`/g)].map(([, term]) => ({ term, write: write.replaceAll('**', '') }));
  });
}

/** Glossary entries with a term that `text` contains as a separate word. */
export function objections(text, entries, file = '') {
  const rest = EXCEPTIONS.filter((each) => each.files?.test(file) ?? true).reduce(
    (kept, each) => kept.replaceAll(each.pattern, ' '),
    text,
  );
  return entries.filter(({ term }) => {
    const words = term.split(' ').map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`(?<![\\w-])${words.join('\\s+')}(?![\\w-])`, 'i').test(rest);
  });
}

/** Texts that a screen may show: string literals and JSX text, with their line number. */
export function screenTexts(file, source) {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const texts = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isJsxAttribute(node) && SILENT.has(node.name.getText(parsed))) return;
    const isText = ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateLiteralToken(node);
    if (isText && /\s|^[A-Z]/.test(node.text)) {
      texts.push({ line: parsed.getLineAndCharacterOfPosition(node.getStart(parsed)).line + 1, text: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return texts;
}

/** Lines of a documentation page outside code blocks and comments. */
export function pageTexts(markdown) {
  let isCode = false;
  const lines = markdown.split('\n').map((line) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    return isCode || /^\s*(```|<!--)/.test(line) ? '' : line.replaceAll(/\]\([^)]*\)/g, ']');
  });
  return lines.map((text, index) => ({ line: index + 1, text }));
}

/** Comments of Rust code that have a line of their own, without code in backticks. */
export function commentTexts(source) {
  return source.split('\n').flatMap((line, index) => {
    const comment = /^\s*\/\/[/!]?(.*)$/.exec(line)?.[1];
    return comment === undefined ? [] : [{ line: index + 1, text: comment.replaceAll(/`[^`]*`/g, ' ') }];
  });
}

/** Summaries, descriptions and titles of an OpenAPI document, each with its path instead of a line number. */
export function apiTexts(document, path = '') {
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([key, value]) => {
    const isText = ['summary', 'description', 'title'].includes(key) && typeof value === 'string';
    return isText ? [{ line: `${path}/${key}`, text: value }] : apiTexts(value, `${path}/${key}`);
  });
}

function filesIn(root, folder, pattern) {
  if (!existsSync(join(root, folder))) return [];
  const names = readdirSync(join(root, folder), { recursive: true }).map((name) => name.replaceAll('\\', '/'));
  return names.filter((name) => pattern.test(name)).map((name) => `${folder}/${name}`);
}

function isScreen(file) {
  return !/\.test\.tsx?$|^web\/src\/testing\/|schema\.gen\.ts$/.test(file);
}

function check(root) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const entries = glossary(read('CONTRIBUTING.md'));
  if (entries.length === 0) throw new Error('CONTRIBUTING.md has no glossary');
  const promised = new Set(PROMISED);
  // Examples are composed pages: the words of websites, not of the product.
  const pages = filesIn(root, 'docs', /\.md$/).filter((file) => !file.startsWith('docs/examples/'));
  const texts = [
    ...filesIn(root, 'web/src', /\.tsx?$/)
      .filter(isScreen)
      .map((file) => [file, screenTexts(file, read(file))]),
    ...['README.md', 'web/README.md', ...pages].map((file) => [file, pageTexts(read(file))]),
    ['api/openapi.json', apiTexts(JSON.parse(read('api/openapi.json')))],
  ];
  const comments = RUST.flatMap((folder) => filesIn(root, folder, /\.rs$/)).map((file) => [
    file,
    commentTexts(read(file)),
  ]);
  const strict = entries.filter(({ term }) => !ALLOWED_IN_COMMENTS.has(term));
  const wrong =
    (allowed) =>
    ([file, found]) =>
      found
        .filter(({ text }) => !promised.has(text))
        .flatMap(({ line, text }) => objections(text, allowed, file).map((entry) => ({ file, line, ...entry })));
  return [...texts.flatMap(wrong(entries)), ...comments.flatMap(wrong(strict))];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wrong = check(fileURLToPath(new URL('../..', import.meta.url)));
  for (const { file, line, term, write } of wrong) console.error(`${file}:${line}: "${term}"; write: ${write}`);
  process.exit(wrong.length > 0 ? 1 : 0);
}
