/** Functions shared by the attacks. */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';

export const [port, pid] = process.argv.slice(2).map(Number);

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Opens a connection that writes `text`; its errors are ignored. */
export function connection(text) {
  const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
  socket.on('error', () => {});
  return socket;
}

/** Milliseconds until a new client's request is answered; null if it is not within two seconds. */
export function answered() {
  const started = performance.now();
  return new Promise((done) => {
    const request = http.get({ port, path: '/healthz', agent: false, timeout: 2_000 }, (response) => {
      response.resume();
      response.on('end', () => done(response.statusCode === 200 ? performance.now() - started : null));
    });
    request.on('timeout', () => request.destroy(new Error('timed out')));
    request.on('error', () => done(null));
  });
}

/** Memory of the server in MiB. */
export function memory() {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

/** Ends the attack with its figures. */
export function finish(isHeld, figures) {
  console.log(isHeld ? 'held' : 'GAVE WAY', JSON.stringify(figures));
  process.exit(isHeld ? 0 : 1);
}
