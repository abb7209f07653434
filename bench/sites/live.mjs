// live.mjs PID URL PART...: measures a running server and prints each figure. Parts, in this order if several are given:
//   deploy=SITES   builds, approves and deploys sites to built-in hosting
//   themes         deploys a site in every theme; prints their hosts, which look.mjs needs
//   site           deploys a few sites if none was deployed; prints SLUG=…, which the load on pages needs
//   leads=COUNT    posts the form of that site, and waits for each lead on the live channel
//   spam=SECONDS   posts the form at 1,000 requests a second
// The server must trust 127.0.0.1 as a proxy, so that every visitor has another address.
import { readFileSync, readdirSync } from 'node:fs';
import http from 'node:http';

const [pid, url, ...words] = process.argv.slice(2);
const base = new URL(url);
const parts = Object.fromEntries(words.map((word) => word.split('=')));
const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
const SPAM_RATE = 1_000;
/** The person who reviewed the pages of regulated trades, stated for the bench. */
const REVIEW = { name: 'Ada North', credentials: 'licensed attorney in Oklahoma', isConfirmed: true };
const packs = readdirSync(new URL('../../editorial/packs/en', import.meta.url));
const VERTICALS = packs.filter((name) => name.endsWith('.md')).map((name) => name.slice(0, -3));
const load = () => readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ');
const sleep = (ms) => new Promise((wake) => setTimeout(wake, ms));

function call(method, path, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
    const ofBody = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const kind = { ...(method === 'GET' ? {} : ofBody), ...headers };
    const request = http.request(new URL(path, base), { method, agent, headers: kind }, (response) => {
      let answer = '';
      response.on('data', (piece) => (answer += piece));
      response.on('end', () => resolve({ status: response.statusCode, answer }));
    });
    request.on('error', (error) => reject(new Error(`${method} ${path}: ${error.code}`, { cause: error })));
    request.end(method === 'GET' ? undefined : text);
  });
}

