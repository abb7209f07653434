import { createServer } from 'node:http';
import { freeVerticals, until } from './sites.mjs';

/** Campaigns: one that runs, and one that is not launched; and the audit of a page of this machine. */

const SITE = { kind: 'goldmine' };
const RULES = { minScore: 0, minConfidence: 0, sitesPerDay: 2, sitesTotal: 10 };
const BUDGET = { totalCents: 50_000, costPerSiteCents: 6_000, providerCents: 2_000 };

const PAGE = `<!doctype html><html lang="en"><head><title>Our services and what they cost | Acme</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><main><h1>Services</h1><p>A leaking valve ruins a floor within a day, and the wall behind it within a week. Our emergency
plumber in Austin reaches most houses within forty minutes and shows the price before work starts. The van carries valves, pumps
and seals for boilers of the last thirty years, and photos of every spot are taken before and after the repair.</p></main></body></html>`;

/** Launches a campaign and waits for its first sites; drafts another one. Returns the ids for the paths. */
export async function campaigns(account) {
  const verticals = await freeVerticals(account, 4);
  const targets = { kind: 'filter', markets: [], verticals, states: [], tiers: [] };
  const create = async (name, goal) => {
    const body = { name, goal, targets, site: SITE, rules: RULES, budget: BUDGET };
    return (await account.call('POST', '/api/campaigns', body)).campaign.id;
  };
  const campaignId = await create('Home repair, first round', { kind: 'live_sites', target: 5 });
  const draftCampaignId = await create('Roofers of the South', { kind: 'monthly_revenue', target: 500_000 });
  await account.call('POST', `/api/campaigns/${campaignId}/launch`);
  await until(async () => (await account.call('GET', `/api/campaigns/${campaignId}/actions`)).actions.length > 2);
  return { campaignId, draftCampaignId };
}

/** Audits a page that this process serves; the server must allow its address (MOTHERLODE_ALLOW_ADDRESSES). */
export async function audit(account) {
  const server = createServer((request, response) => {
    const isPage = request.url === '/services';
    response.writeHead(isPage ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(isPage ? PAGE : '<title>Not found</title>');
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  try {
    const base = `http://127.0.0.1:${server.address().port}`;
    await account.call('POST', '/api/websites', { url: base });
    const body = { url: `${base}/services`, keyword: 'emergency plumber austin' };
    const { pageAudit, run } = await account.call('POST', '/api/page-audits', body);
    await account.ended(run ?? { id: pageAudit.runId });
    return { auditId: pageAudit.id };
  } finally {
    server.close();
  }
}
