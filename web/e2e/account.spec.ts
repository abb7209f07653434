import { expect, expectAccessible, expectNoSideways, test } from './fixtures';

/** Tabs of the settings with data in every account. */
const TABS = [
  'profile',
  'preferences',
  'notifications',
  'appearance',
  'security',
  'workspaces',
  'api-keys',
  'connections',
  'schedules',
  'webhooks',
  'data',
];

for (const tab of TABS) {
  test(`settings, ${tab}: can be read by everybody, at any width`, { tag: '@look' }, async ({ page, signedIn }) => {
    expect(signedIn.email).toContain('@');
    await page.goto(`/settings?tab=${tab}`);
    await expect(page.getByRole('tabpanel').getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectNoSideways(page);
    await expectAccessible(page);
  });
}

test('a chosen theme is there before the first paint, and readable', { tag: '@look' }, async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  for (const [name, background] of [
    ['Cyberpunk Command Center', '#0a0614'],
    ['Executive Boardroom', '#0d1420'],
  ] as const) {
    await page.goto('/settings?tab=appearance');
    await page.getByRole('button', { name: `Use ${name}` }).click();
    await page.goto('/projects', { waitUntil: 'commit' });
    const first = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--background'));
    await expect.poll(first).toBe(background);
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto('/projects?theme=reset');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--background'))).toBe('');
});

test('own CSS counts inside the application, and cannot load from elsewhere', { tag: '@look' }, async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/settings?tab=appearance');
  await page.getByRole('button', { name: 'Random theme' }).click();
  const css = page.getByLabel('Custom CSS');
  await css.fill('h1 { background: url(https://elsewhere.example/x.png) }');
  await expect(page.getByRole('button', { name: 'Save theme' })).toBeDisabled();
  await css.fill('h1 { text-transform: uppercase }');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('text-transform', 'uppercase');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('text-transform', 'none');
});
