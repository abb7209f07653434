import { create } from 'zustand';

interface OfflineState {
  /** Time of the oldest kept answer that is shown in place of the server's; null while the server answers. */
  cachedAt: number | null;
}

/** Whether what is shown is what the server said last, and from when. */
export const useOffline = create<OfflineState>(() => ({ cachedAt: null }));

/** A kept answer was shown. */
export function sawKeptAnswer(at: string): void {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return;
  const { cachedAt } = useOffline.getState();
  useOffline.setState({ cachedAt: Math.min(cachedAt ?? time, time) });
}

/** The server answered. */
export function sawFreshAnswer(): void {
  if (useOffline.getState().cachedAt !== null) useOffline.setState({ cachedAt: null });
}
