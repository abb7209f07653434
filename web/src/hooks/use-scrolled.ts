import { useSyncExternalStore } from 'react';
import { SCROLLED_AFTER_PX } from '@/lib/constants';

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** True once the page is scrolled by more than ten pixels. */
export function useScrolled(): boolean {
  return useSyncExternalStore(subscribe, () => window.scrollY > SCROLLED_AFTER_PX);
}
