import { expect, expectAccessible, expectNoSideways, post, test } from './fixtures';

test('lead_of_a_form_reaches_a_buyer_and_the_ledger', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await post(page, '/api/websites', { url: 'https://roofs.example/' });
  await page.goto('/leads');
  await expect(page.getByText('No leads yet')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Buyers' }).click();
  await page.getByRole('button', { name: 'Add buyer' }).click();
  await page.getByLabel('Name').fill("Ann's Roofing");
  await page.getByLabel('Price of a lead').fill('45.00');
  await page.getByLabel('Email').fill('ann@example.com');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save buyer' }).click();
  await expect(page.getByText("Ann's Roofing")).toBeVisible();
  await expectNoSideways(page);

  await page.getByRole('tab', { name: 'Forms and calls' }).click();
  await page.getByRole('button', { name: 'Add source' }).click();
  await page.getByLabel('Website').selectOption({ index: 1 });
  await page.getByLabel('Name').fill('Quote form');
  await page.getByRole('button', { name: 'Save source' }).click();
  const code = (await page.getByText(/^<form method="post"/).textContent()) ?? '';
  await expectAccessible(page);
  await expectNoSideways(page);

  const action = new URL(/action="([^"]+)"/.exec(code)?.[1] ?? '').pathname;
  const sent = await page.request.post(action, { form: { name: 'Zoë', phone: '918-555-0123', consent: 'on' } });
  expect(sent.status()).toBe(200);
  expect(await sent.text()).toContain('Thank you');

  await page.getByRole('tab', { name: 'Leads', exact: true }).click();
  await page.getByRole('button', { name: 'Zoë' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept lead' }).click();
  await expect(page.getByRole('button', { name: 'Refund lead' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('tab', { name: 'Ledger' }).click();
  await expect(
    page.getByRole('region', { name: 'Transactions' }).getByRole('cell', { name: 'Lead accepted' }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Revenue', exact: true }).getByText('$45.00').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);

  await page.getByRole('tab', { name: 'Buyers' }).click();
  await page.getByRole('button', { name: "Statement of Ann's Roofing" }).click();
  const statement = page.getByRole('dialog', { name: "Statement of Ann's Roofing" });
  await expect(statement.getByText('$45.00').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  await statement.getByRole('button', { name: 'Record payment' }).click();
  await page.getByRole('button', { name: 'Post transaction' }).click();
  await expect(statement.getByText(/^\$0(\.00)?$/)).toBeVisible();
  const printed = (await statement.getByRole('link', { name: /^Print/ }).getAttribute('href')) ?? '';
  const paper = await page.request.get(printed);
  expect(await paper.text()).toContain('-45.00 USD');
});
