import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { PHONE, useMedia } from '@/hooks/use-media';
import { cn } from '@/lib/cn';

export interface Bar {
  id: string;
  label: string;
  value: number;
  /** Interval of an uncertain value; its bar goes from low to high and the mark is the value. */
  low?: number;
  high?: number;
  /** Text at the end of the bar. */
  text: string;
  /** Highlights own or selected values; the text is the second cue. */
  isMarked?: boolean;
  note?: string;
}

/** Bars that a phone shows at once; all on request. */
const PHONE_BARS = 6;

/** Bars on a common scale, with their values as text. */
export function BarList({
  label,
  bars,
  onOpen,
}: {
  label: string;
  bars: readonly Bar[];
  onOpen?: (id: string) => void;
}) {
  const [all, setAll] = useState(false);
  // A button for one or two more bars would save no space.
  const isCut = useMedia(PHONE) && !all && bars.length > PHONE_BARS + 2;
  const marked = bars.filter((bar) => bar.isMarked);
  const own = marked.length === 1 ? marked[0] : null;
  const ends = bars.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]);
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const span = most - least || 1;
  const at = (value: number) => `${((value - least) / span) * 100}%`;
  const list = (
    <ul
      aria-label={label}
      className="grid gap-x-4 gap-y-1 text-[0.8125rem] sm:grid-cols-[fit-content(38%)_minmax(0,1fr)_auto]"
    >
      {(isCut ? bars.filter((bar, index) => index < PHONE_BARS || bar === own) : bars).map((bar) => (
        <li
          key={bar.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 sm:col-span-3 sm:grid-cols-subgrid"
        >
          <Name bar={bar} onOpen={onOpen} />
          <span aria-hidden="true" className="relative order-last col-span-2 h-3 sm:order-none sm:col-span-1">
            <span className="absolute inset-y-0 my-auto h-px w-full bg-border" />
            <Fill bar={bar} at={at} span={span} />
            {least < 0 ? (
              <span className="absolute -inset-y-0.5 w-px bg-muted-foreground" style={{ left: at(0) }} />
            ) : null}
          </span>
          <span className="tabular text-right">{bar.text}</span>
        </li>
      ))}
    </ul>
  );
  if (!isCut) return list;
  return (
    <>
      {list}
      <Button variant="outline" size="sm" className="mt-2" onClick={() => setAll(true)}>
        Show all {bars.length}
      </Button>
    </>
  );
}

function Name({ bar, onOpen }: { bar: Bar; onOpen?: (id: string) => void }) {
  const note = bar.note ? <span className="text-muted-foreground"> {bar.note}</span> : null;
  if (!onOpen) {
    return (
      <span title={bar.label} className="my-1 line-clamp-3 leading-tight">
        {bar.label}
        {note}
      </span>
    );
  }
  return (
    <button
      type="button"
      title={bar.label}
      className="my-1 line-clamp-3 min-h-6 text-left leading-tight hover:text-brand hover:underline"
      onClick={() => onOpen(bar.id)}
    >
      {bar.label}
      {note}
    </button>
  );
}

function Fill({ bar, at, span }: { bar: Bar; at: (value: number) => string; span: number }) {
  const isRange = bar.low !== undefined && bar.high !== undefined;
  const [from, to] = isRange ? [bar.low ?? 0, bar.high ?? 0] : [Math.min(0, bar.value), Math.max(0, bar.value)];
  const width = `${((to - from) / span) * 100}%`;
  const tone = bar.isMarked === false ? 'bg-chart-8' : 'bg-chart-1';
  return (
    <>
      <span
        className={cn('absolute inset-y-0 rounded-sm', tone, isRange && 'opacity-45')}
        style={{ left: at(from), width }}
      />
      {isRange ? <span className={cn('absolute -inset-y-0.5 w-0.5', tone)} style={{ left: at(bar.value) }} /> : null}
    </>
  );
}
