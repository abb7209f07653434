import { expect, expectAccessible, expectNoSideways, post, test, unfold } from './fixtures';

test('keywords_are_tracked_filtered_exported_and_removed_before_there_is_a_connection', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await post(page, '/api/websites', { url: 'https://northwind.example/' });
  await page.goto('/ranks');
  await expect(page.getByText('No tracked keywords of northwind.example yet')).toBeVisible();
  await expect(page.getByText('No connection returns search results')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);

  await page.getByRole('button', { name: 'Add keywords' }).click();
  const form = page.getByRole('dialog', { name: 'Add keywords' });
  await form.getByRole('button', { name: 'Add keywords' }).click();
  await expect(form.getByText('Enter at least one keyword.')).toBeVisible();
  await form.getByLabel('Keywords', { exact: true }).fill('roof repair waco\n roof   repair waco\nnew roof cost\n');
  await form.getByLabel('Tags').fill('core');
  await form.getByLabel('Mobile').check();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add keywords' }).click();

  const card = page.getByRole('region', { name: 'Keywords' });
  await expect(card.getByText('4 keywords')).toBeVisible();
  await card.getByLabel('Keyword contains').fill('cost');
  await expect(card.getByText('2 keywords')).toBeVisible();
  await expectNoSideways(page);
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^ranks-.*\.csv$/);

  await card.getByRole('checkbox', { name: 'Select new roof cost' }).first().check();
  await card.getByRole('button', { name: 'Remove' }).click();
  await expect(card.getByText('1 keyword', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'new roof cost' }).click();
  const drawer = page.getByRole('dialog', { name: 'new roof cost' });
  await expect(drawer.getByText('Not checked yet.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await unfold(page, 'Checks and budget');
  const budget = page.getByRole('region', { name: 'Checks and budget' });
  await budget.getByRole('button', { name: 'Change settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings of rank tracking' });
  await settings.getByLabel('Monthly budget, $').fill('2.50');
  await settings.getByLabel('Check daily at 05:00 UTC what is due').check();
  await expectAccessible(page);
  await settings.getByRole('button', { name: 'Save settings' }).click();
  await expect(budget.getByText('of $2.50')).toBeVisible();

  await unfold(page, 'Alerts');
  await page.getByRole('button', { name: 'Change rules' }).click();
  const rules = page.getByRole('dialog', { name: 'Rules of the alerts' });
  await rules.getByLabel('Lowest monthly value, USD').fill('50');
  await rules.getByRole('button', { name: 'Save rules' }).click();
  await expect(page.getByText(/from \$50(\.00)? a month/)).toBeVisible();
});
