import { useOffline } from '@/lib/offline';

/** False while there is no network, and the server does not answer without one. */
export function useOnline(): boolean {
  return useOffline((state) => !state.cutOff);
}
