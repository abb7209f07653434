import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useTitle } from '@/hooks/use-title';
import { cn } from '@/lib/cn';

/** Holds the place of a description that is still loading, so that the page does not move when it arrives. */
export const LOADING_LINE = '\u00a0';

/**
 * First line of every screen: the h1 (which takes the focus when the page changes, and names the browser tab), one
 * sentence, actions.
 */
export function PageHeader({
  title,
  description,
  actions,
  eyebrow,
  isUnnamed = false,
}: {
  /** Of a record, its name; "Site" while that is loading. */
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  eyebrow?: ReactNode;
  /** Whether the name of a record is still loading: a phone keeps the space of a name and its description. */
  isUnnamed?: boolean;
}) {
  useTitle(title);
  const heading = useFocusOnNavigation();
  return (
    <header
      className={cn(
        'mb-6 flex flex-wrap items-end justify-between gap-4',
        isUnnamed && 'max-sm:min-h-34 max-sm:content-start',
      )}
    >
      <div className="min-w-0">
        {eyebrow ? <div className="mb-1.5 text-[0.8125rem] text-muted-foreground">{eyebrow}</div> : null}
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold wrap-anywhere">
          {title}
        </h1>
        {description ? <p className="mt-1 max-w-2xl text-muted-foreground">{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  );
}

/** Focus goes to the heading after a navigation inside the application, not on the first page. */
function useFocusOnNavigation() {
  const ref = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path moves the focus
  useEffect(() => {
    if (key !== 'default') ref.current?.focus({ preventScroll: true });
  }, [pathname]);
  return ref;
}
