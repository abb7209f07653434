import { expect, expectAccessible, expectNoSideways, test } from './fixtures';

test('chat_message_appears_in_another_window_and_after_a_reload', async ({ page, context, signedIn: _, quiet: __ }) => {
  await page.goto('/projects/new');
  await page.getByLabel('Address', { exact: true }).fill('talk.example');
  await page.getByRole('button', { name: 'Add website' }).click();
  await expect(page.getByRole('heading', { name: 'Search data of talk.example' })).toBeVisible();
  await page.goto('/projects');
  await page.getByRole('link', { name: 'talk.example' }).first().click();
  await expect(page.getByText('No messages yet')).toBeVisible();

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByText('No messages yet')).toBeVisible();
  await page.getByRole('textbox', { name: 'Message' }).fill('The new titles are live.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  for (const window of [page, other]) await expect(window.getByText('The new titles are live.')).toBeVisible();

  await other.reload();
  await expect(other.getByText('The new titles are live.')).toBeVisible();
  await expectAccessible(other);
  await expectNoSideways(other);
});
