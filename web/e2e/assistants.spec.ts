import { createHash } from 'node:crypto';
import { expect, expectAccessible, expectNoSideways, test } from './fixtures';

const VERIFIER = 'a-verifier-of-the-assistant-with-at-least-43-characters';

test('assistant_asks_for_permission_works_and_is_disconnected', async ({ page, signedIn, baseURL }) => {
  expect(signedIn.email).toContain('@');
  // A program on this device; here on the server's own port, because no journey leaves it.
  const back = `${baseURL}/callback-of-the-assistant`;
  const { request } = page;
  const registered = await request.post('/oauth/register', {
    data: { client_name: 'Research helper', redirect_uris: [back] },
  });
  const { client_id: client } = (await registered.json()) as { client_id: string };
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: back,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    scope: 'read write',
    state: 'xyz',
  });
  await page.route(`${back}*`, (route) => route.fulfill({ body: 'Connected', contentType: 'text/plain' }));

  await page.goto(`/oauth/authorize?${asked}`);
  await expect(page.getByText('Research helper')).toBeVisible();
  await expect(page.getByText(/a program on this device \(127\.0\.0\.1:\d+\)/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByLabel(/Work for you/).uncheck();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.waitForURL(`${back}*`);
  const answer = new URL(page.url()).searchParams;
  expect(answer.get('state')).toBe('xyz');

  const form = {
    grant_type: 'authorization_code',
    client_id: client,
    code: answer.get('code') ?? '',
    code_verifier: VERIFIER,
  };
  const { access_token: token, scope } = (await (await request.post('/oauth/token', { form })).json()) as Record<
    string,
    string
  >;
  expect(scope).toBe('read');
  const call = (): ReturnType<typeof request.post> =>
    request.post('/mcp', {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_websites', arguments: {} } },
    });
  expect(await (await call()).text()).toContain('websites');

  await page.goto('/settings?tab=api-keys');
  const row = page.getByRole('list', { name: 'Connected assistants' });
  await expect(row).toContainText('127.0.0.1. Reads only.');
  await expectAccessible(page);
  await expectNoSideways(page);
  await row.getByRole('button', { name: 'Disconnect Research helper' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('No assistant is connected.')).toBeVisible();
  expect((await call()).status()).toBe(401);
});
