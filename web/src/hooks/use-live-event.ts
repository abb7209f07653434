import { useEffect, useRef } from 'react';
import { type LiveEvent, onLiveEvent } from '@/lib/live/events';

/** Calls `handler` for each live event of `type` while the component is shown. */
export function useLiveEvent(type: string, handler: (event: LiveEvent) => void): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => onLiveEvent(type, (event) => latest.current(event)), [type]);
}
