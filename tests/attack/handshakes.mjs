/** Opens live sessions without a token for ten seconds, as fast as possible; memory must not grow much. */
import http from 'node:http';
import { answered, finish, memory, port } from './lib.mjs';

const SECONDS = 10;
const MOST_MIB = 100;
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
const counts = { accepted: 0, refused: 0, failed: 0 };

function shake() {
  return new Promise((done) => {
    const path = '/socket.io/?EIO=4&transport=polling';
    const request = http.get({ port, path, agent, headers: { 'X-Fill': 'x'.repeat(8_000) } }, (response) => {
      counts[response.statusCode === 200 ? 'accepted' : 'refused'] += 1;
      response.resume();
      response.on('end', done);
    });
    request.on('error', () => {
      counts.failed += 1;
      done();
    });
  });
}

const before = memory();
const end = performance.now() + SECONDS * 1_000;
await Promise.all(
  Array.from({ length: 64 }, async () => {
    while (performance.now() < end) await shake();
  }),
);
const grownMiB = Math.round(memory() - before);
const isAnswered = (await answered()) !== null;
finish(isAnswered && grownMiB < MOST_MIB && counts.refused > 0, { ...counts, grownMiB, isAnswered });
