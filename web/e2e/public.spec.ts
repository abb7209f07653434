import { expect, expectAccessible, expectNoSideways, test } from './fixtures';

const PAGES = [
  { path: '/', heading: /find the keywords that grow your revenue/i },
  { path: '/login', heading: 'Welcome back' },
  { path: '/register', heading: 'Create your account' },
  { path: '/forgot-password', heading: 'Forgot your password?' },
  { path: '/reset-password', heading: 'Set a new password' },
  { path: '/verify-email', heading: 'Verify your email address' },
  { path: '/oauth/callback', heading: 'Google sign-in is not configured' },
  { path: '/demo', heading: 'Intelligence hub' },
  { path: '/demo/accuracy', heading: 'Accuracy test' },
  { path: '/privacy', heading: 'Privacy' },
  { path: '/terms', heading: 'Terms' },
  { path: '/contact', heading: 'Contact' },
];

for (const { path, heading } of PAGES) {
  test(`${path} can be read by everybody`, { tag: '@look' }, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
    await expect(page).toHaveTitle(/Motherlode/);
    await expectNoSideways(page);
    await expectAccessible(page);
  });
}

test('landing_page_links_to_login_registration_and_demo', { tag: '@look' }, async ({ page }) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  for (const [name, href] of [
    ['View Demo', '/demo'],
    ['Login', '/login'],
    ['Get Started', '/register'],
  ] as const) {
    await expect(header.getByRole('link', { name })).toBeVisible();
    await expect(header.getByRole('link', { name })).toHaveAttribute('href', href);
  }
  const content = page.getByRole('main');
  await expect(content.getByRole('link', { name: 'Start Free Trial' })).toHaveAttribute('href', '/register');
  await expect(content.getByRole('link', { name: 'Start Dominating' })).toHaveAttribute('href', '/register');
  await expect(content.getByRole('link', { name: 'View Demo' })).toHaveAttribute('href', '/demo');
  await expect(page.getByText('$10-50K per license')).toBeVisible();
});

test('sign_in_area_shows_its_invitation_and_links_at_every_width', { tag: '@look' }, async ({ page }) => {
  await page.goto('/register');
  await expect(page.getByText('Powered by AI Intelligence').filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText('Start building profitable websites.').filter({ visible: true })).toHaveCount(1);
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
});

test('no script and no style of the page is inline', { tag: '@look' }, async ({ page, request }) => {
  const html = await (await request.get('/')).text();
  expect(html).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)/);
  await page.goto('/');
  const policy = (await request.get('/')).headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toContain('unsafe-eval');
});

test('the chosen theme is there before the first paint', { tag: '@look' }, async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('motherlode.theme', JSON.stringify({ state: { mode: 'light' }, version: 0 }));
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveClass('light');
});
