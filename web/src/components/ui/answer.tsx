import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { Skeleton } from './skeleton';

/** Two lines and two lines of note on a phone, one and one elsewhere. */
const RESERVED = 'min-h-25 sm:min-h-13';

/** Answer of a page in one sentence; its interval, period and source are in the note below it. */
export function Answer({
  children,
  note,
  isReserved = false,
  className,
}: {
  children: ReactNode;
  note?: ReactNode;
  /** Whether it takes the place of an `AnswerSkeleton`. */
  isReserved?: boolean;
  className?: string;
}) {
  return (
    <div className={cn(isReserved && RESERVED, className)}>
      <p className="max-w-3xl text-lg font-semibold text-pretty wrap-anywhere">{children}</p>
      {note ? <p className="mt-0.5 max-w-3xl text-[0.8125rem] text-pretty text-muted-foreground">{note}</p> : null}
    </div>
  );
}

/** Holds the place of an answer while its data load, so that nothing below it moves. */
export function AnswerSkeleton({ className }: { className?: string }) {
  return (
    <div className={cn(RESERVED, className)}>
      <Skeleton className="mt-1 h-5 w-3/4 max-w-xl" />
      <Skeleton className="mt-2.5 h-3.5 w-1/2 max-w-sm" />
    </div>
  );
}
