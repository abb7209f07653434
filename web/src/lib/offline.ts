import { create } from 'zustand';

interface OfflineState {
  /** Time of the oldest kept answer that is shown in place of the server's; null while the server answers. */
  cachedAt: number | null;
  /** Whether the server was asked and did not answer, or the browser says that there is no network. */
  cutOff: boolean;
}

/** Whether what is shown is what the server said last, and from when; and whether anything can be sent. */
export const useOffline = create<OfflineState>(() => ({ cachedAt: null, cutOff: false }));

/** A server that does not answer is asked again after this long. */
const ASK_AGAIN_MS = 5_000;

/** A kept answer was shown. */
export function sawKeptAnswer(at: string): void {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return;
  const { cachedAt } = useOffline.getState();
  useOffline.setState({ cachedAt: Math.min(cachedAt ?? time, time) });
  ask();
}

/** The server answered. */
export function sawFreshAnswer(): void {
  const { cachedAt, cutOff } = useOffline.getState();
  if (cachedAt !== null || cutOff) useOffline.setState({ cachedAt: null, cutOff: false });
}

/** A call got no answer: it may have been that call alone. */
export function sawNoAnswer(): void {
  ask();
}

/** The question whose answer is awaited. */
let asked: Promise<boolean> | null = null;

/** Asks whether the server is there, and while it is not, again and again. */
async function ask(): Promise<void> {
  if (asked) return;
  const question = fetch('/healthz', { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  );
  asked = question;
  const answers = await question;
  // The network came or went meanwhile: the answer is to be had again.
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
 * There seems to be no way to the server. It is asked all the same: without a network of the browser's it may still be
 * there, on this machine, or by a way that the browser does not count.
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

/** Follows what the browser says of its network, for as long as the page lives. */
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
