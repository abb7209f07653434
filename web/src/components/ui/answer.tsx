import type { ReactNode } from 'react';

/** Answer of a page in one sentence; its interval, period and source are in the note below it. */
export function Answer({ children, note, className }: { children: ReactNode; note?: ReactNode; className?: string }) {
  return (
    <div className={className}>
      <p className="max-w-3xl text-lg font-semibold text-pretty wrap-anywhere">{children}</p>
      {note ? <p className="mt-0.5 max-w-3xl text-[0.8125rem] text-pretty text-muted-foreground">{note}</p> : null}
    </div>
  );
}
