import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSideways, freshAccount, registerByCall, test } from './fixtures';

/** Directory of the servers' logs (*.log), which contain emails without a mail server; set by the caller. */
const logs = process.env.MOTHERLODE_LOGS;

const TEAM = 'Team North';

/** Token of the invitation mailed to this address; null before. */
function invitationTo(email: string): string | null {
  const files = readdirSync(String(logs)).filter((name) => name.endsWith('.log'));
  const text = files.map((name) => readFileSync(join(String(logs), name), 'utf8')).join('\n');
  const mails = text.split('No mail server is set').filter((mail) => mail.includes(`mail to ${email} `));
  return mails.map((mail) => /\/invite\?token=([\w-]+)/.exec(mail)?.[1]).find(Boolean) ?? null;
}

/** The card of the shared workspace in the settings. */
function card(page: Page) {
  return page.locator('section').filter({ has: page.getByRole('heading', { name: TEAM, exact: true }) });
}

async function makeWorkspace(page: Page): Promise<void> {
  await page.goto('/settings?tab=workspaces');
  await page.getByLabel('Workspace name').fill(TEAM);
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await card(page)
    .getByRole('button', { name: `Switch to this workspace: ${TEAM}` })
    .click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

async function addWebsite(page: Page, host: string): Promise<void> {
  await page.goto('/projects/new');
  await page.getByLabel('Address', { exact: true }).fill(host);
  await page.getByRole('button', { name: 'Add website' }).click();
  await expect(page.getByRole('heading', { name: `Search data of ${host}` })).toBeVisible();
}

async function invite(page: Page, email: string): Promise<string> {
  await page.goto('/settings?tab=workspaces');
  await expect(card(page).getByText('Current')).toBeVisible();
  await card(page).getByLabel('Email Address').fill(email);
  await card(page).getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText(`Invitation sent to ${email}`).first()).toBeVisible();
  await expect.poll(() => invitationTo(email), { timeout: 60_000 }).not.toBeNull();
  return String(invitationTo(email));
}

/** Switches to the other of two workspaces: by the account menu, or by the drawer of a phone. */
async function switchWorkspace(page: Page, isPhone: boolean): Promise<void> {
  if (isPhone) {
    await page.getByRole('button', { name: 'Open navigation' }).click();
    const choices = page.getByRole('region', { name: 'Workspace' });
    await expect(choices.getByRole('button', { name: TEAM, pressed: true })).toBeVisible();
    await expectAccessible(page);
    await choices.getByRole('button', { pressed: false }).click();
    return;
  }
  await page.getByRole('button', { name: /My Account/ }).click();
  await expect(page.getByRole('menuitemradio', { name: TEAM, checked: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitemradio', { checked: false }).click();
}

async function expectProjects(page: Page, host: string, count: number): Promise<void> {
  await page.goto('/projects');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await expect(page.getByLabel('Loading')).toHaveCount(0);
  await expect(page.getByRole('link', { name: host })).toHaveCount(count);
}

test('who joins a workspace works on what is shared, and goes back to their own', async ({
  page,
  signedIn,
  browser,
}, info) => {
  expect(logs, 'MOTHERLODE_LOGS must name the folder of the servers’ logs: the invitation is read there').toBeTruthy();
  test.setTimeout(240_000);
  expect(signedIn.email).toContain('@');
  const host = `shared-${crypto.randomUUID().slice(0, 8)}.example`;
  const member = freshAccount();
  const theirs = await (await browser.newContext()).newPage();
  await registerByCall(theirs, member);

  const token = await test.step('the owner shares a website', async () => {
    await makeWorkspace(page);
    await addWebsite(page, host);
    return invite(page, member.email);
  });

  await test.step('the member joins, and sees it', async () => {
    await expectProjects(theirs, host, 0);
    await theirs.goto(`/invite?token=${token}`);
    await theirs.getByRole('button', { name: 'Join workspace', exact: true }).click();
    await expect(theirs).toHaveURL(/\/dashboard$/);
    await expectProjects(theirs, host, 1);
  });

  await test.step('back in their own they do not', async () => {
    await switchWorkspace(theirs, info.project.name === 'phone');
    await expect(theirs).toHaveURL(/\/dashboard$/);
    await expectProjects(theirs, host, 0);
  });

  await test.step('the settings show both, and lead into either', async () => {
    await theirs.goto('/settings?tab=workspaces');
    await expect(theirs.getByText('Current', { exact: true })).toHaveCount(1);
    await expectNoSideways(theirs);
    await expectAccessible(theirs);
    await theirs.getByRole('button', { name: `Switch to this workspace: ${TEAM}` }).click();
    await expect(theirs).toHaveURL(/\/dashboard$/);
    await expectProjects(theirs, host, 1);
  });

  await test.step('who is removed is back in their own', async () => {
    await page.reload();
    await card(page)
      .getByRole('button', { name: /^Remove / })
      .click();
    await expect(card(page).getByRole('button', { name: /^Remove / })).toHaveCount(0);
    await theirs.goto('/projects');
    await expect(theirs.getByText('You are no longer a member of that workspace').first()).toBeVisible();
    await expect(theirs.getByRole('link', { name: host })).toHaveCount(0);
  });
});
