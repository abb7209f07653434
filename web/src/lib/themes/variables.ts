import { mix, readableOn } from '../colour';
import type { ThemeSnapshot } from '../theme';
import { FALLBACK_THEME } from './presets';
import { safeCss } from './safe-css';
import {
  COLOUR_ROLES,
  DEFAULT_ANIMATIONS,
  DEFAULT_EFFECTS,
  DEFAULT_TYPOGRAPHY,
  type Scheme,
  type Theme,
  type ThemeColours,
} from './theme';

/** Colours of the product that a theme does not name. They are made readable on the theme's surfaces. */
const SIGNALS: Record<Scheme, Record<string, string>> = {
  dark: { success: '#57c78a', warning: '#f0a94c', info: '#6cb2f5' },
  light: { success: '#0f6e40', warning: '#8f4a00', info: '#1259a3' },
};

const SERIES: Record<Scheme, readonly string[]> = {
  dark: ['#f0b429', '#66bff8', '#41c294', '#e17c17', '#c87ebb', '#f3e53c', '#7c99f4', '#bfc5cd'],
  light: ['#b97700', '#0071b1', '#297d6c', '#b74602', '#93224b', '#749061', '#3859cb', '#485d7c'],
};

const SOFT_SHARE = 0.12;
const SHADOWS_OFF = { 'shadow-card': 'none', 'shadow-pop': 'none' };

function kebab(role: string): string {
  return role.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A colour for words and marks with its soft surface, both readable. */
function tone(name: string, colour: string, { background, card }: ThemeColours): Record<string, string> {
  const soft = mix(colour, background, SOFT_SHARE);
  return { [name]: readableOn(colour, [background, card, soft], 4.5), [`${name}-soft`]: soft };
}

/** All custom properties of one set, without the dashes. */
export function colourVariables(colours: ThemeColours, scheme: Scheme): Record<string, string> {
  const { background, card } = colours;
  const named = Object.fromEntries(COLOUR_ROLES.map((role) => [kebab(role), colours[role]]));
  const signals = Object.entries(SIGNALS[scheme]).map(([name, colour]) => tone(name, colour, colours));
  const series = SERIES[scheme].map((colour, index) => [
    `chart-${index + 1}`,
    readableOn(colour, [background, card], 3),
  ]);
  return Object.assign(
    named,
    tone('brand', colours.primary, colours),
    tone('destructive', colours.destructive, colours),
    // The button keeps the selected red; only its text colour is adjusted.
    { destructive: readableOn(colours.destructive, [background, card], 4.5) },
    ...signals,
    Object.fromEntries(series),
    { radius: colours.radius },
  );
}

function styleVariables(theme: Theme): Record<string, string> {
  const { fontFamily, fontSize, lineHeight } = theme.typography ?? DEFAULT_TYPOGRAPHY;
  const { duration, easing } = theme.animations ?? DEFAULT_ANIMATIONS;
  const scale = Number.parseInt(fontSize, 10) / Number.parseInt(DEFAULT_TYPOGRAPHY.fontSize, 10);
  return {
    ...(fontFamily === DEFAULT_TYPOGRAPHY.fontFamily ? {} : { 'app-font': fontFamily }),
    ...(scale === 1 ? {} : { 'app-font-scale': String(Math.round(scale * 1000) / 1000) }),
    ...(lineHeight === DEFAULT_TYPOGRAPHY.lineHeight ? {} : { 'app-line-height': String(lineHeight) }),
    ...(duration === DEFAULT_ANIMATIONS.duration ? {} : { 'default-transition-duration': `${duration}ms` }),
    ...(easing === DEFAULT_ANIMATIONS.easing ? {} : { 'default-transition-timing-function': easing }),
    ...((theme.effects ?? DEFAULT_EFFECTS).shadows ? {} : SHADOWS_OFF),
  };
}

/** Data required to apply a theme. The default theme uses the colours of the style sheet. */
export function snapshotOf(theme: Theme): ThemeSnapshot {
  const style = styleVariables(theme);
  const isDefault = theme.id === FALLBACK_THEME.id;
  const set = (scheme: Scheme) => (isDefault ? style : { ...colourVariables(theme.colors[scheme], scheme), ...style });
  const { blur, gradients } = theme.effects ?? DEFAULT_EFFECTS;
  const { enabled } = theme.animations ?? DEFAULT_ANIMATIONS;
  const { css, problems } = safeCss(theme.customCSS ?? '');
  return {
    dark: set('dark'),
    light: set('light'),
    blur,
    gradients,
    motion: enabled,
    css: problems.length === 0 ? css : '',
  };
}
