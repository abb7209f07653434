/** Most that a theme's own CSS may hold. */
export const CSS_LIMIT = 20_000;

/** Disallowed parts of custom CSS with reasons. Tested without comments and strings. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\\/, 'Escapes with a backslash are not allowed.'],
  [/</, 'Markup is not allowed.'],
  [/@import\b/i, '@import is not allowed because it loads an external file.'],
  [
    /@(font-face|namespace|charset|property|layer)\b/i,
    '@font-face, @namespace, @charset, @property and @layer are not allowed.',
  ],
  [/\b(image-set|src|image|element|cross-fade)\s*\(/i, 'image-set() and its relatives are not allowed.'],
  [/\bexpression\s*\(|javascript\s*:|\bbehavior\s*:|-moz-binding/i, 'Scripts are not allowed.'],
];

const LOCAL_URL = /^\s*["']?#[\w-]+["']?\s*$/;

/** Everything the browser would not read as CSS: comments; and strings, emptied. */
function bare(css: string): string {
  return css.replaceAll(/\/\*[\s\S]*?(\*\/|$)/g, ' ').replaceAll(/"[^"\n]*"|'[^'\n]*'/g, '""');
}

function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[\s\S]*?(\*\/|$)/g, ' ');
}

/** Braces that close more than they opened would leave the scope. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function urlProblems(css: string): string[] {
  const targets = [...css.matchAll(/\burl\s*\(([^)]*)\)?/gi)].map((match) => match[1] ?? '');
  return targets.every((target) => LOCAL_URL.test(target))
    ? []
    : ['url() may only refer to a part of this page, e.g. url(#id).'];
}

/**
 * A theme's own CSS, kept inside the application by nesting; nothing in it can load from elsewhere or run.
 * With `problems`, it must not be used.
 */
export function safeCss(css: string): { css: string; problems: string[] } {
  const text = css.trim();
  if (text === '') return { css: '', problems: [] };
  const plain = bare(text);
  const problems = FORBIDDEN.filter(([pattern]) => pattern.test(plain) || pattern.test(withoutComments(text)))
    .map(([, why]) => why)
    .concat(urlProblems(withoutComments(text)));
  if (/["']/.test(plain.replaceAll('""', ''))) problems.push('A string is not closed. Add the missing quote.');
  if (!isBalanced(plain)) problems.push('The braces do not match. Check for a missing { or }.');
  if (text.length > CSS_LIMIT) problems.push(`The CSS is longer than ${CSS_LIMIT} characters.`);
  return { css: `#root {\n${withoutComments(text)}\n}`, problems };
}
