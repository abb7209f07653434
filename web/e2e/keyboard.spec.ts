import { expect, expectAccessible, test } from './world';

test('the skip link leads past the navigation', { tag: '@look' }, async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/projects');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});

test('signing out needs no mouse, and the focus comes back to the opener', { tag: '@look' }, async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/settings');
  const account = page.getByRole('button', { name: /My Account/ });
  await account.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL((url) => url.pathname === '/');
});

test('a new page puts the focus on its heading and its name on the tab', { tag: '@look' }, async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/projects');
  await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  await expect(page).toHaveTitle('Settings · Motherlode');
});

test('F8 leads to a message', { tag: '@look' }, async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/settings');
  await page.getByLabel('First name').fill('Adele');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved').first()).toBeVisible();
  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('listitem').filter({ hasText: 'Profile saved' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Close notification' })).toBeFocused();
});

test('the palette leads anywhere, and can be read by everybody', { tag: '@look' }, async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/projects');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Command' });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill('connections');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\?tab=connections$/);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/projects$/);
});
