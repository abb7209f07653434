// look.mjs URL FOLDER RUNS NAME=HOST...: looks at sites of a running server, each under its host name. Prints Lighthouse's four scores
// (each page's median of RUNS on a phone, the lowest over all pages), counts axe's findings on all pages in light and dark, and stores the pages in
// FOLDER for html-validate. With 0 RUNS it leaves Lighthouse out; with - as FOLDER it looks at the home page with Lighthouse only. Lighthouse is
// that of web/lighthouse (npm ci --prefix web/lighthouse).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(new URL('../../web/lighthouse/package.json', import.meta.url));
const { default: lighthouse } = await import(require.resolve('lighthouse'));
const { default: puppeteer } = await import(require.resolve('puppeteer-core'));
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const [base, folder, runs, ...sites] = process.argv.slice(2);
const { port } = new URL(base);
const executablePath = process.env.MOTHERLODE_CHROMIUM ?? '/usr/bin/chromium-headless-shell';
const browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] });
const debugPort = Number(new URL(browser.wsEndpoint()).port);
let isClean = true;

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** The lowest score of all pages by category, and the audits that cost points, with their pages. */
async function lowest(origin, paths) {
  const [worst, all] = [{}, []];
  for (const path of paths) {
    const { medians, lost } = await scores(origin + path);
    for (const [id, score] of Object.entries(medians)) worst[id] = Math.min(worst[id] ?? 100, score);
    if (Object.values(medians).some((score) => score < 100)) all.push(`${path} ${lost.join(', ')}`);
  }
  return { worst, all };
}

/** Scores of a page by category, and the audits that cost points. */
async function scores(url) {
  const [all, lost] = [{}, new Set()];
  for (let run = 0; run < Number(runs); run++) {
    const { lhr } = await lighthouse(url, { port: debugPort, output: 'json', logLevel: 'error' });
    for (const { id, score, auditRefs } of Object.values(lhr.categories)) {
      (all[id] ??= []).push(Math.round(100 * (score ?? 0)));
      for (const ref of auditRefs) {
        const audit = lhr.audits[ref.id];
        if (ref.weight > 0 && audit.score !== null && audit.score < 0.9) lost.add(`${ref.id} ${audit.displayValue ?? ''}`.trim());
      }
    }
  }
  return { medians: Object.fromEntries(Object.entries(all).map(([id, list]) => [id, median(list)])), lost: [...lost] };
}

/** Findings of axe on a page in both color schemes. */
async function findings(url) {
  const found = [];
  for (const value of ['light', 'dark']) {
    const page = await browser.newPage();
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    await page.goto(url);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    found.push(...violations.map(({ id, nodes }) => `${value} ${id}: ${nodes[0].html.slice(0, 120)}`));
    await page.close();
  }
  return found;
}

/** Paths of the pages of a site. */
async function paths(origin, host) {
  const xml = await text(origin, host, '/sitemap.xml');
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url).pathname);
}

/** Reads a file as a visitor's browser would, which resolves *.localhost to this machine. */
async function text(origin, host, path) {
  const page = await browser.newPage();
  const answer = await page.goto(`http://${host}:${port}${path}`);
  const body = await answer.text();
  await page.close();
  return body;
}

for (const site of sites) {
  const [name, host] = site.split('=');
  const origin = `http://${host}:${port}`;
  const all = folder === '-' ? [] : await paths(origin, host);
  let count = 0;
  for (const path of all) {
    const found = await findings(origin + path);
    found.forEach((one) => console.log(`  ${name} ${path} ${one}`));
    count += found.length;
    const file = join(folder, name, path, 'index.html');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await text(origin, host, path));
  }
  const { worst, all: lost } = await lowest(origin, Number(runs) === 0 ? [] : folder === '-' ? ['/'] : all);
  const isBest = Object.values(worst).every((score) => score === 100);
  isClean &&= isBest && count === 0;
  const shown = Object.entries(worst).map(([id, score]) => `${id} ${score}`);
  console.log(`${name}: ${shown.join(', ')}; ${count} findings of axe on ${all.length} pages${lost.length ? `; lost: ${lost.join('; ')}` : ''}`);
}
await browser.close();
process.exit(isClean ? 0 : 1);
