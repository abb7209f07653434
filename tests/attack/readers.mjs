/** Opens 200 connections that request large responses and never read; they must be closed. */
import { answered, connection, finish, memory, sleep } from './lib.mjs';

const MANY = 200;
const request = 'GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
const before = memory();
let closed = 0;
for (let n = 0; n < MANY; n++) {
  const socket = connection('');
  socket.pause();
  // A paused client notices the end only when it writes.
  const timer = setInterval(() => socket.write(request), 50);
  socket.on('close', () => {
    clearInterval(timer);
    closed += 1;
  });
}
let missed = 0;
for (let n = 0; n < 50 && closed < MANY; n++) {
  if ((await answered()) === null) missed += 1;
  await sleep(1_000);
}
finish(closed === MANY && missed === 0, { connections: MANY, closed, missed, grownMiB: Math.round(memory() - before) });
