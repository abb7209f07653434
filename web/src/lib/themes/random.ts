import { fromHsl, mix } from '../colour';
import { RANDOM_HUES } from '../constants';
import { mendContrast } from './contrast-check';
import { FALLBACK_THEME } from './presets';
import type { Scheme, Theme, ThemeColours } from './theme';

const TINT: Record<Scheme, number> = { dark: 0.06, light: 0.05 };

function tinted(base: ThemeColours, scheme: Scheme, hue: string): ThemeColours {
  const tint = (colour: string) => mix(hue, colour, TINT[scheme]);
  const surfaces = Object.fromEntries(
    (['background', 'card', 'popover', 'muted', 'secondary', 'accent', 'border'] as const).map((role) => [
      role,
      tint(base[role]),
    ]),
  );
  return mendContrast({ ...base, ...surfaces, primary: hue, ring: hue, primaryForeground: '#000000' });
}

/** A theme around one of six hues at full saturation, readable in both sets. `random` gives 0 to below 1. */
export function randomTheme(random: () => number, id: string, now: Date): Theme {
  const hue = RANDOM_HUES[Math.floor(random() * RANDOM_HUES.length)] ?? RANDOM_HUES[0];
  const colour = fromHsl(hue, 1, 0.5);
  const { dark, light } = FALLBACK_THEME.colors;
  const at = now.toISOString();
  return {
    ...FALLBACK_THEME,
    id,
    name: `Random ${hue}°`,
    description: 'Random colors around one hue.',
    category: 'custom',
    colors: { dark: tinted(dark, 'dark', colour), light: tinted(light, 'light', colour) },
    createdAt: at,
    updatedAt: at,
  };
}
