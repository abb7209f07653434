// Takes screenshots and measurements of every page of a running server: creates an account, imports the sample, runs
// the engines, then opens each page at both widths in the selected themes. Prints one line with the problems of each
// page.
// Usage: MOTHERLODE_URL=http://127.0.0.1:3000 node scripts/screens.mjs
//   --out DIR      writes a screenshot of each page (none without it)
//   --only PARTS   pages with one of these texts in their name, separated by commas
//   --width NAME   desktop or phone; both without it
//   --themes LIST  of default-dark, cyberpunk, executive; --schemes LIST of dark, light
//   --axe          checks accessibility
//   --account FILE stores the account, and uses the stored one next time
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { Account } from './screens/account.mjs';
import { furnish } from './screens/furnish.mjs';
import { contextOf, measure, open, WIDTHS } from './screens/look.mjs';
import { EMPTY_PAGES, FIRST_PAGES, PAGES, PUBLIC_PAGES } from './screens/pages.mjs';
import { themeState } from './screens/themes.mjs';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    only: { type: 'string', default: '' },
    width: { type: 'string' },
    themes: { type: 'string', default: 'default-dark' },
    schemes: { type: 'string', default: 'dark,light' },
    axe: { type: 'boolean', default: false },
    account: { type: 'string' },
  },
});

const PARTS = options.only.split(',');
const base = process.env.MOTHERLODE_URL ?? 'http://127.0.0.1:3000';
/** A page that moves more than this while it loads is reported. */
const CLS_LIMIT = 0.02;

/** Everything to look with: the accounts' addresses, and the ids that pages' addresses hold. */
async function prepare() {
  const { account: file } = options;
  if (file && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const account = await Account.register(base, newEmail());
  const websiteId = await account.importSample();
  for (const line of await account.runEngines(websiteId)) console.info(line);
  const ids = { websiteId, ...(await furnish(account, websiteId)) };
  const world = { email: account.email, ...(await newcomers()), ids };
  if (file) writeFileSync(file, JSON.stringify(world));
  return world;
}

/** Creates new users: one before onboarding, one who skipped it. */
async function newcomers() {
  const [first, empty] = [await Account.register(base, newEmail()), await Account.register(base, newEmail())];
  await empty.call('POST', '/api/user/onboarding/complete');
  return { first: first.email, empty: empty.email };
}

let wrong = 0;
const newEmail = () => `screens-${crypto.randomUUID()}@example.com`;

async function look(context, name, entry) {
  const [path, act] = [entry].flat();
  const { page, noise } = await open(context, fill(path), act);
  const { cls, shifts, over, findings } = await measure(page, options);
  if (options.out) await page.screenshot({ path: join(options.out, `${name}.png`), fullPage: !act });
  await page.close();
  const faults = [
    ...findings,
    ...noise,
    ...(over > 0 ? [`hangs over by ${over} px`] : []),
    ...(cls > CLS_LIMIT ? shifts.map((shift) => JSON.stringify(shift)) : []),
  ];
  wrong += faults.length;
  console.info(`${name} cls=${cls.toFixed(4)} axe=${options.axe ? findings.length : '-'}`);
  for (const fault of faults) console.info(`   ${fault}`);
}

const world = await prepare();
const tokensOf = async (email) => (await Account.signIn(base, email)).tokens;
const fill = (path) => path.replace(/:(\w+Id)/g, (_, name) => world.ids[name]);
if (options.out) mkdirSync(options.out, { recursive: true });
const browser = await chromium.launch({
  executablePath: (process.env.MOTHERLODE_CHROMIUM ?? '/usr/bin/chromium') || undefined,
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
});
const chosen = (pages) => Object.entries(pages).filter(([name]) => PARTS.some((part) => name.includes(part)));

for (const width of options.width ? [options.width] : Object.keys(WIDTHS)) {
  for (const theme of options.themes.split(',')) {
    for (const scheme of options.schemes.split(',')) {
      const suffix = `${width}-${theme === 'default-dark' ? '' : `${theme}-`}${scheme}`;
      for (const [pages, tokens] of [
        [PUBLIC_PAGES, {}],
        [PAGES, await tokensOf(world.email)],
        [FIRST_PAGES, await tokensOf(world.first)],
        [EMPTY_PAGES, await tokensOf(world.empty)],
      ]) {
        const context = await contextOf(browser, base, width, tokens, themeState(theme, scheme));
        for (const [name, entry] of chosen(pages)) {
          try {
            await look(context, `${name}-${suffix}`, entry);
          } catch (error) {
            wrong += 1;
            console.info(`${name}-${suffix} ${error}`);
          }
        }
        await context.close();
      }
    }
  }
}
await browser.close();
process.exitCode = wrong > 0 ? 1 : 0;
