import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, expectAccessible, expectNoSideways, test, unfold } from './fixtures';

/** A server with the API of OpenAI that accepts one key. */
async function serve(): Promise<{ address: string; server: Server }> {
  const server = createServer((request, response) => {
    const isKnown = request.headers.authorization === 'Bearer a-good-key-0123456789';
    response.writeHead(isKnown ? 200 : 401, { 'Content-Type': 'application/json' });
    response.end(isKnown ? '{"data":[{"id":"llama-3"}]}' : '{"error":{"message":"Incorrect API key provided"}}');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test('connected_server_is_tested_corrected_and_disconnected', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  const { address, server } = await serve();
  await page.goto('/settings?tab=connections');
  await expect(page.getByText('No account connected yet')).toBeVisible();
  await unfold(page, 'Calls');
  await expect(page.getByText('No calls yet')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);

  await unfold(page, 'AI assistants');
  await page.getByRole('button', { name: 'Connect OpenAI and compatible servers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect OpenAI and compatible servers' });
  await dialog.getByRole('button', { name: 'Connect account' }).click();
  await expect(dialog.getByText(/is required/i)).toBeVisible();
  await dialog.getByLabel('Server (optional)').fill(address);
  await dialog.getByLabel('API key (optional)').fill('a-wrong-key-0123456789');
  await dialog.getByLabel('Name (optional)').fill('Local models');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Connect account' }).click();

  const card = page.getByRole('region', { name: 'Local models' });
  await expect(card.getByText('Access refused')).toBeVisible({ timeout: 30_000 });
  await card.getByRole('button', { name: 'Edit Local models' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Local models' });
  await edit.getByLabel('API key').fill('a-good-key-0123456789');
  await edit.getByLabel('Budget per day').fill('0.50');
  await edit.getByRole('button', { name: 'Save connection' }).click();
  await expect(card.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(card.getByText('The key can use 1 model.')).toBeVisible();
  await expect(card.getByText('$0.00 of $0.50')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);

  const calls = page.getByRole('region', { name: 'Calls', exact: true });
  await expect(calls.getByRole('row', { name: /List of models.*Succeeded/ })).toBeVisible();
  await calls.getByLabel('Status').selectOption('Failed');
  await expect(calls.getByRole('row', { name: /List of models.*Failed/ })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    calls.getByRole('button', { name: 'Export calls' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^provider-calls.*\.csv$/);

  await card.getByRole('button', { name: 'Disconnect Local models' }).click();
  await page.getByRole('button', { name: 'Disconnect account' }).click();
  await expect(page.getByText('No account connected yet')).toBeVisible();
  server.close();
});
