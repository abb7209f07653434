/** Opens a page in a browser, and measures and pictures it. */
import AxeBuilder from '@axe-core/playwright';

export const WIDTHS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

/** Sent by every page to get the session. */
const EXPECTED_401 = /\/api\/auth\/session$/;
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** A browser context that is signed in with `tokens` (empty: signed out), dressed in a theme's stored `state`. */
export async function contextOf(browser, base, width, tokens, state) {
  const entries = { 'motherlode.theme': JSON.stringify({ state, version: 0 }) };
  if (tokens.accessToken) Object.assign(entries, { ...tokens, token: tokens.accessToken });
  const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }));
  return browser.newContext({
    ...WIDTHS[width],
    baseURL: base,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [{ origin: base, localStorage }] },
  });
}

/** Starts recording layout shifts while the page loads. */
function watchShifts() {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      const sources = entry.sources.map(({ node, previousRect, currentRect }) => ({
        node: node?.nodeType === 1 ? `${node.tagName}.${node.className}`.slice(0, 90) : String(node?.nodeName),
        from: [previousRect.x, previousRect.y, previousRect.width, previousRect.height].map(Math.round),
        to: [currentRect.x, currentRect.y, currentRect.width, currentRect.height].map(Math.round),
      }));
      window.shifts.push({ value: entry.value, at: Math.round(entry.startTime), sources });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Opens `path`, waits for its calls, and runs `act`. Returns the page and its console messages. */
export async function open(context, path, act) {
  const page = await context.newPage();
  const noise = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED_401.test(message.location().url)) noise.push(message.text());
  });
  page.on('pageerror', (error) => noise.push(String(error)));
  await page.addInitScript(watchShifts);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.getByLabel('Loading').first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  if (act) {
    await act(page);
    await page.waitForLoadState('networkidle');
  }
  return { page, noise };
}

/**
 * Returns violations found by axe, the sum of layout shifts with the largest one, and the horizontal overflow of the
 * page.
 */
export async function measure(page, { axe }) {
  const shifts = await page.evaluate(() => window.shifts);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const cls = shifts.reduce((sum, { value }) => sum + value, 0);
  const findings = axe ? await axeFindings(page) : [];
  return { cls, shifts, over, findings };
}

async function axeFindings(page) {
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await builder.withTags(WCAG).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`));
}
