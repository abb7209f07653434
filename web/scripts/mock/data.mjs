/** Records with which the mock server starts. Invented, and used nowhere but there. */

const ENGINES = [
  [
    'keyword',
    'Keyword',
    'Which keywords are valuable and within reach, and how many pages do they need?',
    'Search Console data',
  ],
  [
    'competitive',
    'Competitive',
    'Who takes my clicks, why, and what would it take to outrank them?',
    'Result pages of your searches',
  ],
  [
    'semantic',
    'Semantic',
    'What must a page cover, what do competitors miss, and which of my pages overlap?',
    'A crawl of your pages',
  ],
  ['causal', 'Causal', 'Did my change cause the effect, or would it have happened anyway?', 'Daily figures'],
  ['pattern', 'Pattern', 'What changed, when, is it my site or the market, and what is seasonal?', 'Daily figures'],
  [
    'strategic',
    'Strategic',
    'With this budget and time, which opportunities come first, and when do I stop?',
    'Opportunities',
  ],
  ['content', 'Content', 'Which facts does a page need, and is every sentence backed by one?', 'A brief and its facts'],
  [
    'predictive',
    'Predictive',
    'Where will I rank, when, with what confidence? How much traffic will I get?',
    'Daily figures',
  ],
  [
    'learning',
    'Learning',
    'How accurate were the forecasts, and which assumptions were wrong?',
    'Forecasts that came due',
  ],
  ['execution', 'Execution', 'How do I make a change safely, and how do I undo it?', 'A plan'],
  ['local', 'Local', 'Which city x trade should I own, who will pay?', 'A market'],
];

export function engines() {
  return ENGINES.map(([id, name, question, need]) => ({
    id,
    name,
    question,
    description: `The ${id} engine.`,
    status: 'needs_data',
    action: null,
    progress: 0,
    lastRunAt: null,
    nextRunAt: null,
    lastDurationMs: null,
    runs: 0,
    failures: 0,
    insights: 0,
    freshness: null,
    calibration: null,
    needs: [{ kind: 'search_data', label: need, route: '/keyword-finder' }],
    runId: null,
    actions: id === 'keyword' ? ['analyse'] : [],
  }));
}

const QUERIES = [
  ['emergency plumber near me', 'local', 412, 9120, 6.4],
  ['how to fix a leaking tap', 'informational', 1290, 48210, 8.9],
  ['boiler service cost', 'commercial', 233, 12040, 11.2],
  ['blocked drain clearance', 'transactional', 98, 7410, 14.8],
  ['combi boiler vs system boiler', 'commercial', 310, 20990, 7.1],
  ['northwind plumbing', 'navigational', 640, 1010, 1.1],
  ['radiator cold at the bottom', 'informational', 77, 15230, 17.3],
  ['water pressure too low', null, 12, 3210, 38.2],
];

export function keywords(websiteId) {
  return QUERIES.map(([query, intent, clicks, impressions, position], index) => ({
    id: `kw-${websiteId}-${index}`,
    query,
    normalised: query,
    intent,
    intentConfidence: intent ? 0.82 : null,
    clusterId: `cl-${index % 3}`,
    clusterHead: QUERIES[index % 3][0],
    clicks,
    impressions,
    ctr: clicks / impressions,
    position,
    expectedCtr: 0.04,
    volume: null,
    volumeSource: null,
    cpcCents: null,
    page: 'https://northwind.example/guides',
    wins: position > 4 && position < 20 ? [win(clicks)] : [],
    value: { lowCents: clicks * 40, midCents: clicks * 90, highCents: clicks * 160, currency: 'USD' },
    source: 'search_console',
    observedFrom: '2026-05-01',
    observedTo: '2026-07-31',
    runId: null,
  }));
}

function win(clicks) {
  return {
    kind: 'striking_distance',
    detail: 'Within reach of the first five results.',
    impact: { lowCents: clicks * 20, midCents: clicks * 50, highCents: clicks * 110, currency: 'USD' },
    effortMinutes: 90,
  };
}

export function insight(websiteId, runId, index) {
  const [query, , clicks, impressions, position] = QUERIES[index];
  return {
    id: crypto.randomUUID(),
    engineId: 'keyword',
    runId,
    websiteId,
    title: `"${query}" is close to the first five results`,
    kind: 'striking_distance',
    severity: 'opportunity',
    confidence: 0.74,
    impact: win(clicks).impact,
    effortMinutes: 90,
    evidence: [
      {
        type: 'metric',
        ref: 'position',
        value: position,
        source: 'search_console',
        observedAt: '2026-07-31T00:00:00Z',
      },
      {
        type: 'metric',
        ref: 'impressions',
        value: impressions,
        source: 'search_console',
        observedAt: '2026-07-31T00:00:00Z',
      },
    ],
    method: 'Striking distance',
    methodVersion: '1',
    assumptions: ['The results page keeps its shape.'],
    action: null,
    falsifier: 'No rise of clicks within 60 days of the change.',
    expiresAt: null,
    verdict: 'open',
    createdAt: new Date().toISOString(),
  };
}

export function preview(fileName) {
  return {
    files: [
      {
        name: fileName,
        kind: 'gsc_queries',
        encoding: 'UTF-8',
        delimiter: ',',
        locale: 'en',
        rows: QUERIES.length,
        recognised: [
          { header: 'Top queries', field: 'query' },
          { header: 'Clicks', field: 'clicks' },
          { header: 'Impressions', field: 'impressions' },
          { header: 'Position', field: 'position' },
        ],
        ignored: [{ header: 'CTR', reason: 'computed from clicks and impressions' }],
        sample: QUERIES.slice(0, 3).map(([query, , clicks, impressions, position]) => [
          query,
          String(clicks),
          String(impressions),
          String(position),
        ]),
        warnings: [],
      },
    ],
  };
}
