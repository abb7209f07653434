import { useCallback, useSyncExternalStore } from 'react';

/** Narrower than the first breakpoint: tables become blocks, and long parts are folded. */
export const PHONE = '(max-width: 639px)';

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
