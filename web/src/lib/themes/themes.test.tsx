import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { contrast, fromHsl, toRgb } from '../colour';
import { RANDOM_HUES } from '../constants';
import { useTheme } from '../theme';
import { contrastFindings, mendContrast } from './contrast-check';
import { exportTheme, importTheme } from './exchange';
import { BUILT_IN_THEMES, FALLBACK_THEME } from './presets';
import { randomTheme } from './random';
import { chooseTheme, deleteTheme, duplicateTheme, reloadThemes, saveTheme, useThemes } from './store';
import type { Scheme, Theme } from './theme';
import { colourVariables, snapshotOf } from './variables';

const NOW = new Date('2026-05-01T10:00:00Z');
const SCHEMES: Scheme[] = ['dark', 'light'];
const SETS = BUILT_IN_THEMES.flatMap((theme) => SCHEMES.map((scheme) => [theme.id, scheme, theme] as const));

function tokens(scheme: Scheme): Record<string, string> {
  const css = readFileSync(join(process.cwd(), 'src/styles/tokens.css'), 'utf8');
  const block = new RegExp(`\\.${scheme} \\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1], match[2]]));
}

beforeEach(() => {
  useThemes.setState({ custom: [] });
  useTheme.setState({ themeId: 'default-dark', mode: 'dark', snapshot: null, preview: null });
});

describe('built-in themes', () => {
  it('are three, with their names and radii', () => {
    expect(BUILT_IN_THEMES.map(({ id, name }) => [id, name])).toEqual([
      ['default-dark', 'Default Dark'],
      ['cyberpunk', 'Cyberpunk Command Center'],
      ['executive', 'Executive Boardroom'],
    ]);
    for (const scheme of SCHEMES) {
      expect(BUILT_IN_THEMES.map(({ colors }) => colors[scheme].radius)).toEqual(['0.5rem', '0.75rem', '0.375rem']);
    }
    expect(FALLBACK_THEME.typography).toEqual({ fontFamily: 'Inter', fontSize: '14px', lineHeight: 1.5 });
  });

  it.each(SCHEMES)('the default one is that of the style sheet, %s', (scheme) => {
    const sheet = tokens(scheme);
    for (const [role, colour] of Object.entries(FALLBACK_THEME.colors[scheme])) {
      if (role === 'radius') continue;
      const name = role.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      expect(sheet[name] ?? sheet.foreground, name).toBe(colour);
    }
    const variables = colourVariables(FALLBACK_THEME.colors[scheme], scheme);
    for (let index = 1; index <= 8; index += 1) expect(variables[`chart-${index}`]).toBe(sheet[`chart-${index}`]);
  });

  it.each(SETS)('%s can be read in its %s set', (_id, scheme, theme) => {
    expect(contrastFindings(theme.colors[scheme])).toEqual([]);
  });

  it.each(SETS)('what %s does not name is readable too, %s', (_id, scheme, theme) => {
    const { background, card } = theme.colors[scheme];
    const variables = colourVariables(theme.colors[scheme], scheme);
    for (const name of ['brand', 'destructive', 'success', 'warning', 'info']) {
      for (const surface of [background, card, variables[`${name}-soft`] ?? '']) {
        expect(contrast(variables[name] ?? '', surface), `${name} on ${surface}`).toBeGreaterThanOrEqual(4.5);
      }
    }
    expect(contrast(variables['destructive-foreground'] ?? '', variables.destructive ?? '')).toBeGreaterThanOrEqual(
      4.5,
    );
    for (let index = 1; index <= 8; index += 1) {
      expect(contrast(variables[`chart-${index}`] ?? '', card)).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('choosing', () => {
  it('keeps the theme and what the first frame needs', () => {
    chooseTheme('cyberpunk');
    const stored = JSON.parse(localStorage.getItem('motherlode.theme') ?? '{}').state;
    expect(stored.themeId).toBe('cyberpunk');
    expect(stored.snapshot.dark.background).toBe('#0a0614');
    expect(stored.snapshot.dark.radius).toBe('0.75rem');
    expect(stored.preview).toBeUndefined();
    chooseTheme('default-dark');
    expect(useTheme.getState().snapshot).toBeNull();
  });

  it('unknown_theme_is_not_found', () => {
    expect(() => chooseTheme('none')).toThrow('Theme not found');
    expect(() => duplicateTheme('none', 'x', NOW)).toThrow('Theme not found');
    expect(() => exportTheme('none')).toThrow('Theme not found');
  });

  it('falls back to the default theme when the shown one is deleted', () => {
    const copy = duplicateTheme('executive', 'mine', NOW);
    expect(copy).toMatchObject({ id: 'mine', name: 'Executive Boardroom copy', category: 'custom' });
    chooseTheme('mine');
    deleteTheme('mine');
    expect(useTheme.getState()).toMatchObject({ themeId: 'default-dark', snapshot: null });
    expect(useThemes.getState().custom).toEqual([]);
  });

  it('shows changes of the shown theme at once', () => {
    const copy = duplicateTheme('executive', 'mine', NOW);
    chooseTheme('mine');
    const dark = { ...copy.colors.dark, background: '#000000' };
    saveTheme({ ...copy, colors: { ...copy.colors, dark } }, NOW);
    expect(useTheme.getState().snapshot?.dark.background).toBe('#000000');
  });

  it('logs stored themes that cannot be read, and goes on without them', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    localStorage.setItem('motherlode.themes', '{not json');
    reloadThemes();
    expect(log).toHaveBeenCalledWith('Failed to load custom themes', expect.anything());
    expect(useThemes.getState().custom).toEqual([]);
    log.mockRestore();
  });

  it('one_unreadable_theme_is_logged_and_drops_none_of_the_others', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    duplicateTheme('executive', 'mine', NOW);
    const stored = JSON.parse(localStorage.getItem('motherlode.themes') ?? '[]');
    localStorage.setItem('motherlode.themes', JSON.stringify([{ id: 'broken' }, ...stored]));
    reloadThemes();
    expect(useThemes.getState().custom.map(({ id }) => id)).toEqual(['mine']);
    expect(log).toHaveBeenCalledTimes(1);
    log.mockRestore();
  });

  it('finds kept themes again', () => {
    duplicateTheme('executive', 'mine', NOW);
    useThemes.setState({ custom: [] });
    reloadThemes();
    expect(useThemes.getState().custom.map(({ id }) => id)).toEqual(['mine']);
  });
});

describe('import and export', () => {
  it('gives back what was given out', () => {
    const { theme, dropped } = importTheme(exportTheme('cyberpunk'), 'n1', NOW);
    expect(theme).toMatchObject({ id: 'n1', name: 'Cyberpunk Command Center', category: 'imported' });
    expect(theme.colors).toEqual(BUILT_IN_THEMES[1]?.colors);
    expect(dropped).toEqual([]);
  });

  const broken: [string, (theme: Theme) => unknown][] = [
    [
      'a colour that is none',
      (theme) => ({ ...theme, colors: { ...theme.colors, dark: { ...theme.colors.dark, card: 'red' } } }),
    ],
    ['no light set', (theme) => ({ ...theme, colors: { dark: theme.colors.dark } })],
    [
      'a radius that is more',
      (theme) => ({ ...theme, colors: { ...theme.colors, dark: { ...theme.colors.dark, radius: '1rem;x:y' } } }),
    ],
    [
      'a font that ends the declaration',
      (theme) => ({ ...theme, typography: { fontFamily: 'x;}', fontSize: '14px', lineHeight: 1.5 } }),
    ],
    ['a list', () => []],
    ['nothing', () => null],
  ];
  it.each(broken)('refuses %s', (_what, change) => {
    expect(() => importTheme(JSON.stringify(change(FALLBACK_THEME)), 'n', NOW)).toThrow('Invalid theme data');
  });

  it('refuses what is not JSON', () => expect(() => importTheme('{', 'n', NOW)).toThrow('Invalid theme data'));

  it('unsafe_css_is_dropped_with_its_reason', () => {
    const text = JSON.stringify({ ...FALLBACK_THEME, customCSS: '@import "https://evil.example/x.css";' });
    const { theme, dropped } = importTheme(text, 'n2', NOW);
    expect(theme.customCSS).toBeUndefined();
    expect(dropped.join(' ')).toContain('@import');
  });
});

describe('chance', () => {
  it.each(RANDOM_HUES.map((hue, index) => [hue, index] as const))('can draw a hue of %i, readable', (hue, index) => {
    const theme = randomTheme(() => (index + 0.5) / RANDOM_HUES.length, 'r', NOW);
    for (const scheme of SCHEMES) {
      expect(theme.colors[scheme].primary).toBe(fromHsl(hue, 1, 0.5));
      expect(contrastFindings(theme.colors[scheme])).toEqual([]);
    }
    const [red, green, blue] = toRgb(theme.colors.dark.primary);
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBe(255);
  });
});

describe('contrast', () => {
  const poor = { ...FALLBACK_THEME.colors.dark, foreground: '#202020', ring: '#0b0c0e' };

  it('names what is hard to read, the worst first', () => {
    const found = contrastFindings(poor);
    expect(found[0]).toMatchObject({ role: 'foreground' });
    expect(found.map(({ role }) => role)).toContain('ring');
  });

  it('can be mended', () => expect(contrastFindings(mendContrast(poor))).toEqual([]));
});

it('a snapshot holds no CSS that is not safe', () => {
  expect(snapshotOf({ ...FALLBACK_THEME, id: 'x', customCSS: 'a{background:url(https://evil.example)}' }).css).toBe('');
  expect(snapshotOf({ ...FALLBACK_THEME, id: 'x', customCSS: 'h1 { letter-spacing: 0 }' }).css).toContain('#root');
});
