// A stand-in for the Motherlode server, for work on the web alone: serves `dist`, the calls that the screens make and
// the first live channel. State is in memory; the figures are the ones written in ./mock/data.mjs.
// Usage: npm run build && npm run mock        (PORT, default 3000; ONBOARDED=0 starts new accounts at the onboarding)
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { createApi } from './mock/api.mjs';
import { serveFile } from './mock/files.mjs';

const port = Number(process.env.PORT ?? 3000);
const sockets = new Set();

function broadcast(type, payload) {
  const frame = JSON.stringify({ id: crypto.randomUUID(), timestamp: new Date().toISOString(), type, payload });
  for (const socket of sockets) socket.send(frame);
}

const api = createApi(broadcast, { onboarded: process.env.ONBOARDED !== '0' });

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
  if (url.pathname.startsWith('/api/') || url.pathname === '/config.json') return api(request, response, url);
  return serveFile(url.pathname, response);
});

const live = new WebSocketServer({ noServer: true });
const realtime = new WebSocketServer({ noServer: true });

server.on('upgrade', (request, socket, head) => {
  const target = request.url.startsWith('/socket.io/') ? realtime : live;
  target.handleUpgrade(request, socket, head, (open) => target.emit('connection', open));
});

live.on('connection', (socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.on('message', (data) => {
    const { type, payload } = JSON.parse(String(data));
    if (type === 'ping') {
      socket.send(JSON.stringify({ timestamp: new Date().toISOString(), type: 'pong', payload }));
    }
  });
});

// The little of Socket.IO (protocol 5 over Engine.IO 4) that a client needs to connect and to measure latency.
realtime.on('connection', (socket) => {
  socket.send(
    `0${JSON.stringify({ sid: 'e', upgrades: [], pingInterval: 25_000, pingTimeout: 20_000, maxPayload: 1e6 })}`,
  );
  socket.on('message', (data) => {
    const text = String(data);
    if (text.startsWith('40')) socket.send('40{"sid":"s"}');
    const acknowledged = /^42(\d+)/.exec(text)?.[1];
    if (acknowledged) socket.send(`43${acknowledged}[{"success":true}]`);
  });
});

server.listen(port, '127.0.0.1', () => console.info(`Mock server on http://127.0.0.1:${port}`));
