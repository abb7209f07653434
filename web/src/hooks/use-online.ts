import { useOffline } from '@/lib/offline';

/** False while the browser is offline and the server does not respond. */
export function useOnline(): boolean {
  return useOffline((state) => !state.cutOff);
}
