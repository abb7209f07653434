import type { ComingPage } from '@/api/sites';
import { InOrder } from '@/components/ui/in-order';
import { plural } from '@/lib/format';

/** Planned pages that follow after the launch, in the order of the plan. */
export function ComingPages({ pages }: { pages: ComingPage[] }) {
  if (pages.length === 0) return null;
  return (
    <details>
      <summary className="min-h-6 cursor-pointer font-medium">{plural(pages.length, 'page')} to come</summary>
      <p className="mt-2 text-[0.8125rem] text-muted-foreground">
        A page that cannot be written when its turn comes is left out, with the reason.
      </p>
      <ul className="mt-2 grid max-h-80 gap-x-6 gap-y-1 overflow-y-auto text-[0.8125rem] sm:grid-cols-2">
        <InOrder items={pages}>
          {({ label, path }) => (
            <li className="wrap-anywhere">
              {label} <span className="text-muted-foreground">{path}</span>
            </li>
          )}
        </InOrder>
      </ul>
    </details>
  );
}
