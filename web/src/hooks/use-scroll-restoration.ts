import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const positions = new Map<string, number>();

/**
 * A new page starts at its top; Back and Forward return to where the page was left. A change of the view within a page,
 * such as a filter, moves nothing.
 */
export function useScrollRestoration(): void {
  const { key, hash, pathname } = useLocation();
  const type = useNavigationType();
  const shown = useRef('');
  useEffect(() => {
    const isSamePage = shown.current === pathname;
    shown.current = pathname;
    if (type === 'POP') window.scrollTo(0, positions.get(key) ?? 0);
    else if (!isSamePage && !hash) window.scrollTo(0, 0);
    const remember = () => positions.set(key, window.scrollY);
    // The entry of a new view has no position until the next scroll.
    if (isSamePage) remember();
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key, hash, pathname, type]);
}
