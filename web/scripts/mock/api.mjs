import { accountPages } from './account.mjs';
import { engines, insight, keywords, preview } from './data.mjs';
import { searchRoutes } from './search-routes.mjs';

const STEP_MS = 350;

async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  const text = Buffer.concat(parts);
  if (!(request.headers['content-type'] ?? '').includes('json')) return { raw: text.toString('latin1') };
  return JSON.parse(text.toString() || '{}');
}

/** Answers as [status, body]; a body without `success` is a success. */
export function createApi(broadcast, options) {
  const world = {
    users: new Map(),
    onboarded: options.onboarded,
    websites: [],
    imports: new Map(),
    runs: new Map(),
    engines: engines(),
    insights: [],
    notifications: [],
  };
  const again = (run) => startRun(world, broadcast, { ...run, id: crypto.randomUUID() }, () => {});
  const routes = [
    ...accountPages(),
    ...accountRoutes(world),
    ...searchRoutes(world, again),
    ...dataRoutes(world, broadcast),
    ...engineRoutes(world, broadcast),
  ];
  return async (request, response, url) => {
    const body = request.method === 'GET' ? {} : await bodyOf(request);
    const [status, answer] = route(routes, world, request, url, body);
    const failed = status >= 400;
    const problem = failed
      ? { success: false, status, title: answer, detail: answer, error: answer, message: answer }
      : null;
    response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    response.end(JSON.stringify(problem ?? { success: true, ...answer }));
  };
}

function route(routes, world, request, url, body) {
  const email = /^Bearer (.+)\.\d+$/.exec(request.headers.authorization ?? '')?.[1];
  const user = world.users.get(email)?.user ?? null;
  for (const [method, pattern, handler, open] of routes) {
    const match = method === request.method ? pattern.exec(url.pathname) : null;
    if (!match) continue;
    if (!user && !open) return [401, 'Not authenticated'];
    return handler({ user, body, query: url.searchParams, id: match[1] });
  }
  return [404, 'Not found'];
}

function accountRoutes(world) {
  const tokens = (email) => ({ accessToken: `${email}.${Date.now()}`, refreshToken: `refresh.${email}` });
  const signedIn = (user) => {
    const pair = tokens(user.email);
    return { data: { user, tokens: pair, token: pair.accessToken }, user };
  };
  const login = ({ body }) => {
    const account = world.users.get(body.email);
    if (!account || account.password !== body.password) return [401, 'Invalid credentials'];
    return [200, signedIn(account.user)];
  };
  const register = ({ body }) => {
    const { email, password, firstName, lastName } = body;
    if (world.users.has(email)) return [409, 'An account with this address exists already'];
    const user = {
      id: crypto.randomUUID(),
      email,
      name: `${firstName} ${lastName}`.trim(),
      firstName,
      lastName,
      role: email.startsWith('admin') ? 'admin' : 'free',
      profileImageUrl: null,
      avatar: null,
      preferences: {},
      stats: { sites: 0, leads: 0, revenueCents: 0, insights: 0, streakDays: 0 },
      emailVerified: false,
      createdAt: new Date().toISOString(),
      subscription: { plan: 'trial', trialEndsAt: new Date(Date.now() + 14 * 86_400_000).toISOString() },
      workspaces: [{ id: 'ws-1', name: 'Personal', role: 'owner', personal: true }],
    };
    world.users.set(email, { user, password, onboarded: world.onboarded });
    return [201, signedIn(user)];
  };
  const refresh = ({ body }) => {
    const account = world.users.get(String(body.refreshToken).replace('refresh.', ''));
    if (!account) return [401, 'Token refresh failed'];
    const pair = tokens(account.user.email);
    return [200, { data: { tokens: pair, token: pair.accessToken } }];
  };
  const profile = ({ user, body }) => {
    Object.assign(user, body);
    return [200, { name: user.name, avatar: user.avatar, user }];
  };
  const preferences = ({ user, body }) => {
    Object.assign(user.preferences, body);
    return [200, { preferences: user.preferences }];
  };
  const complete = ({ user }) => {
    world.users.get(user.email).onboarded = true;
    return [200, { data: { needsOnboarding: false } }];
  };
  const config = { livePort: null, version: 'mock', googleSignIn: false, mode: 'embedded' };
  return [
    ['GET', /^\/config\.json$/, () => [200, { ...config, setupCodeRequired: false }], true],
    ['POST', /^\/api\/auth\/login$/, login, true],
    ['POST', /^\/api\/auth\/register$/, register, true],
    ['POST', /^\/api\/auth\/refresh$/, refresh, true],
    ['GET', /^\/api\/auth\/session$/, () => [401, 'Not authenticated'], true],
    ['GET', /^\/api\/auth\/me$/, ({ user }) => [200, { data: { user }, user }]],
    ['POST', /^\/api\/auth\/logout$/, () => [200, {}], true],
    ['GET', /^\/api\/logout$/, () => [200, {}], true],
    [
      'GET',
      /^\/api\/user\/onboarding-status$/,
      ({ user }) => [200, { data: { needsOnboarding: !world.users.get(user.email).onboarded } }],
    ],
    ['POST', /^\/api\/user\/onboarding\/complete$/, complete],
    ['PATCH', /^\/api\/user\/profile$/, profile],
    ['PATCH', /^\/api\/user\/preferences$/, preferences],
  ];
}

