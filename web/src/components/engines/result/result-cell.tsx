import { plural } from '@/lib/format';
import { columnText } from './column-format';
import { formatInterval, intervalOf, isObject, isScalar, type Json, textOf } from './value';

/** Maximum number of list entries shown unfolded. */
const SHOWN = 3;

/** A cell of a result: a value, an interval, or a list that unfolds. Never raw JSON. */
export function ResultCell({
  name,
  value,
  currency,
  write = null,
}: {
  name: string;
  value: Json;
  currency: string;
  /** How numbers of its column are written; by their size without it. */
  write?: ((value: number) => string) | null;
}) {
  const interval = intervalOf(value);
  const aligned = write ? columnText(write, value) : null;
  if (aligned !== null) {
    return (
      <span className="whitespace-nowrap" title={exact(value)}>
        {aligned}
      </span>
    );
  }
  if (interval) return <span className="whitespace-nowrap">{formatInterval(name, interval, currency)}</span>;
  if (Array.isArray(value) && (value.length > SHOWN || value.some(isObject))) {
    return <Folded name={name} items={value} currency={currency} />;
  }
  const text = textOf(name, value, currency);
  const isFigure = isScalar(value) && typeof value !== 'string';
  return (
    <span className={isFigure ? 'whitespace-nowrap' : 'break-words'} title={isFigure ? exact(value) : undefined}>
      {text}
    </span>
  );
}

function exact(value: Json): string | undefined {
  return typeof value === 'number' ? String(value) : undefined;
}

function Folded({ name, items, currency }: { name: string; items: Json[]; currency: string }) {
  if (items.length === 0) return <span className="text-muted-foreground">none</span>;
  return (
    <details>
      <summary className="cursor-pointer whitespace-nowrap text-brand">
        {plural(items.length, 'entry', 'entries')}
      </summary>
      <ul className="mt-1 grid gap-1">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries of a result have no identity of their own
          <li key={index}>{textOf(name, item, currency)}</li>
        ))}
      </ul>
    </details>
  );
}
