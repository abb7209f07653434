import { ChevronRight, Pause, Play } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import { useLessMotion } from '@/hooks/use-less-motion';
import { TICKER_STEP_MS } from '@/lib/constants';
import { readable } from '@/lib/readable';
import type { LatestEvent } from './latest-events';

/**
 * Latest events in one line, which rotates by itself: not under a pointer or the focus, not while paused, and never
 * with reduced motion. Its space is reserved while empty, to avoid layout shifts.
 */
export function Ticker({ events }: { events: readonly LatestEvent[] }) {
  return <div className="-my-3 h-8 min-w-0">{events.length > 0 ? <Line events={events} /> : null}</div>;
}

function Line({ events }: { events: readonly LatestEvent[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [isPaused, setPaused] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const lessMotion = useLessMotion();
  const isStill = isPaused || isTouched;
  const shown = useHeld(events, isStill);
  useSteps(list, !isStill && !lessMotion);
  const newest = shown[0]?.id;
  useEffect(() => {
    // New events are shown from the start.
    if (newest !== undefined) list.current?.scrollTo({ left: 0 });
  }, [newest]);
  return (
    <section aria-label="Latest events" className="flex items-center gap-1">
      <ul
        ref={list}
        className="relative flex min-w-0 flex-1 gap-8 overflow-x-auto [mask-image:linear-gradient(to_left,transparent,black_1.5rem)] [scrollbar-width:none]"
        onPointerEnter={() => setTouched(true)}
        onPointerLeave={() => setTouched(false)}
        onFocus={() => setTouched(true)}
        onBlur={() => setTouched(false)}
      >
        {shown.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </ul>
      {lessMotion ? null : (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={isPaused ? 'Resume the events' : 'Pause the events'}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? <Play size={14} aria-hidden="true" /> : <Pause size={14} aria-hidden="true" />}
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label="Next event"
        onClick={() => showNext(list.current, lessMotion ? 'instant' : 'smooth')}
      >
        <ChevronRight size={14} aria-hidden="true" />
      </Button>
    </section>
  );
}

function Entry({ event: { at, what, text, to } }: { event: LatestEvent }) {
  return (
    <li className="max-w-[min(32rem,100%)] shrink-0">
      <Link
        to={to}
        className="flex h-8 items-center gap-2 rounded-sm text-[0.8125rem] whitespace-nowrap -outline-offset-2 hover:underline"
      >
        <span className="truncate font-medium">{readable(text)}</span>{' '}
        <span className="text-xs text-muted-foreground">
          {what}, <RelativeTime at={at} />
        </span>
      </Link>
    </li>
  );
}

/** Keeps the events unchanged under a pointer or the focus. */
function useHeld(events: readonly LatestEvent[], isHeld: boolean): readonly LatestEvent[] {
  const [held, setHeld] = useState<readonly LatestEvent[] | null>(null);
  if (isHeld !== (held !== null)) setHeld(isHeld ? events : null);
  return held ?? events;
}

function useSteps(list: RefObject<HTMLUListElement | null>, moves: boolean): void {
  useEffect(() => {
    if (!moves) return;
    const steps = setInterval(() => showNext(list.current, 'smooth'), TICKER_STEP_MS);
    return () => clearInterval(steps);
  }, [list, moves]);
}

/** Scrolls to the next event; after the last, to the first. */
function showNext(list: HTMLUListElement | null, behavior: ScrollBehavior): void {
  if (!list) return;
  const isAtEnd = list.scrollLeft + list.clientWidth >= list.scrollWidth - 1;
  const places = [...list.children].map((entry) => (entry as HTMLElement).offsetLeft);
  const next = places.find((place) => place > list.scrollLeft + 1);
  list.scrollTo({ left: isAtEnd ? 0 : (next ?? 0), behavior });
}
