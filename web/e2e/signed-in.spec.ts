import { expect, expectAccessible, expectNoSideways, test } from './fixtures';

const PAGES = [
  { path: '/dashboard', heading: /.+/ },
  { path: '/keyword-finder', heading: /.+/ },
  { path: '/projects', heading: 'Projects' },
  { path: '/projects/new', heading: 'New Project' },
  { path: '/dominator', heading: 'Dominator Pipeline' },
  { path: '/domination/dashboard', heading: 'Domination Control' },
  { path: '/domination-control', heading: 'Domination Control' },
  { path: '/no/such/page', heading: 'Page not found' },
];

test('every page has its heading, fits its window and is accessible', { tag: '@look' }, async ({ page, signedIn }) => {
  test.setTimeout(300_000);
  expect(signedIn.email).toContain('@');
  for (const { path, heading } of PAGES) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByLabel('Loading')).toHaveCount(0);
      await expectNoSideways(page);
      await expectAccessible(page);
    });
  }
});

test('the navigation leads to all six places', { tag: '@look' }, async ({ page, signedIn }, info) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/dashboard');
  const isPhone = info.project.name === 'phone';
  const entries = [
    ['Dominator Pipeline', '/dominator'],
    ['Domination Control', '/domination/dashboard'],
    ['Projects', '/projects'],
    ['New Project', '/projects/new'],
    ['Settings', '/settings'],
    ['Dashboard', '/dashboard'],
  ] as const;
  for (const [label, path] of entries) {
    if (isPhone) await page.getByRole('button', { name: 'Open navigation' }).click();
    const scope = isPhone ? page.getByRole('dialog', { name: 'Navigation' }) : page.getByRole('banner');
    await scope.getByRole('link', { name: new RegExp(`^${label}`) }).click();
    await expect(page).toHaveURL((url) => url.pathname === path);
    if (isPhone) await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeHidden();
    else await expect(scope.getByRole('link', { name: label, exact: true })).toHaveAttribute('aria-current', 'page');
  }
});

test('open menus, drawers and messages are accessible', { tag: '@look' }, async ({ page, signedIn }, info) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/settings');
  await page.getByRole('button', { name: /My Account/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  if (info.project.name === 'phone') {
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeHidden();
  }
  await page.getByLabel('First name').fill('Adele');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved').first()).toBeVisible();
  await expectAccessible(page);
});

test('the theme changes at once and stays', { tag: '@look' }, async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/settings?tab=appearance');
  await page.getByText('Light', { exact: true }).first().click();
  await expect(page.locator('html')).toHaveClass('light');
  await page.reload();
  await expect(page.locator('html')).toHaveClass('light');
});

test('a website can be added', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/projects/new');
  const host = `site-${crypto.randomUUID().slice(0, 8)}.example`;
  await page.getByLabel('Address', { exact: true }).fill(host);
  await page.getByRole('button', { name: 'Add website' }).click();
  await expect(page.getByRole('heading', { name: `Search data of ${host}` })).toBeVisible();
  await page.goto('/projects');
  await page.getByRole('link', { name: host }).click();
  await expect(page.getByRole('heading', { level: 1, name: host })).toBeVisible();
  await expectAccessible(page);
});

test('the live connection comes up and measures itself', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/settings?tab=live');
  const chip = page.getByRole('banner').getByRole('link', { name: 'Live' });
  await expect(chip).toBeVisible();
  await expect(page.getByText(/^\d+ ms$/).first()).toBeVisible();
});
