import { audit, campaigns } from './campaigns.mjs';
import { sites } from './sites.mjs';

/** What people create besides engine results: changes, an experiment, plans, a version, a shared workspace. */

/** Days before the end of the data, for events within the data. */
const EARLY_DAYS = 120;
const LATE_DAYS = 40;

/** Creates the content; returns the ids for the paths. */
export async function furnish(account, websiteId) {
  const [experimentId, planIds] = [await experiment(account, websiteId), await plans(account)];
  await versions(account);
  await visits(account, websiteId);
  await share(account);
  await account.call('POST', '/api/user/api-keys', { name: 'Monthly report', scopes: ['read'] });
  const runs = await twoRuns(account, websiteId);
  const pipeline = { ...(await sites(account)), ...(await campaigns(account)) };
  return { experimentId, ...planIds, ...runs, ...pipeline, ...(await audit(account)) };
}

/** Two noted changes, and an experiment about one of them. */
async function experiment(account, websiteId) {
  const { days } = await account.call('GET', `/api/websites/${websiteId}/daily`);
  const dayBefore = (count) => days.at(-count)?.day ?? days[0].day;
  const note = (body) => account.call('POST', '/api/annotations', { websiteId, ...body });
  await note({
    title: 'Moved to the new server',
    kind: 'migration',
    day: dayBefore(EARLY_DAYS),
    detail: 'No address changed.',
  });
  const { annotation } = await note({
    title: 'New titles on the service pages',
    kind: 'title',
    day: dayBefore(LATE_DAYS),
  });
  const body = { annotationId: annotation.id, hypothesis: 'A title that names the place is clicked more often.' };
  return (await account.call('POST', '/api/experiments', body)).experiment.id;
}

/** A plan that waits for a yes, and one that was carried out. */
async function plans(account) {
  const { opportunities } = await account.call('GET', '/api/opportunities');
  const [first, second] = opportunities;
  const { plan, run } = await account.call('POST', '/api/plans', { opportunityId: first.id });
  await account.ended(run);
  const other = await account.call('POST', '/api/plans', { opportunityId: second.id });
  await account.ended(other.run);
  await account.call('POST', `/api/plans/${other.plan.id}/approve`, { steps: [] });
  return { planId: plan.id, donePlanId: other.plan.id };
}

const VISITORS = ['https://www.google.com/', 'https://chatgpt.com/', 'https://www.bing.com/', ''];

/** Visits of the website, as its pages would report them; one in four converts. */
async function visits(account, websiteId) {
  const { website } = await account.call('GET', `/api/websites/${websiteId}`);
  for (const [at, referrer] of [...VISITORS, ...VISITORS, ...VISITORS].entries()) {
    const events =
      at % VISITORS.length === 1 ? ['view', 'engage', 'convert'] : ['view', 'engage'].slice(0, 2 - (at % 2));
    for (const event of events) {
      const body = { site: websiteId, event, url: website.url, referrer, name: 'Quote', value: 120 };
      // Each version is another visitor.
      const agent = `Mozilla/5.0 (X11; Linux x64; rv:${120 + at}.0) Gecko/20100101 Firefox/${120 + at}.0`;
      const headers = { 'content-type': 'text/plain', 'user-agent': agent };
      const answer = await fetch(`${account.base}/t`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`A visit was answered with ${answer.status}`);
    }
  }
}

/** A version of the forecast that challenges the one in charge. */
async function versions(account) {
  const body = {
    name: 'cautious',
    action: 'forecast',
    parameters: { conversionRate: 0.03 },
    note: 'Fewer visitors ask.',
  };
  await account.call('POST', '/api/intelligence-engines/predictive/versions', body);
}

async function share(account) {
  const { workspace } = await account.call('POST', '/api/workspaces', { name: 'Agency' });
  const invite = { email: 'bo.east@example.com', role: 'editor' };
  await account.call('POST', `/api/workspaces/${workspace.id}/invites`, invite);
}

/** The two last runs of an engine, to compare. */
async function twoRuns(account, websiteId) {
  const { engines } = await account.call('GET', '/api/intelligence-engines/status');
  const action = engines.find(({ id }) => id === 'pattern').actions[0];
  const body = { action, websiteId, parameters: {} };
  const ids = [];
  for (let count = 0; count < 2; count += 1) {
    const { run } = await account.call('POST', '/api/intelligence-engines/pattern/execute', body);
    await account.ended(run);
    ids.push(run.id);
  }
  return { runId: ids[1], otherRunId: ids[0] };
}
