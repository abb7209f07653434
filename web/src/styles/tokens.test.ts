import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { contrast } from '@/lib/colour';

const CSS = readFileSync(fileURLToPath(new URL('./tokens.css', import.meta.url)), 'utf8');

function theme(name: 'dark' | 'light'): Record<string, string> {
  const block = new RegExp(`\\.${name} \\{([^}]*)\\}`).exec(CSS)?.[1] ?? '';
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1], match[2]]));
}

function ratio(one = '', other = ''): number {
  return contrast(one, other);
}

const TEXT_ON: [string, string[]][] = [
  ['foreground', ['background', 'card', 'popover', 'muted', 'accent', 'secondary']],
  ['muted-foreground', ['background', 'card', 'popover', 'muted', 'accent']],
  ['brand', ['background', 'card', 'brand-soft']],
  ['primary-foreground', ['primary']],
  ['destructive-foreground', ['destructive']],
  ['destructive', ['background', 'card', 'destructive-soft']],
  ['success', ['background', 'card', 'success-soft']],
  ['warning', ['background', 'card', 'warning-soft']],
  ['info', ['background', 'card', 'info-soft']],
];

describe.each(['dark', 'light'] as const)('%s theme', (name) => {
  const tokens = theme(name);

  it.each(TEXT_ON.flatMap(([text, surfaces]) => surfaces.map((surface) => [text, surface] as const)))(
    '%s is readable on %s',
    (text, surface) => expect(ratio(tokens[text], tokens[surface])).toBeGreaterThanOrEqual(4.5),
  );

  it.each(['input', 'ring', ...Array.from({ length: 8 }, (_, index) => `chart-${index + 1}`)])(
    '%s stands out from its surface',
    (token) => {
      expect(ratio(tokens[token], tokens.background)).toBeGreaterThanOrEqual(3);
      expect(ratio(tokens[token], tokens.card)).toBeGreaterThanOrEqual(3);
    },
  );
});
