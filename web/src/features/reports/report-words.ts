import type { ReportSection } from '@/api/reports';

export const SECTION_NAMES: Record<ReportSection, string> = {
  search: 'Search results',
  visits: 'Visits',
  ranks: 'Ranks',
  issues: 'Technical issues',
  changes: 'Changes and effects',
  revenue: 'Leads and revenue',
  actions: 'Next actions',
};

export const SECTION_OPTIONS = Object.entries(SECTION_NAMES).map(([value, label]) => ({ value, label }));

export const FREQUENCY_NAMES = { none: 'Only by hand', weekly: 'Every Monday', monthly: 'On the 1st of each month' };

/** Contrast of a color `#rrggbb` to white by WCAG; `null` if it has another form. */
export function contrastToWhite(color: string): number | null {
  const digits = /^#([0-9a-f]{6})$/i.exec(color.trim())?.[1];
  if (digits === undefined) return null;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

/** Relative change of a count; `null` without a previous one. */
export function changeOf(current: number, previous: number | null | undefined): number | null {
  return previous ? (current - previous) / previous : null;
}