let token;
async function json(method, path, body) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const { status, answer } = await call(method, path, body, headers);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${answer.slice(0, 400)}`);
  return JSON.parse(answer);
}

// Processor seconds and memory of the server.
function used() {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mib = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024;
  return { cpu: (Number(fields[11]) + Number(fields[12])) / 100, mib: mib('VmRSS'), peak: mib('VmHWM') };
}

/** Waits until a deployment has left a status; returns it. */
async function left(id, status) {
  for (;;) {
    const { deployment } = await json('GET', `/api/deployments/${id}`);
    if (deployment.status !== status) return deployment;
    await sleep(200);
  }
}

/** The most frequent texts with their counts. */
function counted(texts) {
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 8).map(([text, count]) => `${count} x ${text}`);
}

async function deploy(limit, name, more = {}) {
  const before = [load(), used(), performance.now()];
  const input = { verticals: VERTICALS, limit, kind: 'goldmine', name, minPopulation: 20_000, ...more };
  const { deployment: planned } = await json('POST', '/api/dominator-pipeline/batch-deploy', input);
  const built = await left(planned.id, 'building');
  const middle = [load(), used(), performance.now()];
  const approved = built.sitesWaiting > 0 ? await json('POST', `/api/deployments/${planned.id}/approve`, { review: REVIEW }) : undefined;
  const answered = performance.now();
  const end = approved ? await left(planned.id, 'deploying') : built;
  const after = [load(), used(), performance.now()];
  const { sitesPlanned, sitesBuilt, sitesDeployed, errorCount, status } = end;
  return {
    sitesPlanned, sitesBuilt, sitesWaiting: built.sitesWaiting, sitesDeployed, errorCount, status,
    isBalanced: sitesDeployed + errorCount === sitesPlanned,
    buildSeconds: (middle[2] - before[2]) / 1000, buildCpu: middle[1].cpu - before[1].cpu,
    approveSeconds: (answered - middle[2]) / 1000,
    deploySeconds: (after[2] - middle[2]) / 1000, deployCpu: after[1].cpu - middle[1].cpu,
    peakMiB: after[1].peak, load: [before[0], middle[0], after[0]],
    errors: counted(end.errors.map(({ detail }) => detail.slice(0, 100))),
    id: planned.id,
  };
}

/** Header of a visitor of their own. */
const visitor = (n) => ({ 'x-forwarded-for': `100.${64 + ((n >> 16) & 63)}.${(n >> 8) & 255}.${n & 255}` });
const lead = (n) => new URLSearchParams({
  name: `Visitor ${n}`, email: `v${n}@visitors.example`, phone: `918-555-${String(n % 10_000).padStart(4, '0')}`, message: 'Please call me.', consent: 'yes', company_url: '',
}).toString();
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

async function leads(action, site, count) {
  const socket = new WebSocket(`${base.origin.replace('http', 'ws')}/ws?token=${token}`);
  const arrived = new Map();
  let subscribed;
  const ready = new Promise((resolve) => (subscribed = resolve));
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    if (frame.type === 'connected') socket.send(JSON.stringify({ type: 'subscribe', payload: { channel: 'revenue' } }));
    else if (frame.type === 'subscribed') subscribed();
    else if (frame.type === 'lead:new') arrived.set(frame.payload.leadId, performance.now());
  };
  await ready;
  const posted = new Map();
  for (let n = 0; n < count; n++) {
    posted.set(`Visitor ${n}`, performance.now());
    const { status, answer } = await call('POST', action, lead(n), { ...FORM, ...visitor(n) });
    if (status !== 200) throw new Error(`lead ${n}: ${status} ${answer.slice(0, 200)}`);
    await sleep(20);
  }
  await sleep(1_000);
  socket.close();
  const took = [];
  for (let cursor = ''; cursor !== undefined; ) {
    const page = await json('GET', `/api/received-leads?websiteId=${site}&limit=200${cursor && `&cursor=${cursor}`}`);
    for (const { id, name } of page.leads) if (arrived.has(id) && posted.has(name)) took.push(arrived.get(id) - posted.get(name));
    cursor = page.nextCursor ?? undefined;
  }
  took.sort((a, b) => a - b);
  return { posted: count, arrived: took.length, p50Ms: at(took, 0.5), p99Ms: at(took, 0.99), maximumMs: took.at(-1), load: load() };
}

async function spam(action, seconds) {
  const [before, started] = [used(), performance.now()];
  const [statuses, took, open] = [{}, [], new Set()];
  let most = 0;
  for (let sent = 0; sent < seconds * SPAM_RATE; ) {
    const due = Math.min(seconds * SPAM_RATE, Math.ceil(((performance.now() - started) / 1000) * SPAM_RATE));
    for (; sent < due; sent++) {
      const begun = performance.now();
      const one = call('POST', action, lead(1_000_000 + sent), { ...FORM, ...visitor(1_000_000 + sent) }).then(
        ({ status }) => { statuses[status] = (statuses[status] ?? 0) + 1; took.push(performance.now() - begun); },
        (error) => { statuses[error.code] = (statuses[error.code] ?? 0) + 1; },
      );
      open.add(one);
      one.finally(() => open.delete(one));
      most = Math.max(most, open.size);
    }
    await sleep(2);
  }
  await Promise.all(open);
  const wall = (performance.now() - started) / 1000;
  const after = used();
  took.sort((a, b) => a - b);
  const { status } = await call('GET', '/readyz');
  return {
    sent: seconds * SPAM_RATE, perSecond: took.length / wall, statuses, p50Ms: at(took, 0.5), p99Ms: at(took, 0.99), mostOpen: most,
    memoryBeforeMiB: before.mib, memoryAfterMiB: after.mib, cores: (after.cpu - before.cpu) / wall, isReady: status === 200, load: load(),
  };
}

const user = { email: `bench-${Date.now()}@example.com`, password: 'a long password of the bench', firstName: 'A', lastName: 'B' };
token = (await json('POST', '/api/auth/register', user)).data.tokens.accessToken;
await json('PUT', '/api/site-operator', {
  legalName: 'Bench Leads LLC', email: 'hello@bench.example', postalAddress: '1 Main Street\nTulsa, OK 74103', state: 'OK', country: 'US',
  reviewerName: 'Ada North', reviewerCredentials: 'licensed attorney in Oklahoma',
});
const print = (name, figures) => console.log(`${name} ${JSON.stringify(figures)}`);
if (parts.deploy) print('deploy', await deploy(Number(parts.deploy), 'Bench'));
if ('themes' in parts) {
  // Trades that no law regulates, each with a theme.
  const trades = ['roofing', 'tree-service', 'pest-control', 'moving', 'locksmith', 'hvac', 'water-damage'];
  for (const [at, theme] of ['harbor', 'orchard', 'foundry', 'meadow', 'gazette', 'terrace', 'clinic'].entries()) {
    const { id } = await deploy(1, theme, { theme, verticals: [trades[at]] });
    const { sites } = await json('GET', `/api/sites?deployment=${id}`);
    console.log(`THEME ${theme}=${sites[0].slug}.sites.localhost ${sites[0].status}`);
  }
}
if ('site' in parts || parts.leads || parts.spam) {
  if (!parts.deploy) print('site', await deploy(3, 'Three sites'));
  const { sites } = await json('GET', '/api/sites?status=live&limit=1');
  console.log(`SLUG=${sites[0].slug}`);
  const { answer } = await call('GET', `/sites/${sites[0].slug}/`);
  const action = new URL(/<form method="post" action="([^"]+)"/.exec(answer)[1]).pathname;
  if (parts.leads) print('leads', await leads(action, sites[0].id, Number(parts.leads)));
  if (parts.spam) print('spam', await spam(action, Number(parts.spam)));
}
agent.destroy();
