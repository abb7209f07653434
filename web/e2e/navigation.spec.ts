import type { Page } from '@playwright/test';
import { bringSample, expect, test } from './fixtures';

/** Top bar of the application after scrolling. */
const BAR = 'header[data-scrolled]';

/** A long page with a chart, on sample data. */
async function openAnalytics(page: Page): Promise<void> {
  await bringSample(page);
  await page.goto('/analytics');
  await expect(page.getByRole('heading', { name: /per day$/ })).toBeVisible();
}

test('the bar is set off once the page is scrolled by more than ten pixels', { tag: '@look' }, async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toContain('@');
  await openAnalytics(page);
  await page.evaluate(() => window.scrollTo(0, 10));
  await expect(page.locator('header').first()).toBeVisible();
  await expect(page.locator(BAR)).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 11));
  await expect(page.locator(BAR)).toHaveCount(1);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.locator(BAR)).toHaveCount(0);
});

test('Back returns to the place on the page that was left', { tag: '@look' }, async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await openAnalytics(page);
  await expect(page.getByLabel('Loading')).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 500));
  await expect(page.locator(BAR)).toHaveCount(1);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: /per day$/ })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(500);
});

async function saveName(page: Page, name: string): Promise<void> {
  await page.getByLabel('First name').fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved').first()).toBeVisible();
}

/** Presses the browser's own Back, without waiting, because no other page loads if the page cancels it. */
function pressBack(page: Page): void {
  page.goBack({ timeout: 1000 }).catch(() => {});
}

test('Back asks before a form with changes is left, as often as it is pressed', { tag: '@look' }, async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/projects');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  const name = page.getByLabel('First name');
  await name.fill('Adele');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  pressBack(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL('/settings');
  await expect(name).toHaveValue('Adele');
  pressBack(page);
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/projects');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await page.goForward();
  await expect(name).toHaveValue('Ada');
});

/** Drags the message to the right by so many pixels, and lets go. */
async function swipe(page: Page, px: number): Promise<void> {
  const box = await page.getByRole('listitem').filter({ hasText: 'Profile saved' }).boundingBox();
  if (!box) throw new Error('no message is shown');
  const [x, y] = [box.x + 30, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let moved = 10; moved <= px; moved += 10) await page.mouse.move(x + moved, y);
  await page.mouse.up();
}

test(
  'a message goes by a swipe of fifty pixels, not by one of forty',
  { tag: '@look' },
  async ({ page, signedIn }, info) => {
    expect(signedIn.email).toContain('@');
    expect(info.project.name).toMatch(/desktop|phone/);
    await page.goto('/settings');
    await saveName(page, 'Adele');
    const message = page.getByRole('listitem').filter({ hasText: 'Profile saved' });
    await swipe(page, 40);
    await expect(message).toHaveCount(1);
    await swipe(page, 60);
    await expect(message).toHaveCount(0);
  },
);

/** Milliseconds over which elements of the page would move or change, the longest. */
async function longestMove(page: Page): Promise<number> {
  return page.evaluate(() => {
    const seconds = (text: string) => Math.max(...text.split(',').map((part) => Number.parseFloat(part) || 0));
    const times = [...document.querySelectorAll('*')].map((element) => {
      const style = getComputedStyle(element);
      const animated = style.animationName === 'none' ? 0 : seconds(style.animationDuration);
      return 1000 * Math.max(animated, seconds(style.transitionDuration));
    });
    return Math.max(...times);
  });
}

test('nothing moves for who asks for less movement', { tag: '@look' }, async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await bringSample(page);
  for (const path of ['/dashboard', '/analytics', '/intelligence/predictive']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await longestMove(page), path).toBeLessThanOrEqual(1);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await longestMove(page), `${path}: otherwise it does`).toBeGreaterThan(50);
  }
});

test('contrast themes show what is a button and what is chosen', { tag: '@look' }, async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await bringSample(page);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/analytics');
  const chosen = page.getByRole('button', { name: /^Clicks/, pressed: true });
  const other = page.getByRole('button', { name: /^Impressions/, pressed: false });
  await expect(chosen).toBeVisible();
  const look = (button: typeof chosen) =>
    button.evaluate((element) => {
      const { borderTopWidth, borderTopStyle, backgroundColor } = getComputedStyle(element);
      return { border: `${borderTopWidth} ${borderTopStyle}`, backgroundColor };
    });
  expect((await look(other)).border).toBe('1px solid');
  expect((await look(chosen)).backgroundColor).not.toBe((await look(other)).backgroundColor);
  await other.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(other).toBeFocused();
  const outline = await other.evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline, 'the focus is seen').not.toBe('none');
});

test('paper gets the content in black on white, without what can be pressed', { tag: '@look' }, async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toContain('@');
  await openAnalytics(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: /per day$/ })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  const colours = await page.evaluate(() => {
    const heading = document.querySelector('h1');
    return heading ? [getComputedStyle(document.documentElement).colorScheme, getComputedStyle(heading).color] : [];
  });
  expect(colours).toEqual(['light', 'rgb(0, 0, 0)']);
});
