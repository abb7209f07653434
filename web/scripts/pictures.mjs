// Takes the pictures of the documentation from a running server, so that they show the present screens: README
// (docs/images), the user guide (docs/images/guide) and the landing page. Creates an account with the sample data.
// Usage: MOTHERLODE_URL=http://127.0.0.1:3000 node scripts/pictures.mjs
//   --only PARTS   pictures with one of these texts in their name, separated by commas
//   --account FILE stores the account, and uses the stored one next time (as of screens.mjs)
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { Account } from './screens/account.mjs';
import { furnish } from './screens/furnish.mjs';
import { contextOf, open } from './screens/look.mjs';
import { PAGES } from './screens/pages.mjs';
import { themeState } from './screens/themes.mjs';

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, account: { type: 'string' } },
});
const base = process.env.MOTHERLODE_URL ?? 'http://127.0.0.1:3000';
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Width and height of a window, in pixels. */
const GUIDE = { width: 1280, height: 800 };
const WIDE = { width: 1440, height: 900 };
/** Quality of WebP: text stays sharp. */
const QUALITY = 0.8;

/** Pictures of the guide by the page that they show; a chapter names its picture as `../images/guide/NAME.webp`. */
const CHAPTERS = {
  hub: '/dashboard',
  import: '/imported?tab=ranks',
  connections: PAGES['settings-connections'],
  'keyword-finder': PAGES['keyword-finder'],
  'quick-rank': PAGES['quick-rank-audit'],
  'market-data': PAGES['market-data'],
  discovery: PAGES['dominator-discovery'],
  visits: PAGES.visits,
  experiments: PAGES.experiment,
  content: PAGES['content-generator'],
  packs: PAGES.pack,
  sites: PAGES['dominator-site'],
  campaigns: PAGES.campaign,
  leads: PAGES['leads-leads'],
  analysis: PAGES['dominator-analysis'],
  assistants: PAGES['settings-api-keys'],
  automation: PAGES['settings-schedules'],
};

const guide = Object.entries(CHAPTERS).map(([name, path]) => ({
  name,
  path,
  file: `docs/images/guide/${name}.webp`,
  window: GUIDE,
  scheme: 'dark',
}));
const PICTURES = [
  ...guide,
  { name: 'readme-hub', path: '/dashboard', file: 'docs/images/hub.png', window: WIDE, scheme: 'dark' },
  {
    name: 'readme-markets',
    path: '/dominator/opportunity-discovery',
    file: 'docs/images/markets.png',
    window: WIDE,
    scheme: 'dark',
    from: 'Summary of the scan',
  },
  ...['dark', 'light'].map((scheme) => ({
    name: `landing-${scheme}`,
    path: '/dashboard',
    file: `web/src/features/landing/look-${scheme}.webp`,
    window: WIDE,
    scheme,
  })),
];

/** The account, with the ids that paths hold. */
async function prepare() {
  const { account: file } = options;
  if (file && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const account = await Account.register(base, `pictures-${crypto.randomUUID()}@example.com`);
  const websiteId = await account.importSample();
  await account.runEngines(websiteId);
  const world = { email: account.email, ids: { websiteId, ...(await furnish(account, websiteId)) } };
  if (file) writeFileSync(file, JSON.stringify(world));
  return world;
}

/** Converts PNG to WebP in the browser, which is the only converter at hand. */
async function toWebp(context, png) {
  const page = await context.newPage();
  const url = await page.evaluate(
    async ([data, quality]) => {
      const bitmap = await createImageBitmap(await (await fetch(data)).blob());
      const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height });
      canvas.getContext('2d').drawImage(bitmap, 0, 0);
      return canvas.toDataURL('image/webp', quality);
    },
    [`data:image/png;base64,${png.toString('base64')}`, QUALITY],
  );
  await page.close();
  return Buffer.from(url.split(',')[1], 'base64');
}

/** The window of a colour scheme, signed in. Logins are limited, so that all pictures of the scheme share it. */
async function windowOf(browser, world, scheme) {
  const { tokens } = await Account.signIn(base, world.email);
  return contextOf(browser, base, 'desktop', tokens, themeState('default-dark', scheme));
}

/** Scrolls an element to just below the header. */
function toTop(element) {
  window.scrollTo(0, element.getBoundingClientRect().top - 80);
}

async function take(context, world, { name, path, file, window, from }) {
  const filled = path.replace(/:(\w+Id)/g, (_, id) => world.ids[id]);
  const { page } = await open(context, filled);
  await page.setViewportSize(window);
  await page.waitForLoadState('networkidle');
  if (from) await page.getByRole('region', { name: from }).evaluate(toTop);
  const png = await page.screenshot();
  writeFileSync(`${root}${file}`, file.endsWith('.webp') ? await toWebp(context, png) : png);
  await page.close();
  console.info(`${name}: ${file}`);
}

const world = await prepare();
mkdirSync(`${root}docs/images/guide`, { recursive: true });
const browser = await chromium.launch({
  executablePath: (process.env.MOTHERLODE_CHROMIUM ?? '/usr/bin/chromium') || undefined,
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
});
const parts = options.only.split(',');
const wanted = PICTURES.filter(({ name }) => parts.some((part) => name.includes(part)));
for (const scheme of new Set(wanted.map((picture) => picture.scheme))) {
  const context = await windowOf(browser, world, scheme);
  for (const picture of wanted.filter((one) => one.scheme === scheme)) await take(context, world, picture);
  await context.close();
}
await browser.close();
