import type { SiteTheme } from '@/api/sites';

/** Arrangement of a theme's home page, as its picture shows it. */
export type ThemeLayout = 'band' | 'serif' | 'heavy' | 'cards' | 'columns' | 'large' | 'side';

export interface ThemeLook {
  id: SiteTheme;
  name: string;
  about: string;
  layout: ThemeLayout;
  background: string;
  surface: string;
  text: string;
  border: string;
  accent: string;
  onAccent: string;
  /** Face of the headings. */
  face: 'sans' | 'serif';
}

/** Themes of sites, with the colors that the server renders them in. */
export const THEMES: readonly ThemeLook[] = [
  {
    id: 'harbor',
    name: 'Harbor',
    about: 'Navy and white, a band of color at the top',
    layout: 'band',
    background: '#ffffff',
    surface: '#f2f5f9',
    text: '#14213d',
    border: '#d5dce6',
    accent: '#1d3557',
    onAccent: '#ffffff',
    face: 'sans',
  },
  {
    id: 'orchard',
    name: 'Orchard',
    about: 'Cream and forest green, serif headings',
    layout: 'serif',
    background: '#fbf7ee',
    surface: '#f3ecdb',
    text: '#26332a',
    border: '#dccfb2',
    accent: '#2d5a3d',
    onAccent: '#ffffff',
    face: 'serif',
  },
  {
    id: 'foundry',
    name: 'Foundry',
    about: 'Charcoal and amber, heavy headings',
    layout: 'heavy',
    background: '#1f2226',
    surface: '#2a2e33',
    text: '#f3f1ec',
    border: '#434950',
    accent: '#f0a830',
    onAccent: '#1f2226',
    face: 'sans',
  },
  {
    id: 'meadow',
    name: 'Meadow',
    about: 'Sky blue, rounded cards',
    layout: 'cards',
    background: '#f1f8fd',
    surface: '#ffffff',
    text: '#12344d',
    border: '#c9e0ef',
    accent: '#0b6fa4',
    onAccent: '#ffffff',
    face: 'sans',
  },
  {
    id: 'gazette',
    name: 'Gazette',
    about: 'Black on white, columns of a newspaper',
    layout: 'columns',
    background: '#ffffff',
    surface: '#ffffff',
    text: '#111111',
    border: '#111111',
    accent: '#111111',
    onAccent: '#ffffff',
    face: 'serif',
  },
  {
    id: 'terrace',
    name: 'Terrace',
    about: 'Plum and sand, large type',
    layout: 'large',
    background: '#f7f1e6',
    surface: '#efe4d0',
    text: '#3a1733',
    border: '#d9c7a8',
    accent: '#5b2350',
    onAccent: '#ffffff',
    face: 'serif',
  },
  {
    id: 'clinic',
    name: 'Clinic',
    about: 'Teal and slate, a side column for contact',
    layout: 'side',
    background: '#ffffff',
    surface: '#eef6f6',
    text: '#22313a',
    border: '#cfdfe0',
    accent: '#0f766e',
    onAccent: '#ffffff',
    face: 'sans',
  },
];

/** Name of a theme; unknown themes are shown unchanged. */
export function themeName(id: string): string {
  return THEMES.find((theme) => theme.id === id)?.name ?? id;
}
