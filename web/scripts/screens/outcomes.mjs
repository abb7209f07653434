/** What follows from sites: leads with their buyers, revenue and costs of three months, another place to deploy to. */

const DAY_MS = 86_400_000;
/** Leads that visitors send through the form of the live site, and what becomes of each. */
const UNSOLD = [
  { name: 'Omar Diaz', phone: '918-555-0162', message: 'Quote for two rooms, please.', move: null },
  { name: 'Buy Links', phone: '918-555-0163', message: 'We sell 1,000 links.', move: 'mark_spam' },
];
const SOLD = { name: 'Grace Hall', phone: '918-555-0161', message: 'The roof leaks over the kitchen.', move: 'accept' };
const BUYER = { name: 'Tulsa Repair Co.', email: 'leads@repair.example', priceCents: 4_500, dailyCap: 5 };
/** Reason, amount in cents, age in days. */
const MONEY = [
  ['domain', 1_200, 88],
  ['hosting', 500, 88],
  ['rent', 90_000, 60],
  ['payment', 90_000, 57],
  ['hosting', 500, 58],
  ['rent', 90_000, 30],
  ['other_cost', 2_400, 21],
  ['hosting', 500, 28],
];

/** Fills the pages of leads, revenue, targets and the analysis. `siteId`: a live site. */
export async function outcomes(account, siteId) {
  for (const lead of UNSOLD) await decide(account, siteId, lead);
  await account.call('POST', '/api/buyers', BUYER);
  await decide(account, siteId, SOLD);
  const { site } = await account.call('GET', `/api/sites/${siteId}`);
  for (const [reason, amountCents, age] of MONEY) {
    const occurredAt = new Date(Date.now() - age * DAY_MS).toISOString();
    const market = { vertical: site.vertical, place: site.place?.id ?? site.place };
    await account.call('POST', '/api/ledger', { reason, amountCents, occurredAt, websiteId: siteId, ...market });
  }
}

async function decide(account, websiteId, { move, ...fields }) {
  const { id } = await sendLead(account, websiteId, fields);
  if (move) await account.call('POST', `/api/received-leads/${id}/move`, { move });
}

/** Sends the form of a site as a visitor does; returns the received lead. */
export async function sendLead(account, websiteId, fields) {
  const { sources } = await account.call('GET', '/api/lead-sources');
  const { address } = sources.find((source) => source.websiteId === websiteId);
  const body = new URLSearchParams({ ...fields, consent: 'on' });
  const answer = await fetch(account.base + new URL(address).pathname, { method: 'POST', body });
  if (!answer.ok) throw new Error(`The form answered ${answer.status}`);
  const { leads } = await account.call('GET', '/api/received-leads?limit=1');
  return leads[0];
}
