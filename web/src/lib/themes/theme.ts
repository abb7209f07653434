import { z } from 'zod/mini';
import { isHex } from '../colour';

/** Roles of a theme that hold a colour, in the order in which the editor shows them. */
export const COLOUR_ROLES = [
  'background',
  'foreground',
  'card',
  'cardForeground',
  'popover',
  'popoverForeground',
  'muted',
  'mutedForeground',
  'primary',
  'primaryForeground',
  'secondary',
  'secondaryForeground',
  'accent',
  'accentForeground',
  'destructive',
  'destructiveForeground',
  'border',
  'input',
  'ring',
] as const;

export type ColourRole = (typeof COLOUR_ROLES)[number];
/** One set of a theme: a colour for each role, and the radius of corners, e.g. "0.5rem". */
export type ThemeColours = Record<ColourRole, string> & { radius: string };
export type Scheme = 'dark' | 'light';

const colour = z.string().check(z.refine(isHex));
const colours = z.object({
  ...(Object.fromEntries(COLOUR_ROLES.map((role) => [role, colour])) as Record<ColourRole, typeof colour>),
  radius: z.string().check(z.regex(/^\d(\.\d{1,4})?rem$/)),
});

/** Family names only: nothing that could end the declaration. */
const family = z.string().check(z.regex(/^[\w\s"',-]{1,200}$/));
const easing = z.string().check(z.regex(/^(linear|ease|ease-in|ease-out|ease-in-out|cubic-bezier\([\d\s.,-]+\))$/));

export const themeShape = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  name: z.string().check(z.minLength(1), z.maxLength(80)),
  description: z.string().check(z.maxLength(300)),
  category: z.enum(['built-in', 'custom', 'imported']),
  colors: z.object({ light: colours, dark: colours }),
  customCSS: z.optional(z.string()),
  animations: z.optional(z.object({ enabled: z.boolean(), duration: z.number().check(z.gte(0), z.lte(2000)), easing })),
  typography: z.optional(
    z.object({
      fontFamily: family,
      fontSize: z.string().check(z.regex(/^(1\d|2[0-4])px$/)),
      lineHeight: z.number().check(z.gte(1), z.lte(2.5)),
    }),
  ),
  effects: z.optional(z.object({ blur: z.boolean(), shadows: z.boolean(), gradients: z.boolean() })),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Theme = z.infer<typeof themeShape>;

export const DEFAULT_ANIMATIONS = { enabled: true, duration: 150, easing: 'ease' };
export const DEFAULT_TYPOGRAPHY = { fontFamily: 'Inter', fontSize: '14px', lineHeight: 1.5 };
export const DEFAULT_EFFECTS = { blur: true, shadows: true, gradients: false };
