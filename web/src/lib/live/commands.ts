/** Commands on the first live channel: each is acknowledged by an event with its id. */
import { LIVE_COMMAND_TIMEOUT_MS } from '../constants';
import { onLiveEvent } from './events';

/** Sends a message; false, and nothing sent, without an open connection. */
type Send = (type: string, payload: unknown) => boolean;

let send: Send | null = null;

/** Serves commands from now on. Returns the way to stop. */
export function serveCommands(next: Send): () => void {
  send = next;
  return () => {
    if (send === next) send = null;
  };
}

/**
 * Starts an analysis. Returns null without a connection, on an error, or after a timeout. The caller may then repeat the
 * request over HTTP with the same key, which starts no second run.
 */
export function startAnalysis<Answer>(request: { idempotencyKey: string }): Promise<Answer | null> {
  return new Promise((resolve) => {
    const end = (answer: Answer | null) => {
      clearTimeout(timer);
      stopAnswer();
      stopRefusal();
      resolve(answer);
    };
    const isMine = (payload: unknown) => Object(payload).idempotencyKey === request.idempotencyKey;
    const stopAnswer = onLiveEvent('analysis:started', ({ payload }) => isMine(payload) && end(payload as Answer));
    const stopRefusal = onLiveEvent('error', ({ payload }) => isMine(payload) && end(null));
    const timer = setTimeout(() => end(null), LIVE_COMMAND_TIMEOUT_MS);
    if (!send?.('start_analysis', request)) end(null);
  });
}
