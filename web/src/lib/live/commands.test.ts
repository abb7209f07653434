import { afterEach, expect, it, vi } from 'vitest';
import { serveCommands, startAnalysis } from './commands';
import { emitLiveEvent } from './events';

const at = '2026-01-01T00:00:00Z';
let stop = () => {};

afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('start_analysis is sent and resolves with the answer that has its key', async () => {
  const sent: unknown[] = [];
  stop = serveCommands((type, payload) => sent.push([type, payload]) > 0);
  const started = startAnalysis({ idempotencyKey: 'k1' });
  emitLiveEvent({ timestamp: at, type: 'analysis:started', payload: { idempotencyKey: 'other', run: 1 } });
  emitLiveEvent({ timestamp: at, type: 'analysis:started', payload: { idempotencyKey: 'k1', run: 2 } });
  expect(await started).toMatchObject({ run: 2 });
  expect(sent).toEqual([['start_analysis', { idempotencyKey: 'k1' }]]);
});

it('a refusal, silence and a missing connection all leave it to HTTP', async () => {
  vi.useFakeTimers();
  expect(await startAnalysis({ idempotencyKey: 'k1' })).toBeNull();
  stop = serveCommands(() => true);
  const refused = startAnalysis({ idempotencyKey: 'k2' });
  emitLiveEvent({ timestamp: at, type: 'error', payload: { idempotencyKey: 'k2', of: 'start_analysis' } });
  expect(await refused).toBeNull();
  const unanswered = startAnalysis({ idempotencyKey: 'k3' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await unanswered).toBeNull();
});
