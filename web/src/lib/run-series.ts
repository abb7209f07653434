/** A series that a run was given: the website's own days, or figures of the user's. */
export type RunSeries = { kind: 'website' } | { kind: 'own'; values: (number | null)[]; first: string | null };

const KEY = 'motherlode.run-series';
/** Runs that are remembered; the oldest are dropped. */
const KEPT = 40;

type Entry = [runId: string, series: RunSeries];

function entries(): Entry[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is Entry {
  if (!Array.isArray(value)) return false;
  const [runId, series] = value;
  const { kind, values } = Object(series);
  return typeof runId === 'string' && (kind === 'website' || (kind === 'own' && Array.isArray(values)));
}

/** Stores the series of a run in this browser: results of some actions count steps without naming the series. */
export function rememberSeries(runId: string, series: RunSeries): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([[runId, series], ...entries()].slice(0, KEPT)));
  } catch {
    // A browser that keeps nothing only loses the plot.
  }
}

/** The series of a run; null when it was not started in this browser. */
export function seriesOfRun(runId: string): RunSeries | null {
  return entries().find(([id]) => id === runId)?.[1] ?? null;
}

/** Returns the series in the user's input; the website's days if there is none. */
export function seriesIn(input: Record<string, unknown>): RunSeries {
  const found = Array.isArray(input.series) ? input.series[0] : input.y;
  if (Array.isArray(input.daily)) {
    const days = input.daily as { date?: unknown; value?: unknown }[];
    return { kind: 'own', values: days.map((day) => figure(day.value)), first: text(days[0]?.date) };
  }
  if (!Array.isArray(found)) return { kind: 'website' };
  return { kind: 'own', values: found.map(figure), first: text(input.firstDay) };
}

function figure(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
