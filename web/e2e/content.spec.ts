import { expect, expectAccessible, expectNoSideways, get, test } from './fixtures';

const SOURCE = 'Price list of the owner';
const FACTS = [
  { kind: 'business', value: 'Acme Roofing' },
  { kind: 'service', value: 'roof repair' },
  { kind: 'place', value: 'Tulsa, OK' },
  { kind: 'price', value: '$350 to $900', detail: 'a roof repair' },
  { kind: 'duration', value: '90 minutes', detail: 'a first visit' },
  { kind: 'guarantee', value: 'five years on labor' },
  { kind: 'statement', value: 'We carry spare ridge caps on every truck.' },
].map((fact, index) => ({ ...fact, id: `fact-${index}`, source: SOURCE, isOwnerSupplied: true }));

test('a document is composed, edited, compared, restored and exported', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/content-generator');
  await expect(page.getByText('Write a page that is made of facts')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New document' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New document' });
  await dialog.getByLabel('Query').fill('roof repair tulsa');
  await dialog.getByLabel('Vertical').fill('roofing');
  await dialog.getByRole('option', { name: 'Roofing', exact: true }).click();
  await dialog.getByRole('button', { name: 'Create document' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Roof repair tulsa' })).toBeVisible();
  const id = page.url().split('/').at(-1) ?? '';

  const { document } = await get<{ document: { revision: number } }>(page, `/api/documents/${id}`);
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const answer = await page.request.patch(`/api/documents/${id}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { revision: document.revision, brief: { facts: FACTS, words: ['ridge', 'gutter'] } },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.reload();
  await page.getByRole('button', { name: 'Compose the page' }).click();
  const price = page.getByRole('button', { name: /\$350 to \$900/ }).last();
  await expect(price).toBeVisible({ timeout: 30_000 });

  await expect(page.getByText('Page composed').first()).toBeVisible();
  const score = page.getByRole('region', { name: 'Score' });
  await expect(score.getByRole('meter', { name: 'Claims cited' })).toBeVisible();
  await score.getByRole('button', { name: 'Check the text' }).click();
  await expect(score.getByRole('meter', { name: 'Grammar', exact: true })).toBeVisible();
  await price.hover();
  await expect(page.getByTestId('facts').getByText(SOURCE).first()).toBeVisible();
  await price.focus();
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.keyboard.press('e');
  await page.getByLabel('Text of the sentence').fill('Most repairs cost $350 to $900.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved here, not yet on the server')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Most repairs cost $350 to $900.' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved as version 2').first()).toBeVisible();

  await page.getByRole('button', { name: 'Versions (2)' }).click();
  await page.getByRole('button', { name: 'Changes of version 2' }).click();
  const changes = page.getByRole('dialog', { name: 'Version 1 compared with version 2' });
  await expect(changes.locator('ins').first()).toBeVisible();
  await expectAccessible(page);
  await changes.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByText('Restored as version 3').first()).toBeVisible();
  await page.getByRole('dialog', { name: 'Versions' }).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Most repairs cost $350 to $900.' })).toHaveCount(0);

  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Markdown' }).click();
  expect((await file).suggestedFilename()).toBe('roof-repair-tulsa.md');
});

test('a pack is edited, and gives way to the built-in one', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/packs');
  await page.getByLabel('Vertical contains').fill('roofing');
  await page.getByRole('link', { name: 'Roofing', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Roofing' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Questions/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  const before = await text.inputValue();
  await text.fill(before.replace(/^updated = .*$/m, 'updated = "2026-01-02"'));
  await page.getByRole('button', { name: 'Save own pack' }).click();
  await expect(page.getByText('Own pack saved').first()).toBeVisible();
  await page.getByRole('button', { name: 'Back to the built-in pack' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Back to the built-in pack' }).click();
  await expect(page.getByText('The built-in pack counts again').first()).toBeVisible();
});
