import { create } from 'zustand';

interface OfflineState {
  /** Time of the oldest cached response shown; null while the server responds. */
  cachedAt: number | null;
  /** Whether the server does not respond, or the browser is offline. */
  cutOff: boolean;
  /** Calls that load data and have been waiting for a long time. */
  slowCalls: number;
}

/** Whether the visible data is current, or since when it is cached; and whether requests can be sent. */
export const useOffline = create<OfflineState>(() => ({ cachedAt: null, cutOff: false, slowCalls: 0 }));

/** Longest wait for the answer to a check. */
const ANSWER_MS = 10_000;
/** Interval of checks while the server does not respond. */
const ASK_AGAIN_MS = 5_000;

/** Records the use of a cached response. */
export function sawKeptAnswer(at: string): void {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return;
  const { cachedAt } = useOffline.getState();
  useOffline.setState({ cachedAt: Math.min(cachedAt ?? time, time) });
  ask();
}

/** Records a response of the server. */
export function sawFreshAnswer(): void {
  const { cachedAt, cutOff } = useOffline.getState();
  if (cachedAt !== null || cutOff) useOffline.setState({ cachedAt: null, cutOff: false });
}

/** Records a call without a response, which may be an exception. */
export function sawNoAnswer(): void {
  ask();
}

/** Records that a call has been waiting for a long time. */
export function callBecameSlow(): void {
  useOffline.setState(({ slowCalls }) => ({ slowCalls: slowCalls + 1 }));
}

/** Records the end of such a call. */
export function slowCallEnded(): void {
  useOffline.setState(({ slowCalls }) => ({ slowCalls: Math.max(0, slowCalls - 1) }));
}

/** Pending check. */
let asked: Promise<boolean> | null = null;

/** Checks whether the server responds, repeatedly while it does not. */
async function ask(): Promise<void> {
  if (asked) return;
  const question = fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    (response) => response.ok,
    () => false,
  );
  asked = question;
  const answers = await question;
  // The network changed meanwhile, so another check is required.
  if (asked !== question) return;
  asked = null;
  if (answers) sawFreshAnswer();
  else cutOff();
}

function cutOff(): void {
  useOffline.setState({ cutOff: true });
  setTimeout(() => useOffline.getState().cutOff && ask(), ASK_AGAIN_MS);
}

/**
 * Called when the server seems unreachable. It is checked even if the browser is offline, because it may run on this
 * machine or on a network unknown to the browser.
 */
export function seemsCutOff(): void {
  useOffline.setState({ cutOff: true });
  asked = null;
  ask();
}

function seemsBack(): void {
  sawFreshAnswer();
  asked = null;
  ask();
}

/** Follows the browser's network status for the lifetime of the page. */
export function followNetwork(): void {
  if (!navigator.onLine) seemsCutOff();
  window.addEventListener('offline', seemsCutOff);
  window.addEventListener('online', seemsBack);
  window.addEventListener('focus', () => useOffline.getState().cutOff && ask());
}

/** Hears of each time that the server is there again. Returns the way to stop. */
export function onReturn(listener: () => void): () => void {
  return useOffline.subscribe((now, before) => before.cutOff && !now.cutOff && listener());
}
