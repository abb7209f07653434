import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const CSS = readFileSync(fileURLToPath(new URL('./tokens.css', import.meta.url)), 'utf8');

function theme(name: 'dark' | 'light'): Record<string, string> {
  const block = new RegExp(`\\.${name} \\{([^}]*)\\}`).exec(CSS)?.[1] ?? '';
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1], match[2]]));
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one = '', other = ''): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return (light + 0.05) / (dark + 0.05);
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
    (text, surface) => expect(contrast(tokens[text], tokens[surface])).toBeGreaterThanOrEqual(4.5),
  );

  it.each(['input', 'ring', ...Array.from({ length: 8 }, (_, index) => `chart-${index + 1}`)])(
    '%s stands out from its surface',
    (token) => {
      expect(contrast(tokens[token], tokens.background)).toBeGreaterThanOrEqual(3);
      expect(contrast(tokens[token], tokens.card)).toBeGreaterThanOrEqual(3);
    },
  );
});
