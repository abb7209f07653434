/** Opens 3,000 connections that send half a request; other clients must be answered meanwhile. */
import { answered, connection, finish, sleep } from './lib.mjs';

const MANY = 3_000;
const attackers = [];
for (let n = 0; n < MANY; n++) {
  attackers.push(connection('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half:'));
  if (n % 200 === 0) await sleep(20);
}
const times = [];
for (let n = 0; n < 50; n++) {
  times.push(await answered());
  await sleep(100);
}
const missed = times.filter((time) => time === null).length;
const slowest = Math.max(...times.map((time) => time ?? Number.POSITIVE_INFINITY));
await sleep(15_000);
const open = attackers.filter((socket) => !socket.destroyed && socket.readyState === 'open').length;
finish(missed === 0 && open === 0, { connections: MANY, missed, slowestMs: Math.round(slowest), openAfter20s: open });
