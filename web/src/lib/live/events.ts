/** In-process bus between the live channels and the components that show their events. */

export interface LiveEvent {
  /** Id of the server's event; absent on frames that are not kept for resuming. */
  id?: string;
  timestamp: string;
  type: string;
  payload: unknown;
}

type Listener = (event: LiveEvent) => void;

const byType = new Map<string, Set<Listener>>();

/** Hears events of one type, or of all with "*". Returns the way to stop. */
export function onLiveEvent(type: string, listener: Listener): () => void {
  const listeners = byType.get(type) ?? new Set();
  listeners.add(listener);
  byType.set(type, listeners);
  return () => listeners.delete(listener);
}

export function emitLiveEvent(event: LiveEvent): void {
  for (const listener of byType.get(event.type) ?? []) listener(event);
  for (const listener of byType.get('*') ?? []) listener(event);
}