function startRun(world, broadcast, fields, onEnd) {
  const run = {
    id: crypto.randomUUID(),
    engineId: null,
    action: null,
    websiteId: null,
    importId: null,
    ...fields,
    status: 'running',
    lane: 'default',
    progress: { percent: 0, stage: 'start', message: 'Starting' },
    attempt: 1,
    maxAttempts: 3,
    error: null,
    parentId: null,
    createdAt: new Date().toISOString(),
    startedAt: new Date().toISOString(),
    finishedAt: null,
    durationMs: null,
  };
  world.runs.set(run.id, run);
  const stages = ['Reading', 'Grouping', 'Scoring', 'Writing'];
  stages.forEach((stage, index) => {
    setTimeout(
      () => {
        if (run.status !== 'running') return;
        run.progress = { percent: (index + 1) * 20, stage: stage.toLowerCase(), message: stage };
        broadcast('run:progress', { runId: run.id, kind: run.kind, engineId: run.engineId, ...run.progress });
      },
      STEP_MS * (index + 1),
    );
  });
  setTimeout(
    () => {
      if (run.status !== 'running') return;
      const end = { status: 'succeeded', finishedAt: new Date().toISOString(), durationMs: STEP_MS * 5 };
      Object.assign(run, end, { progress: { percent: 100, stage: 'done', message: 'Done' } });
      onEnd(run);
      broadcast('run:finished', { runId: run.id, kind: run.kind, engineId: run.engineId, status: run.status });
    },
    STEP_MS * (stages.length + 1),
  );
  return run;
}

