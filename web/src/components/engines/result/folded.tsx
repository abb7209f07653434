import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** Part of a result that unfolds below its title. */
export function Folded({ title, open = false, children }: { title: ReactNode; open?: boolean; children: ReactNode }) {
  return (
    <details className="group min-w-0" open={open || undefined}>
      <summary className="flex min-h-9 w-fit max-w-full cursor-pointer list-none items-center gap-1.5 hover:text-brand">
        <ChevronRight
          size={14}
          aria-hidden="true"
          className="shrink-0 text-muted-foreground transition-transform group-open:rotate-90"
        />
        {title}
      </summary>
      <div className="pt-1 pb-4">{children}</div>
    </details>
  );
}
