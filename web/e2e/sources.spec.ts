import { expect, expectAccessible, expectNoSideways, post, test } from './fixtures';

test('website_page_shows_its_data_sources_and_the_way_to_connections', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  const { website } = await post<{ website: { id: string } }>(page, '/api/websites', {
    url: 'https://northwind.example',
  });
  await page.goto(`/projects/${website.id}`);
  const card = page.getByRole('region', { name: 'Data sources' });
  await expect(card.getByText('No data source yet')).toBeVisible();
  await expect(card.getByRole('link', { name: 'Add connection' })).toHaveAttribute('href', '/settings?tab=connections');
  await expectAccessible(page);
  await expectNoSideways(page);
});
