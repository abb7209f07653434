// killed.mjs BINARY MODE FOLDER PORT SITES: deploys a batch of sites while processes of the installation end by kill -9 at random
// moments, and checks that every site is there once and every posting of money counts once. Modes: embedded, distributed.
import { spawn } from 'node:child_process';
import { openSync, readdirSync } from 'node:fs';

const [binary, mode, folder, portText, countText] = process.argv.slice(2);
const [port, count] = [Number(portText), Number(countText)];
const base = `http://127.0.0.1:${port}`;
const packs = readdirSync(new URL('../../editorial/packs/en', import.meta.url));
/** The person who reviewed the pages of regulated trades, stated for the bench. */
const REVIEW = { name: 'Ada North', credentials: 'licensed attorney in Oklahoma', isConfirmed: true };
const verticals = packs.filter((name) => name.endsWith('.md')).map((name) => name.slice(0, -3));
const sleep = (ms) => new Promise((wake) => setTimeout(wake, ms));

const limits = ['--new-sites-per-day', '1000000'];
const listen = ['--port', port, '--live-port', port + 1, ...limits];
const commands = mode === 'embedded'
  ? { up: ['up', '--data-dir', `${folder}/data`, ...listen] }
  : { api: ['api', ...listen], 'worker-1': ['worker', ...limits], 'worker-2': ['worker', ...limits] };
const log = openSync(`${folder}/log`, 'a');
const running = new Map();
let kills = 0;
let isEnding = false;

function start(name) {
  const child = spawn(binary, commands[name].map(String), { stdio: ['ignore', log, log] });
  running.set(name, child);
  child.on('exit', (code, signal) => {
    if (!isEnding && signal !== 'SIGKILL') throw new Error(`${name} ended by itself: ${code ?? signal}`);
  });
}

/** Ends a process at a random moment, again and again, and starts it again after as random a pause. */
async function kill(until) {
  while (!until.isOver) {
    await sleep(500 + Math.random() * 4_000);
    const names = [...running.keys()];
    const name = names[Math.floor(Math.random() * names.length)];
    const child = running.get(name);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    // Until it has ended, it holds the lock of the data directory.
    await ended;
    kills++;
    await sleep(Math.random() * 500);
    start(name);
  }
}

