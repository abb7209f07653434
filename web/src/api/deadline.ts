import { callBecameSlow, sawNoAnswer, slowCallEnded } from '@/lib/offline';
import { TimeoutError } from './errors';

/** Time after which the user is informed that a page still loads, in milliseconds. */
const SLOW_MS = 8_000;

/**
 * Performs a call, and aborts it when the server takes too long or when the caller gives it up. Bodies count: a response
 * that stops halfway is aborted too.
 *
 * @throws TimeoutError if the server takes too long
 */
export async function inTime<T>(request: Request, call: (request: Request) => Promise<T>): Promise<T> {
  const isRead = request.method === 'GET';
  const controller = new AbortController();
  const { signal } = controller;
  const giveUp = () => controller.abort(request.signal.reason);
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const limit = new TimeoutError(isRead);
  const timer = setTimeout(() => {
    sawNoAnswer();
    controller.abort(limit);
  }, limit.afterMs);
  let isSlow = false;
  const slowTimer = setTimeout(() => {
    isSlow = isRead;
    if (isSlow) callBecameSlow();
  }, SLOW_MS);
  request.signal.addEventListener('abort', giveUp);
  if (request.signal.aborted) giveUp();
  try {
    return await Promise.race([call(new Request(request, { signal })), aborted]);
  } finally {
    clearTimeout(timer);
    clearTimeout(slowTimer);
    request.signal.removeEventListener('abort', giveUp);
    if (isSlow) slowCallEnded();
  }
}
