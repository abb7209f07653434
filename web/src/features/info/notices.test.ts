import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NOTICES } from './notices';

const full = readFileSync('../cli/NOTICES.md', 'utf8').replace(/\s+/g, ' ');

describe('notices', () => {
  it.each(NOTICES)('$name is stated in full by the binary', ({ name, about, url }) => {
    expect(full).toContain(`## ${name}`);
    expect(full).toContain(url);
    const license = about
      .slice(about.indexOf('.') + 1)
      .trim()
      .replace(/\.$/, '');
    expect(full).toContain(license);
  });
});
