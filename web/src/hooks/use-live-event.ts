import { useEffect, useRef } from 'react';
import type { LivePayloads } from '@/api/types';
import { onLiveEvent } from '@/lib/live/events';

/** Calls `handler` with the payload of each live event of `type` while mounted. */
export function useLiveEvent<Type extends keyof LivePayloads>(
  type: Type,
  handler: (payload: LivePayloads[Type]) => void,
): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  // The only cast: the server writes the payload by the schema of the event.
  useEffect(() => onLiveEvent(type, ({ payload }) => latest.current((payload ?? {}) as LivePayloads[Type])), [type]);
}
