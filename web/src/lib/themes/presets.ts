import { THEME_RADII } from '../constants';
import { themes as texts } from '../strings';
import { DEFAULT_ANIMATIONS, DEFAULT_EFFECTS, DEFAULT_TYPOGRAPHY, type Theme, type ThemeColours } from './theme';

/** Colours in the order: background, foreground, card, popover, muted, muted text, border, input. */
type Ground = readonly [string, string, string, string, string, string, string, string];
/** Primary, its text, secondary, accent, destructive, its text, ring. */
type Marks = readonly [string, string, string, string, string, string, string];

function colours(ground: Ground, marks: Marks, radius: string): ThemeColours {
  const [background, foreground, card, popover, muted, mutedForeground, border, input] = ground;
  const [primary, primaryForeground, secondary, accent, destructive, destructiveForeground, ring] = marks;
  const texts = { foreground, cardForeground: foreground, popoverForeground: foreground };
  const quiet = { secondary, secondaryForeground: foreground, accent, accentForeground: foreground };
  const loud = { primary, primaryForeground, destructive, destructiveForeground, ring };
  return { background, card, popover, muted, mutedForeground, border, input, ...texts, ...quiet, ...loud, radius };
}

function preset(
  id: string,
  name: string,
  description: string,
  colors: Theme['colors'],
  more: Partial<Theme> = {},
): Theme {
  return {
    id,
    name,
    description,
    category: 'built-in',
    colors,
    animations: DEFAULT_ANIMATIONS,
    typography: DEFAULT_TYPOGRAPHY,
    effects: DEFAULT_EFFECTS,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...more,
  };
}

/** The same values as `styles/tokens.css`; a test compares. */
const DEFAULT_DARK = preset('default-dark', texts.defaultDark, 'Dark blue with gold accents.', {
  dark: colours(
    ['#0b0c0e', '#f3f4f6', '#131519', '#181b20', '#1b1e23', '#a3a9b4', '#262a31', '#6d7480'],
    ['#f0b429', '#191204', '#23272e', '#20242a', '#f47067', '#1d0605', '#f4c04a'],
    THEME_RADII[0],
  ),
  light: colours(
    ['#faf9f7', '#16181c', '#ffffff', '#ffffff', '#f1efeb', '#565c67', '#e3e0da', '#858a93'],
    ['#f0b429', '#191204', '#eceae5', '#f1efeb', '#b42318', '#ffffff', '#8a5a00'],
    THEME_RADII[0],
  ),
});

const CYBERPUNK = preset(
  'cyberpunk',
  texts.cyberpunk,
  'Neon colors on a dark background.',
  {
    dark: colours(
      ['#0a0614', '#f1ecff', '#130b24', '#190f2e', '#1e1436', '#b3a6d6', '#35235c', '#7d68b4'],
      ['#00e5ff', '#00191d', '#2a1b4a', '#251842', '#ff5c8a', '#260010', '#ff4df0'],
      THEME_RADII[1],
    ),
    light: colours(
      ['#f7f4ff', '#1a1033', '#ffffff', '#ffffff', '#ece6fb', '#5a4c82', '#d9cff2', '#8a7ab5'],
      ['#007a8a', '#ffffff', '#e6def9', '#ece6fb', '#b3004b', '#ffffff', '#a3009a'],
      THEME_RADII[1],
    ),
  },
  { effects: { blur: true, shadows: true, gradients: true } },
);

const EXECUTIVE = preset('executive', texts.executive, 'Navy and white with muted colors.', {
  dark: colours(
    ['#0d1420', '#eef2f8', '#141d2c', '#182334', '#1b2638', '#a6b2c5', '#28364c', '#6b7d99'],
    ['#8fb4e8', '#07121f', '#223049', '#1f2c43', '#f0857c', '#210705', '#b9cdeb'],
    THEME_RADII[2],
  ),
  light: colours(
    ['#f6f7f9', '#111c2d', '#ffffff', '#ffffff', '#e9edf3', '#4d5b70', '#d5dce6', '#7f8da3'],
    ['#1f3f6e', '#ffffff', '#e3e9f2', '#e9edf3', '#a3261b', '#ffffff', '#1f3f6e'],
    THEME_RADII[2],
  ),
});

/** Built-in themes, which cannot be changed or deleted. */
export const BUILT_IN_THEMES: readonly Theme[] = [DEFAULT_DARK, CYBERPUNK, EXECUTIVE];
export const FALLBACK_THEME = DEFAULT_DARK;
