/** Opens 50 connections that request large responses and never read; they must be closed. Answers to others may be slow. */
import { answered, connection, finish, memory, sleep } from './lib.mjs';

const MANY = 50;
const request = 'GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
const before = memory();
let closed = 0;
for (let n = 0; n < MANY; n++) {
  const socket = connection('');
  socket.pause();
  // A paused client notices the end only when it writes.
  const timer = setInterval(() => socket.write(request), 250);
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
const isAnswered = (await answered()) !== null;
finish(closed === MANY && isAnswered, {
  connections: MANY,
  closed,
  missed,
  isAnswered,
  grownMiB: Math.round(memory() - before),
});
