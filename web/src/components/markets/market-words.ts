import type { MarketFigure } from '@/api/market-data';
import { formatMoney, formatNumber } from '@/lib/format';

/** What a figure reads where none is known. */
export const UNKNOWN = 'Unknown';

export const BOUNDS: Record<string, { label: string; text: string }> = {
  lower: { label: 'at least', text: 'Lower bound: the figure counts part of the market.' },
  upper: { label: 'at most', text: 'Upper bound: the figure is a ceiling.' },
  two_sided: { label: 'about', text: 'Estimate of the whole market.' },
  unstated: { label: 'about', text: 'The source does not state what the figure covers.' },
};

const GRADES: Record<string, string> = {
  A: 'primary or official',
  B: "publisher's own statement",
  C: 'quoted by somebody else',
  D: 'unsourced list',
};

/** A grade with its meaning, e.g. "B: publisher's own statement". */
export function gradeText(grade: string | null | undefined): string {
  return grade ? `${grade}: ${GRADES[grade] ?? 'unknown'}` : 'No grade';
}

export const EVIDENCE: Record<string, string> = {
  published: 'published',
  derived: 'derived',
  category: 'figure of the category',
  weak: 'weak',
  own: 'yours',
};

/** Source, year and grade of a figure in one line. */
export function originText(figure: MarketFigure): string {
  const titles = figure.sources.map(({ title }) => title);
  const own = figure.evidence === 'own';
  return [
    own ? 'Your value' : (EVIDENCE[figure.evidence] ?? figure.evidence),
    ...titles,
    figure.year === null || figure.year === undefined ? null : String(figure.year),
    figure.grade ? `grade ${figure.grade}` : null,
  ]
    .filter(Boolean)
    .join(', ');
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The strongest month of a season with its index, e.g. "Jan x 2.3". */
export function peakText(months: readonly number[] | null | undefined): string {
  if (months?.length !== 12) return UNKNOWN;
  const most = Math.max(...months);
  return `${MONTHS[months.indexOf(most)]} ×${formatNumber(most, 1)}`;
}

/** All months with their indices, for the explanation of a season. */
export function monthsText(months: readonly number[]): string {
  return months.map((index, at) => `${MONTHS[at]} ${formatNumber(index, 2)}`).join(', ');
}

/** Typical value of a figure, and its range if known. */
export function figureText(
  figure: MarketFigure | null | undefined,
  format: (value: number) => string,
): { typical: string; range: string | null } {
  if (!figure) return { typical: UNKNOWN, range: null };
  const { low, high, typical } = figure;
  return { typical: format(typical), range: rangeText(low ?? null, high ?? null, format) };
}

function rangeText(low: number | null, high: number | null, format: (value: number) => string): string | null {
  if (low !== null && high !== null) return `${format(low)} to ${format(high)}`;
  if (low !== null) return `${format(low)} or more`;
  return high === null ? null : `up to ${format(high)}`;
}

export const cents = (value: number): string => formatMoney(value);
export const count = (value: number): string => formatNumber(value, value < 100 ? 1 : 0);

export const TIERS = [
  { value: 'tier1', label: 'Tier 1' },
  { value: 'tier2', label: 'Tier 2' },
  { value: 'tier3', label: 'Tier 3' },
] as const;

const FLAGS: Record<string, string> = {
  demand_unknown: 'demand unknown',
  payout_unknown: 'payout unknown',
  payout_weak: 'weak payout source',
  county_only: 'population may be of a consolidated city or a neighborhood',
  subarea: 'people are counted in its city too',
  place_unmatched: 'place not matched with the Census',
  regulated: 'regulated: check the law of the state',
  us_figures: 'uses figures of the United States',
};

/** Warnings about a market in words; states that other columns show are left out. */
export function flagTexts(flags: readonly string[]): string[] {
  return flags.flatMap((flag) => FLAGS[flag] ?? []);
}

export const CLIMATES: Record<string, string> = {
  'hot-humid': 'Hot, humid',
  'hot-dry': 'Hot, dry',
  'mixed-humid': 'Mixed, humid',
  'mixed-dry': 'Mixed, dry',
  cold: 'Cold',
  'very-cold': 'Very cold',
  marine: 'Marine',
};

export const MATCHES: Record<string, string> = {
  census_place: 'Census place',
  county_only: 'County only',
  subarea: 'Part of a city',
  none: 'Not matched',
  own: 'Your place',
};