let token;
/** Calls the server until it answers. */
async function json(method, path, body, key) {
  const headers = { 'content-type': 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  if (key) headers['idempotency-key'] = key;
  for (let tries = 0; ; tries++) {
    try {
      const answer = await fetch(base + path, { method, headers, body: body && JSON.stringify(body), signal: AbortSignal.timeout(20_000) });
      const value = await answer.json();
      if (answer.ok) return value;
      if (answer.status < 500 || tries > 100) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(value).slice(0, 300)}`);
    } catch (error) {
      if (String(error.message).startsWith(method) || tries > 400) throw error;
    }
    await sleep(150);
  }
}

async function all(path, field) {
  const rows = [];
  for (let cursor = ''; cursor !== undefined; ) {
    const page = await json('GET', `${path}${path.includes('?') ? '&' : '?'}limit=200${cursor && `&cursor=${cursor}`}`);
    rows.push(...page[field]);
    cursor = page.nextCursor ?? undefined;
  }
  return rows;
}

const faults = [];
const check = (is, text) => is || faults.push(text);
/** A page is served whole or not at all. */
async function page(path, isRequired) {
  let answer;
  let text;
  try {
    answer = await fetch(base + path, { signal: AbortSignal.timeout(20_000) });
    text = await answer.text();
  } catch (error) {
    // The connection broke with the process.
    if (isRequired) faults.push(`${path}: ${error.message}`);
    return '';
  }
  if (isRequired) check(answer.status === 200, `${path}: ${answer.status}`);
  if (answer.status === 200 && path.endsWith('/')) check(text.trimEnd().endsWith('</html>'), `${path}: half a page`);
  return text;
}

/** Looks at random sites as a visitor, from before their deployment on. */
async function visit(until, deployment) {
  let slugs = [];
  let seen = 0;
  while (!until.isOver) {
    if (seen++ % 50 === 0) slugs = (await json('GET', `/api/sites?deployment=${deployment}&limit=200`)).sites.map(({ slug }) => slug);
    if (slugs.length > 0) await page(`/sites/${slugs[Math.floor(Math.random() * slugs.length)]}/`, false);
    await sleep(100);
  }
  return seen;
}

const POSTINGS = 40;
/** Posts rents, each several times with its key. */
async function post(until) {
  for (let no = 0; no < POSTINGS; no++) {
    for (let time = 0; time < 3; time++) await json('POST', '/api/ledger', { reason: 'rent', amountCents: 1_000 + no }, `rent-${no}`);
    if (!until.isOver) await sleep(300);
  }
}

async function left(id, ...statuses) {
  for (;;) {
    const { deployment } = await json('GET', `/api/deployments/${id}`);
    if (!statuses.includes(deployment.status)) return deployment;
    await sleep(300);
  }
}

async function checkSites(id) {
  const sites = await all(`/api/sites?deployment=${id}`, 'sites');
  check(sites.length === count, `${sites.length} sites instead of ${count}`);
  check(new Set(sites.map(({ slug }) => slug)).size === sites.length, 'two sites have one address');
  const live = sites.filter(({ status }) => status === 'live');
  const notes = new Map();
  for (const { websiteId } of await all('/api/annotations?kind=deploy', 'annotations')) notes.set(websiteId, (notes.get(websiteId) ?? 0) + 1);
  for (const site of live) {
    check(site.liveRelease?.number === 1 && site.latestRelease?.number === 1, `${site.slug}: built more than once`);
    check(notes.get(site.id) === 1, `${site.slug}: deployed ${notes.get(site.id) ?? 0} times`);
  }
  let pages = 0;
  for (const { slug } of live.filter((_, no) => no % Math.ceil(live.length / 50) === 0)) {
    const map = await page(`/sites/${slug}/sitemap.xml`, true);
    for (const [, address] of map.matchAll(/<loc>([^<]+)<\/loc>/g)) {
      await page(new URL(address).pathname.startsWith('/sites/') ? new URL(address).pathname : `/sites/${slug}${new URL(address).pathname}`, true);
      pages++;
    }
  }
  return { live: live.length, pagesRead: pages };
}

async function checkLedger() {
  const [{ groups, accounts }, rows] = [await json('GET', '/api/ledger/summary?by=month'), await all('/api/ledger?reason=rent', 'transactions')];
  const wanted = Array.from({ length: POSTINGS }, (_, no) => 1_000 + no).reduce((sum, cents) => sum + cents);
  check(rows.length === POSTINGS, `${rows.length} postings instead of ${POSTINGS}`);
  const sum = accounts.reduce((total, { debitCents, creditCents }) => total + debitCents - creditCents, 0);
  check(sum === 0, `debits and credits differ by ${sum} cents`);
  return { groups, wanted };
}

for (const name of Object.keys(commands)) start(name);
const user = { email: 'killed@example.com', password: 'a long password of the bench', firstName: 'A', lastName: 'B' };
token = (await json('POST', '/api/auth/register', user)).data.tokens.accessToken;
await json('PUT', '/api/site-operator', {
  legalName: 'Bench Leads LLC', email: 'hello@bench.example', postalAddress: '1 Main Street\nTulsa, OK 74103', state: 'OK', country: 'US',
  reviewerName: 'Ada North', reviewerCredentials: 'licensed attorney in Oklahoma',
});
const until = { isOver: false };
const begun = performance.now();
const killing = kill(until);
const input = { verticals, limit: count, kind: 'goldmine', name: 'Killed', minPopulation: 20_000 };
const { deployment: planned } = await json('POST', '/api/dominator-pipeline/batch-deploy', input, 'batch');
const [visiting, posting] = [visit(until, planned.id), post(until)];
const built = await left(planned.id, 'building');
const whileBuilding = kills;
if (built.sitesWaiting > 0) {
  // Approved twice: the first answer may be lost with the process.
  await json('POST', `/api/deployments/${planned.id}/approve`, { review: REVIEW }).catch((error) => console.log(`approval: ${error.message}`));
}
const end = await left(planned.id, 'building', 'waiting', 'deploying');
until.isOver = true;
const [, visits] = await Promise.all([killing, visiting, posting]);
const seconds = (performance.now() - begun) / 1000;
const { sitesPlanned, sitesDeployed, errorCount, status } = end;
check(sitesPlanned === count && sitesDeployed + errorCount === sitesPlanned, `${sitesDeployed} + ${errorCount} is not ${sitesPlanned}`);
const repeated = await json('POST', '/api/dominator-pipeline/batch-deploy', input, 'batch');
check(repeated.deployment.id === planned.id, 'a repeated request made a second batch');
const sites = await checkSites(planned.id);
const ledger = await checkLedger();
console.log(`killed ${JSON.stringify({ mode, status, sitesPlanned, sitesDeployed, errorCount, kills, whileBuilding, seconds: Math.round(seconds), visits, ...sites, ledger, errors: end.errors?.slice(0, 5) })}`);
for (const fault of faults.slice(0, 20)) console.error(`FAULT ${fault}`);
isEnding = true;
for (const child of running.values()) child.kill('SIGTERM');
process.exitCode = faults.length > 0 ? 1 : 0;
