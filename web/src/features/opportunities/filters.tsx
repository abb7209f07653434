import type { OpportunityFilter } from '@/api/opportunities';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/field';
import { categoryName } from '@/lib/category-name';
import { humanise } from '@/lib/words';

/** Filters stored in links to the list. */
export const DEFAULTS = { category: '', difficulty: '', quick: '', automated: '', sort: 'score', order: 'desc' };

export type State = typeof DEFAULTS;

export const NO_FILTER = { category: '', difficulty: '', quick: '', automated: '' };

const DIFFICULTIES = ['easy', 'medium', 'hard', 'very_hard'];

const SORTS = [
  { value: 'score:desc', label: 'Best score first' },
  { value: 'difficulty:asc', label: 'Easiest first' },
  { value: 'impact:desc', label: 'Highest value first' },
  { value: 'effort:asc', label: 'Lowest effort first' },
  { value: 'updatedAt:desc', label: 'Latest first' },
];

/** The state as the server filters and sorts. */
export function toFilter(state: State, websiteId: string): OpportunityFilter {
  return {
    websiteId,
    ...(state.category ? { category: state.category } : {}),
    ...(state.difficulty ? { difficulty: state.difficulty } : {}),
    ...(state.quick === '1' ? { quickWins: true } : {}),
    ...(state.automated === '1' ? { automated: true } : {}),
    sort: state.sort,
    order: state.order === 'asc' ? 'asc' : 'desc',
  };
}

export function isFiltered(state: State): boolean {
  return Object.keys(NO_FILTER).some((key) => state[key as keyof State] !== '');
}

/** Category, difficulty, quick wins, automated; and the order. */
export function Filters({
  state,
  categories,
  onChange,
}: {
  state: State;
  categories: readonly string[];
  onChange: (change: Partial<State>) => void;
}) {
  const sort = `${state.sort}:${state.order}`;
  return (
    <search
      aria-label="Filter opportunities"
      className="grid grid-cols-2 items-center gap-2 px-5 py-3 sm:flex sm:flex-wrap"
    >
      <Choice
        label="Category"
        all="Any category"
        value={state.category}
        options={categories.map((value) => ({ value, label: categoryName(value) }))}
        onChange={(category) => onChange({ category })}
      />
      <Choice
        label="Difficulty"
        all="Any difficulty"
        value={state.difficulty}
        options={DIFFICULTIES.map((value) => ({ value, label: humanise(value) }))}
        onChange={(difficulty) => onChange({ difficulty })}
      />
      <Toggle label="Quick wins" on={state.quick === '1'} onChange={(on) => onChange({ quick: on ? '1' : '' })} />
      <Toggle
        label="Can be automated"
        on={state.automated === '1'}
        onChange={(on) => onChange({ automated: on ? '1' : '' })}
      />
      {isFiltered(state) ? (
        <Button variant="ghost" size="sm" onClick={() => onChange(NO_FILTER)}>
          Clear filters
        </Button>
      ) : null}
      <Select
        aria-label="Order"
        className="h-9 w-full max-sm:col-span-2 sm:ml-auto sm:w-auto"
        value={sort}
        onChange={(event) => {
          const [field = 'score', order = 'desc'] = event.target.value.split(':');
          onChange({ sort: field, order });
        }}
      >
        {SORTS.some((each) => each.value === sort) ? null : <option value={sort}>{humanise(state.sort)}</option>}
        {SORTS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </search>
  );
}

function Choice({
  label,
  all,
  value,
  options,
  onChange,
}: {
  label: string;
  all: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  return (
    <Select
      aria-label={label}
      className="h-9 w-full sm:w-auto"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}

function Toggle({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <Button
      variant={on ? 'secondary' : 'outline'}
      size="sm"
      aria-pressed={on}
      className="h-9"
      onClick={() => onChange(!on)}
    >
      <span
        aria-hidden="true"
        className={on ? 'size-2 rounded-full bg-primary' : 'size-2 rounded-full border border-input'}
      />
      {label}
    </Button>
  );
}