function dataRoutes(world, broadcast) {
  const addWebsite = (url, name, kind) => {
    const { host } = new URL(url);
    const website = {
      id: crypto.randomUUID(),
      name: name || host,
      url,
      host,
      kind,
      createdAt: new Date().toISOString(),
      lastImportAt: null,
      queries: 0,
      clicks: 0,
      impressions: 0,
    };
    world.websites.push(website);
    return website;
  };
  const createWebsite = ({ body }) => {
    if (!URL.canParse(body.url ?? '')) return [422, 'Give the address of a website'];
    return [201, { website: addWebsite(body.url, body.name, 'own') }];
  };
  const newImport = (fileName, sizeBytes) => {
    const record = {
      id: crypto.randomUUID(),
      websiteId: null,
      fileName,
      sizeBytes,
      status: 'previewed',
      preview: preview(fileName),
      market: null,
      suggestedUrl: 'https://northwind.example/',
      rows: null,
      rejected: 0,
      rejects: [],
      runId: null,
      createdAt: new Date().toISOString(),
      importedAt: null,
      error: null,
    };
    world.imports.set(record.id, record);
    return record;
  };
  const commit = (record, website) => {
    const done = () => {
      const rows = keywords(website.id);
      const sum = (field) => rows.reduce((total, row) => total + row[field], 0);
      Object.assign(record, { status: 'imported', importedAt: new Date().toISOString(), rows: rows.length });
      Object.assign(website, { lastImportAt: record.importedAt, queries: rows.length });
      Object.assign(website, { clicks: sum('clicks'), impressions: sum('impressions') });
    };
    const run = startRun(world, broadcast, { kind: 'import', importId: record.id, websiteId: website.id }, done);
    Object.assign(record, { status: 'importing', websiteId: website.id, runId: run.id });
    return [202, { import: record, run, website }];
  };
  const find = (map, id, then) => (map.has(id) ? then(map.get(id)) : [404, 'Not found']);
  const site = (id, url) => world.websites.find((each) => each.id === id) ?? addWebsite(url, null, 'own');
  return [
    ['GET', /^\/api\/websites$/, () => [200, { websites: world.websites }]],
    ['POST', /^\/api\/websites$/, createWebsite],
    ['GET', /^\/api\/websites\/([^/]+)$/, ({ id }) => find(byId(world.websites), id, (website) => [200, { website }])],
    [
      'POST',
      /^\/api\/imports\/sample$/,
      () => commit(newImport('sample.zip', 1), addWebsite('https://sample.example', 'Sample data', 'sample')),
    ],
    [
      'POST',
      /^\/api\/imports$/,
      ({ body }) => [201, { import: newImport(/filename="([^"]+)"/.exec(body.raw)?.[1] ?? 'file', body.raw.length) }],
    ],
    [
      'POST',
      /^\/api\/imports\/([^/]+)\/commit$/,
      ({ id, body }) => find(world.imports, id, (record) => commit(record, site(body.websiteId, body.url))),
    ],
    [
      'POST',
      /^\/api\/imports\/([^/]+)\/undo$/,
      ({ id }) => find(world.imports, id, (record) => [200, { import: Object.assign(record, { status: 'undone' }) }]),
    ],
    ['GET', /^\/api\/imports$/, () => [200, { imports: [...world.imports.values()].reverse(), nextCursor: null }]],
    ['GET', /^\/api\/imports\/([^/]+)$/, ({ id }) => find(world.imports, id, (record) => [200, { import: record }])],
    ['GET', /^\/api\/runs\/([^/]+)$/, ({ id }) => find(world.runs, id, (run) => [200, { run }])],
    ['GET', /^\/api\/notifications$/, () => [200, inbox(world)]],
    ['POST', /^\/api\/notifications\/read$/, () => [200, markRead(world)]],
  ];
}

const byId = (records) => new Map(records.map((record) => [record.id, record]));

function inbox({ notifications }) {
  return { notifications, nextCursor: null, unread: notifications.filter((each) => each.readAt === null).length };
}

function markRead(world) {
  for (const each of world.notifications) each.readAt ??= new Date().toISOString();
  return inbox(world);
}

function engineRoutes(world, broadcast) {
  const health = { overall: 100, apiLatency: 4, dataIngestion: 0, processingQueue: 0, errorRate: 0, uptime: 60 };
  const refresh = () => {
    const ready = world.websites.some((website) => website.lastImportAt !== null);
    const keyword = world.engines[0];
    if (ready && keyword.status === 'needs_data') Object.assign(keyword, { status: 'idle', needs: [] });
    return world.engines;
  };
  const finish = (engine, run) => {
    for (const index of [0, 1, 2]) {
      const found = insight(run.websiteId, run.id, index);
      world.insights.unshift(found);
      broadcast('engine:insight', { insight: found });
    }
    Object.assign(engine, {
      status: 'idle',
      needs: [],
      runs: engine.runs + 1,
      lastRunAt: run.finishedAt,
      insights: world.insights.length,
    });
    engine.lastDurationMs = run.durationMs;
    broadcast('engine:status', { engine });
    const note = {
      id: crypto.randomUUID(),
      kind: 'engine:insight',
      type: 'success',
      title: '3 insights from Keyword',
      message: 'Three new insights.',
      count: 1,
      route: '/keyword-finder',
      objectType: 'run',
      objectId: run.id,
      workspaceId: null,
      readAt: null,
      createdAt: new Date().toISOString(),
    };
    world.notifications.unshift(note);
    broadcast('user:notification', { ...note, replaces: [] });
  };
  const execute = ({ id, body }) => {
    const engine = world.engines.find((each) => each.id === id);
    if (!engine) return [404, 'Not found'];
    const fields = { kind: 'engine', engineId: id, action: body.action, websiteId: body.websiteId ?? null };
    const run = startRun(world, broadcast, fields, (ended) => finish(engine, ended));
    Object.assign(engine, { status: 'running', runId: run.id, action: body.action });
    broadcast('engine:status', { engine });
    return [202, { engine, run }];
  };
  return [
    ['GET', /^\/api\/intelligence-engines\/status$/, () => [200, { engines: refresh(), systemHealth: health }]],
    ['GET', /^\/api\/intelligence-engines\/insights$/, () => [200, { insights: world.insights }]],
    ['POST', /^\/api\/intelligence-engines\/([^/]+)\/execute$/, execute],
  ];
}
