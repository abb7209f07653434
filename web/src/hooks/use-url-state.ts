import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/**
 * Filters, sorting and tabs of a view, kept in the address so that a link shows the same view. Values equal to the
 * defaults are left out. One setter for several keys: two calls in one tick would overwrite each other. A change that
 * comes after a link was followed, while its page loads, is dropped: it would bring the old page back.
 */
export function useUrlState<State extends Record<string, string>>(
  defaults: State,
): [State, (change: Partial<State>, options?: { replace?: boolean }) => void] {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const shown = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read when its page is shown.
  useLayoutEffect(() => {
    shown.current = window.location.pathname;
  }, [pathname]);
  const state = Object.fromEntries(
    Object.entries(defaults).map(([key, fallback]) => [key, params.get(key) ?? fallback]),
  ) as State;
  const setState = useCallback(
    (change: Partial<State>, { replace = true }: { replace?: boolean } = {}) => {
      if (window.location.pathname !== shown.current) return;
      setParams(
        (previous) => {
          const next = new URLSearchParams(previous);
          for (const [key, value] of Object.entries(change)) {
            if (value === undefined || value === '' || value === defaults[key]) next.delete(key);
            else next.set(key, value);
          }
          return next;
        },
        { replace },
      );
    },
    [setParams, defaults],
  );
  return [state, setState];
}
