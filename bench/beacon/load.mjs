// load.mjs PID URL SECONDS RATE: reports visits to a server that is running, at a fixed rate, and prints what it
// measured as JSON. Every report is of another address (a trusted proxy forwards it), one in five of a visitor seen before.
import { readFileSync } from 'node:fs';
import http from 'node:http';

const [pid, base, seconds, rate] = process.argv.slice(2).map((text, i) => (i === 1 ? new URL(text) : Number(text)));
const agent = new http.Agent({ keepAlive: true, maxSockets: 512 });
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const sources = ['', 'https://www.google.com/', 'https://chatgpt.com/', 'https://www.bing.com/', 'https://t.co/x'];

function call(method, path, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
    const kind = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers };
    const request = http.request(new URL(path, base), { method, agent, headers: kind }, (response) => {
      let answer = '';
      response.on('data', (piece) => (answer += piece));
      response.on('end', () => resolve({ status: response.statusCode, answer }));
    });
    request.on('error', reject);
    request.end(method === 'GET' ? undefined : text);
  });
}

async function json(method, path, body, token) {
  const { status, answer } = await call(method, path, body, token ? { authorization: `Bearer ${token}` } : {});
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${answer.slice(0, 300)}`);
  return JSON.parse(answer);
}

// Processor seconds and peak memory of the server.
function used() {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return { cpu: (Number(fields[11]) + Number(fields[12])) / 100, peakMiB: Number(peak[1]) / 1024 };
}

function report(site, n) {
  const visitor = n % 5 === 4 ? n - 4 : n;
  const address = `100.${64 + ((visitor >> 16) & 63)}.${(visitor >> 8) & 255}.${visitor & 255}`;
  const body = { site, event: n % 50 === 49 ? 'convert' : 'view', url: `https://bench.example/${n % 300}`, referrer: sources[n % 5] };
  const headers = { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': chrome, 'x-forwarded-for': address };
  return call('POST', '/t', JSON.stringify(body), headers);
}

const user = { email: 'bench@example.com', password: 'a long password of the bench', firstName: 'A', lastName: 'B' };
const token = (await json('POST', '/api/auth/register', user)).data.tokens.accessToken;
const site = (await json('POST', '/api/websites', { url: 'https://bench.example/' }, token)).website.id;

const before = used();
const started = performance.now();
const [took, failures, open] = [[], [], new Set()];
for (let sent = 0; sent < seconds * rate; ) {
  const due = Math.min(seconds * rate, Math.ceil(((performance.now() - started) / 1000) * rate));
  for (; sent < due; sent++) {
    const begun = performance.now();
    const one = report(site, sent).then(
      ({ status, answer }) => (status === 204 ? took.push(performance.now() - begun) : failures.push(`${status} ${answer}`)),
      (error) => failures.push(String(error)),
    );
    open.add(one);
    one.finally(() => open.delete(one));
  }
  await new Promise((resolve) => setTimeout(resolve, 2));
}
await Promise.all(open);
const wall = (performance.now() - started) / 1000;
const after = used();
const { totals } = await json('GET', `/api/websites/${site}/visits`, undefined, token);
took.sort((a, b) => a - b);
const at = (share) => took[Math.min(took.length - 1, Math.floor(took.length * share))];
console.log(
  JSON.stringify({
    sent: seconds * rate, stored: took.length, failed: failures.length, failure: failures[0], perSecond: took.length / wall,
    p50Ms: at(0.5), p99Ms: at(0.99), cores: (after.cpu - before.cpu) / wall, peakMiB: after.peakMiB, totals,
  }),
);
process.exit(failures.length === 0 ? 0 : 1);
