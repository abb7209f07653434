import { contrast, readableOn } from '../colour';
import type { ColourRole, ThemeColours } from './theme';

/** Least contrast of text, and of lines that one must see to use the page. Source: WCAG 2.2, 1.4.3 and 1.4.11. */
const TEXT = 4.5;
const LINE = 3;

const PAIRS: readonly (readonly [ColourRole, readonly ColourRole[], number])[] = [
  ['foreground', ['background', 'muted', 'accent', 'secondary'], TEXT],
  ['cardForeground', ['card'], TEXT],
  ['popoverForeground', ['popover'], TEXT],
  ['mutedForeground', ['background', 'card', 'popover', 'muted', 'accent'], TEXT],
  ['primaryForeground', ['primary'], TEXT],
  ['secondaryForeground', ['secondary'], TEXT],
  ['accentForeground', ['accent'], TEXT],
  ['destructiveForeground', ['destructive'], TEXT],
  ['input', ['background', 'card'], LINE],
  ['ring', ['background', 'card'], LINE],
];

export interface ContrastFinding {
  role: ColourRole;
  on: ColourRole;
  ratio: number;
  atLeast: number;
}

/** Pairs of a set that are hard to read, the worst first. */
export function contrastFindings(colours: ThemeColours): ContrastFinding[] {
  const all = PAIRS.flatMap(([role, surfaces, atLeast]) =>
    surfaces.map((on) => ({ role, on, ratio: contrast(colours[role], colours[on]), atLeast })),
  );
  return all
    .filter(({ ratio, atLeast }) => ratio < atLeast)
    .sort((one, other) => one.ratio / one.atLeast - other.ratio / other.atLeast);
}

/** The set with every text and line moved just far enough to be read. */
export function mendContrast(colours: ThemeColours): ThemeColours {
  const mended = { ...colours };
  for (const [role, surfaces, atLeast] of PAIRS) {
    mended[role] = readableOn(
      mended[role],
      surfaces.map((surface) => mended[surface]),
      atLeast,
    );
  }
  return mended;
}
