import type { ReactNode } from 'react';
import { DayFilter } from '@/components/records/day-filter';
import { TypedFilter } from '@/components/ui/typed-filter';

interface FilterState {
  q: string;
  from: string;
  to: string;
}

/** Filters of records that have a day: a text, choices of the table, and the days. */
export function RecordFilters({
  label,
  state,
  onChange,
  children,
}: {
  /** What the text is looked for in, such as `Page contains`. */
  label: string;
  state: FilterState;
  onChange: (change: Partial<FilterState>) => void;
  children?: ReactNode;
}) {
  return (
    <>
      <TypedFilter
        label={label}
        value={state.q}
        onChange={(q) => onChange({ q })}
        className="max-sm:col-span-2 sm:w-72"
        icon
      />
      {children}
      <DayFilter label="From" value={state.from} onChange={(from) => onChange({ from })} />
      <DayFilter label="To" value={state.to} onChange={(to) => onChange({ to })} />
    </>
  );
}

/** Options of a filter by the values that the stored records have. */
export function optionsOf(values: readonly (string | null)[]): { value: string; label: string }[] {
  const known = new Set(values.filter((value) => value !== null));
  return [...known].map((value) => ({ value, label: value }));
}
