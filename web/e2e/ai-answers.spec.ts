import { expect, expectAccessible, expectNoSideways, post, test } from './fixtures';

test('prompts_are_added_and_the_missing_connection_is_named', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  const { website } = await post<{ website: { id: string } }>(page, '/api/websites', {
    url: 'https://northwind.example',
  });
  await page.goto('/ai-answers');
  await expect(page.getByText(/Connect OpenAI or a compatible server/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);

  await post(page, '/api/answers/prompts', {
    websiteId: website.id,
    prompts: [{ text: 'Who repairs roofs in Waco?', topic: 'repairs' }],
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Who repairs roofs in Waco?', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add prompts' }).click();
  const form = page.getByRole('dialog', { name: 'Add prompts' });
  await form.getByLabel('Prompts', { exact: true }).fill('Who repairs roofs in Waco?\nWhat does a new roof cost?');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add prompts' }).click();
  await expect(page.getByText('1 prompt added').first()).toBeVisible();
  await page.getByRole('button', { name: 'Pause What does a new roof cost?' }).click();
  await expect(page.getByText('Paused')).toBeVisible();

  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const settings = page.getByRole('dialog', { name: 'Settings of AI answers' });
  await settings.getByLabel('Rivals').fill('northwind.example');
  await settings.getByRole('button', { name: 'Save settings' }).click();
  await expect(settings.getByText('must not be the website itself')).toBeVisible();
  await settings.getByLabel('Rivals').fill('rival.example, Rival');
  await expectAccessible(page);
  await settings.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved').first()).toBeVisible();
});
