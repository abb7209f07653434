import type { SiteTheme } from '@/api/sites';

/** Colors of a theme on light screens, as the server renders them (`sites/src/theme/palette.rs`). */
export interface ThemeColors {
  canvas: string;
  card: string;
  band: string;
  text: string;
  title: string;
  line: string;
  primary: string;
  accent: string;
  top: string;
  onTop: string;
  hero: string;
  onHero: string;
  act: string;
  onAct: string;
  strip: string;
  onStrip: string;
  foot: string;
}

export interface ThemeLook {
  id: SiteTheme;
  name: string;
  about: string;
  colors: ThemeColors;
}

/** Themes of sites. */
export const THEMES: readonly ThemeLook[] = [
  {
    id: 'harbor',
    name: 'Harbor',
    about: 'Navy and white, a band of color at the top',
    colors: {
      canvas: '#f7f9fc',
      card: '#ffffff',
      band: '#e9eff7',
      text: '#1c2733',
      title: '#12305a',
      line: '#d5dee9',
      primary: '#14427d',
      accent: '#ffb547',
      top: '#ffffff',
      onTop: '#12305a',
      hero: '#14345f',
      onHero: '#ffffff',
      act: '#ffb547',
      onAct: '#1c2733',
      strip: '#0d2445',
      onStrip: '#e8f0fb',
      foot: '#0d2445',
    },
  },
  {
    id: 'orchard',
    name: 'Orchard',
    about: 'Cream and forest green, serif headings',
    colors: {
      canvas: '#faf6ec',
      card: '#fffdf7',
      band: '#f0ead9',
      text: '#2b2a24',
      title: '#23472f',
      line: '#ddd4bd',
      primary: '#2c5e3f',
      accent: '#c06a3e',
      top: '#faf6ec',
      onTop: '#23472f',
      hero: '#f0ead9',
      onHero: '#23472f',
      act: '#2c5e3f',
      onAct: '#ffffff',
      strip: '#23472f',
      onStrip: '#f4efdf',
      foot: '#23472f',
    },
  },
  {
    id: 'foundry',
    name: 'Foundry',
    about: 'Charcoal and amber, heavy condensed headings',
    colors: {
      canvas: '#f4f3f1',
      card: '#ffffff',
      band: '#e6e4e0',
      text: '#1e1e1e',
      title: '#1e1e1e',
      line: '#cfcbc4',
      primary: '#222222',
      accent: '#f5a300',
      top: '#1f1f1f',
      onTop: '#ffffff',
      hero: '#2a2a2a',
      onHero: '#ffffff',
      act: '#f5a300',
      onAct: '#1e1e1e',
      strip: '#f5a300',
      onStrip: '#1e1e1e',
      foot: '#1f1f1f',
    },
  },
  {
    id: 'meadow',
    name: 'Meadow',
    about: 'Sky blue, rounded cards',
    colors: {
      canvas: '#f3faff',
      card: '#ffffff',
      band: '#e2f2fc',
      text: '#22323c',
      title: '#0d4b6e',
      line: '#cde4f2',
      primary: '#0b6a98',
      accent: '#ffd166',
      top: '#f3faff',
      onTop: '#0d4b6e',
      hero: '#d3ecfb',
      onHero: '#0d3f5c',
      act: '#0b6a98',
      onAct: '#ffffff',
      strip: '#ffffff',
      onStrip: '#33505f',
      foot: '#0d3f5c',
    },
  },
  {
    id: 'gazette',
    name: 'Gazette',
    about: 'Black on white, columns and rules of a newspaper',
    colors: {
      canvas: '#ffffff',
      card: '#ffffff',
      band: '#f4f4f2',
      text: '#141414',
      title: '#000000',
      line: '#111111',
      primary: '#111111',
      accent: '#8c1c13',
      top: '#ffffff',
      onTop: '#000000',
      hero: '#ffffff',
      onHero: '#141414',
      act: '#111111',
      onAct: '#ffffff',
      strip: '#ffffff',
      onStrip: '#444444',
      foot: '#ffffff',
    },
  },
  {
    id: 'terrace',
    name: 'Terrace',
    about: 'Deep plum and sand, large type',
    colors: {
      canvas: '#fbf6f0',
      card: '#ffffff',
      band: '#f1e6d8',
      text: '#2e2230',
      title: '#4a1f47',
      line: '#e3d3c3',
      primary: '#5a2656',
      accent: '#d98e4f',
      top: '#fbf6f0',
      onTop: '#4a1f47',
      hero: '#5a2656',
      onHero: '#fdf3e7',
      act: '#f2c48d',
      onAct: '#3b1838',
      strip: '#4a1f47',
      onStrip: '#f6e6d8',
      foot: '#3b1838',
    },
  },
  {
    id: 'clinic',
    name: 'Clinic',
    about: 'Teal and slate, a side column for contact',
    colors: {
      canvas: '#ffffff',
      card: '#f2f7f7',
      band: '#e3efef',
      text: '#1f2d33',
      title: '#0e4a4d',
      line: '#cfe0e0',
      primary: '#0c6b6f',
      accent: '#3fb8a6',
      top: '#ffffff',
      onTop: '#1f2d33',
      hero: '#eaf5f4',
      onHero: '#12393c',
      act: '#0c6b6f',
      onAct: '#ffffff',
      strip: '#1f2d33',
      onStrip: '#e4eef0',
      foot: '#243840',
    },
  },
];

/** Name of a theme; unknown themes are shown unchanged. */
export function themeName(id: string): string {
  return THEMES.find((theme) => theme.id === id)?.name ?? id;
}
