import { clustersOf, keywordResult, keywordsOf, opportunitiesOf, PARAMETERS, page, select } from './search.mjs';

/** Calls of the finder and of the opportunities. `startRun` starts a run of the mock's own kind. */
export function searchRoutes(world, startRun) {
  const opportunities = new Map();
  const analysed = (websiteId) =>
    [...world.runs.values()].findLast(
      (run) => run.kind === 'engine' && run.websiteId === websiteId && run.status === 'succeeded',
    );
  const siteOf = (query) => query.get('websiteId') ?? world.websites.at(-1)?.id;
  const rowsOf = (query) => (analysed(siteOf(query)) ? select(keywordsOf(siteOf(query)), query) : []);
  const list = ({ query }) => {
    const rows = rowsOf(query);
    const { rows: keywords, nextCursor } = page(rows, query);
    return [200, { keywords, nextCursor, total: rows.length }];
  };
  const clusters = ({ query }) => {
    const { rows, nextCursor } = page(analysed(siteOf(query)) ? clustersOf(siteOf(query)) : [], query);
    return [200, { clusters: rows, nextCursor }];
  };
  const result = ({ query }) => {
    const run = analysed(siteOf(query));
    return [200, { run: run ?? null, result: run ? keywordResult(siteOf(query)) : null }];
  };
  const runs = ({ query }) => {
    const found = [...world.runs.values()]
      .reverse()
      .filter((run) =>
        ['engineId', 'websiteId', 'kind', 'status'].every((key) => !query.get(key) || run[key] === query.get(key)),
      );
    return [200, { runs: found.slice(0, Number(query.get('limit') ?? 50)), nextCursor: null }];
  };
  const cancel = ({ id }) => {
    const run = world.runs.get(id);
    if (!run) return [404, 'Not found'];
    if (run.status === 'running') Object.assign(run, { status: 'cancelled', finishedAt: new Date().toISOString() });
    const engine = world.engines.find((each) => each.id === run.engineId);
    if (engine) engine.status = 'idle';
    return [200, { run }];
  };
  const retry = ({ id }) => {
    const run = world.runs.get(id);
    return run ? [200, { run: startRun(run) }] : [404, 'Not found'];
  };
  const all = (websiteId) => {
    if (websiteId && analysed(websiteId) && !opportunities.has(websiteId)) {
      opportunities.set(websiteId, opportunitiesOf(websiteId));
    }
    return opportunities.get(websiteId) ?? [];
  };
  const implement = ({ id }) => {
    const found = [...opportunities.values()].flat().find((each) => each.id === id);
    if (!found) return [404, 'Not found'];
    Object.assign(found, { status: 'implementing', updatedAt: new Date().toISOString() });
    return [200, { opportunityId: id, status: found.status, opportunity: found }];
  };
  return [
    ['GET', /^\/api\/keywords$/, list],
    ['GET', /^\/api\/keywords\/clusters$/, clusters],
    ['GET', /^\/api\/keywords\/export$/, ({ query }) => [200, exported(rowsOf(query), query.get('format'))]],
    ['GET', /^\/api\/intelligence-engines\/keyword\/result$/, result],
    ['GET', /^\/api\/intelligence-engines\/keyword\/parameters$/, () => [200, { schema: PARAMETERS }]],
    ['GET', /^\/api\/runs$/, runs],
    ['POST', /^\/api\/runs\/([^/]+)\/cancel$/, cancel],
    ['POST', /^\/api\/runs\/([^/]+)\/retry$/, retry],
    ['GET', /^\/api\/opportunities$/, ({ query }) => [200, { opportunities: all(siteOf(query)) }]],
    ['POST', /^\/api\/opportunities\/([^/]+)\/implement$/, implement],
  ];
}

function exported(rows, format) {
  if (format === 'json') return { keywords: rows };
  return {
    csv: ['query,clicks,impressions', ...rows.map((row) => `${row.query},${row.clicks},${row.impressions}`)].join(
      '\r\n',
    ),
  };
}
