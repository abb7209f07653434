import { outcomes, sendLead } from './outcomes.mjs';

/** What the pipeline creates: sites that await approval or are live, leads, a tenant, an invoice, revenue and costs. */

const WAIT_MS = 60_000;
const OPERATOR = {
  legalName: 'North Leads LLC',
  email: 'hello@north.example',
  phone: '+19185550100',
  postalAddress: '1 Main Street\nTulsa, OK 74103',
};
const TENANT = {
  name: 'Ann’s Restoration',
  street: '12 Oak Street',
  city: 'Tulsa',
  state: 'OK',
  postalCode: '74101',
  phone: '+19185550123',
  email: 'ann@restoration.example',
};

/** The newest lead, which nobody has reviewed. */
const LEAD = { name: 'Zoë Miller', phone: '918-555-0155', message: 'Water in the basement, please call.' };

/** Deploys three markets; the first site goes live, gets leads and is rented. Returns the ids for the paths. */
export async function sites(account) {
  await account.call('PUT', '/api/site-operator', OPERATOR);
  const markets = await bestMarkets(account, 3);
  const { deployment } = await account.call('POST', '/api/dominator-pipeline/deploy-goldmines', {
    markets,
    name: 'First round',
  });
  const all = await until(async () => {
    const { sites } = await account.call('GET', `/api/sites?deployment=${deployment.id}`);
    return sites.every(({ status }) => ['blocked', 'waiting', 'failed'].includes(status)) && sites;
  });
  const [first, second] = [...all].sort((a, b) => Number(b.status === 'waiting') - Number(a.status === 'waiting'));
  await goLive(account, first);
  await outcomes(account, first.id);
  await sendLead(account, first.id, LEAD);
  await rent(account, first.id);
  return { siteId: first.id, waitingSiteId: second.id };
}

/** The best markets of trades that no law regulates, each of another trade. */
async function bestMarkets(account, count) {
  const best = await marketsByVertical(account);
  return best.slice(0, count).map(([vertical, place]) => ({ vertical, place }));
}

/** Trades that no law regulates, best first. */
export async function freeVerticals(account, count) {
  return (await marketsByVertical(account)).slice(0, count).map(([vertical]) => vertical);
}

async function marketsByVertical(account) {
  const path = '/api/dominator-pipeline/high-value-opportunities?limit=200';
  const { topOpportunities } = await account.call('GET', path);
  const byVertical = new Map();
  for (const { vertical, place, flags } of topOpportunities) {
    if (!flags.includes('regulated') && !byVertical.has(vertical)) byVertical.set(vertical, place.id);
  }
  return [...byVertical];
}

async function goLive(account, { id, latestRelease }) {
  await account.call('POST', `/api/releases/${latestRelease.id}/approve`, {});
  await account.call('POST', `/api/sites/${id}/deploy`, { releaseId: latestRelease.id });
  await until(async () => (await account.call('GET', `/api/sites/${id}`)).site.status === 'live');
}

async function rent(account, websiteId) {
  const body = { websiteId, tenant: TENANT, priceCents: 90_000 };
  const { rental } = await account.call('POST', '/api/rentals', body);
  for (const move of ['verify', 'activate']) await account.call('POST', `/api/rentals/${rental.id}/move`, { move });
}

/** Waits until `find` returns something true, and returns it. */
export async function until(find) {
  const limit = Date.now() + WAIT_MS;
  while (Date.now() < limit) {
    const found = await find();
    if (found) return found;
    await new Promise((wake) => setTimeout(wake, 300));
  }
  throw new Error('The sites were not built or deployed in time');
}
