import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/**
 * Filters, sorting and tabs of a view, kept in the address so that a link shows the same view. Values equal to the
 * defaults are left out. A change that comes before the page has shown the previous one keeps that one too. A change that
 * comes after a link was followed, while its page loads, is dropped: it would bring the old page back.
 */
export function useUrlState<State extends Record<string, string>>(
  defaults: State,
): [State, (change: Partial<State>, options?: { replace?: boolean }) => void] {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const shown = useRef('');
  // The router's own setter starts from the address that is shown, and would lose a change that is on its way.
  const latest = useRef(params);
  useLayoutEffect(() => {
    latest.current = params;
  }, [params]);
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
      const next = new URLSearchParams(latest.current);
      for (const [key, value] of Object.entries(change)) {
        if (value === undefined || value === '' || value === defaults[key]) next.delete(key);
        else next.set(key, value);
      }
      latest.current = next;
      setParams(next, { replace });
    },
    [setParams, defaults],
  );
  return [state, setState];
}
