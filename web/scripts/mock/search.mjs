/** Keywords, clusters, quick wins and what the keyword engine says of them. Invented, and used nowhere but here. */

const SERVICES = ['plumber', 'boiler repair', 'drain cleaning', 'water heater', 'tap repair', 'pipe leak', 'radiator'];
const PLACES = ['', 'near me', 'austin', 'dallas', 'round rock', 'cedar park', 'san marcos', 'georgetown'];
const SHAPES = [
  ['%s', 'commercial'],
  ['emergency %s', 'transactional'],
  ['%s cost', 'commercial'],
  ['how to choose a %s', 'informational'],
  ['best %s', 'commercial'],
  ['24 hour %s', 'transactional'],
  ['%s reviews', 'commercial'],
  ['cheap %s', 'transactional'],
  ['why does my %s fail', 'informational'],
  ['%s company', null],
];
const WINS = ['striking_distance', 'ctr_gap', 'cannibalisation', 'decay', 'rising', 'feature'];
const CURVE = [28, 15, 10, 7, 5, 4, 3, 2.5, 2.1, 1.8, 1.2, 1.1, 1, 0.9, 0.8, 0.7, 0.6, 0.55, 0.5, 0.45];
const SITE = 'https://northwind.example';

/** Repeatable stand-in for chance. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const money = (cents) => ({
  lowCents: Math.round(cents * 0.35),
  midCents: Math.round(cents),
  highCents: Math.round(cents * 2.6),
  currency: 'USD',
});

const expectedAt = (position) => (CURVE[Math.min(19, Math.floor(position) - 1)] ?? 0.3) / 100;

function detailOf(kind, position, clicks) {
  const texts = {
    striking_distance: `Ranks at ${position}, just below the first three results.`,
    ctr_gap: `Gets ${clicks} clicks where the curve of this site expects ${clicks * 2}; chance alone does so once in 400.`,
    cannibalisation: 'Two pages took turns 9 times in the period.',
    decay: 'Clicks fell by 31 % against the period before.',
    rising: 'Impressions rose by 58 % against the period before.',
    feature: 'A question with a featured answer that is not yours.',
  };
  return texts[kind];
}

function texts() {
  const all = SHAPES.flatMap(([shape, intent]) =>
    SERVICES.flatMap((service) =>
      PLACES.map((place) => ({ service, place, intent, query: `${shape.replace('%s', service)} ${place}`.trim() })),
    ),
  );
  const more = Array.from({ length: 4 }, (_, round) =>
    all.map((each) => ({
      ...each,
      query: `${each.query} ${['open now', 'same day', 'licensed', 'for homes'][round]}`,
    })),
  );
  return [...all, ...more.flat()].slice(0, 2400);
}

function keyword(websiteId, { query, service, place, intent }, index, random) {
  const position = Math.round((1 + random() ** 1.6 * 38) * 10) / 10;
  const impressions = Math.round(20 + 30_000 * random() ** 6);
  const ctr = expectedAt(position) * (0.3 + random() * 1.4);
  const clicks = Math.round(impressions * ctr);
  const kind = WINS[index % 11];
  const isKnown = index % 4 !== 0;
  const worth = impressions * 0.07 * 0.05 * 22_000;
  const impact = isKnown ? money(worth * 0.4) : null;
  return {
    id: `kw-${websiteId}-${index}`,
    query,
    normalised: query,
    intent: place && intent !== 'informational' ? 'local' : intent,
    intentConfidence: intent ? Math.round((0.7 + random() * 0.29) * 100) / 100 : null,
    clusterId: `${service}|${place}`,
    clusterHead: `${service} ${place}`.trim(),
    clicks,
    impressions,
    ctr: clicks / impressions,
    position,
    expectedCtr: expectedAt(position),
    volume: index % 3 === 0 ? null : Math.round(impressions * 1.4),
    volumeSource: index % 3 === 0 ? null : ['exact', 'estimate', 'impressions'][index % 3],
    cpcCents: index % 5 === 0 ? null : 400 + (index % 17) * 90,
    page: index % 9 === 0 ? null : `${SITE}/${service.replaceAll(' ', '-')}/${place.replaceAll(' ', '-')}`,
    wins: kind
      ? [{ kind, detail: detailOf(kind, position, clicks), impact, effortMinutes: 30 + (index % 5) * 30 }]
      : [],
    value: isKnown ? money(worth) : null,
    source: 'search_console',
    observedFrom: '2026-05-01',
    observedTo: '2026-07-31',
    runId: null,
    isBrand: false,
    place: place || null,
    valueBasis: isKnown ? 'leadValue' : null,
    potentialClicks: { low: clicks * 0.8, mid: clicks * 1.7, high: clicks * 3 },
  };
}

const made = new Map();

/** All keywords of a website, the same at each call. */
export function keywordsOf(websiteId) {
  if (!made.has(websiteId)) {
    const random = randomFrom(42);
    made.set(
      websiteId,
      texts().map((text, index) => keyword(websiteId, text, index, random)),
    );
  }
  return made.get(websiteId);
}

const VALUE_OF = {
  value: (row) => row.value?.midCents ?? null,
  query: (row) => row.query,
  clicks: (row) => row.clicks,
  impressions: (row) => row.impressions,
  position: (row) => row.position,
  volume: (row) => row.volume,
};

/** The rows that a query wants, in its order, all pages. */
export function select(rows, query) {
  const wants = (name) => query.get(name) ?? '';
  const found = rows.filter(
    (row) =>
      row.query.includes(wants('q').toLowerCase()) &&
      (!wants('intent') || row.intent === wants('intent')) &&
      (!wants('cluster') || row.clusterId === wants('cluster')) &&
      (!wants('win') || row.wins.some((win) => win.kind === wants('win'))) &&
      row.impressions >= Number(wants('minImpressions') || 0),
  );
  const value = VALUE_OF[wants('sort')] ?? VALUE_OF.value;
  const sign = wants('order') === 'asc' ? 1 : -1;
  return found.sort((a, b) => {
    const [left, right] = [value(a), value(b)];
    if (left === null || right === null) return (left === null) - (right === null);
    return left < right ? -sign : left > right ? sign : 0;
  });
}

/** One page of rows, and where the next begins. */
export function page(rows, query) {
  const start = Number(query.get('cursor') ?? 0);
  const end = start + Number(query.get('limit') ?? 50);
  return { rows: rows.slice(start, end), nextCursor: end < rows.length ? String(end) : null };
}

const sum = (rows, of) => rows.reduce((total, row) => total + (of(row) ?? 0), 0);
const sumMoney = (rows) => ({ ...money(sum(rows, (row) => row.value?.midCents)) });

export function clustersOf(websiteId) {
  const groups = Map.groupBy
    ? Map.groupBy(keywordsOf(websiteId), (row) => row.clusterId)
    : keywordsOf(websiteId).reduce(
        (map, row) => map.set(row.clusterId, [...(map.get(row.clusterId) ?? []), row]),
        new Map(),
      );
  const clusters = [...groups].map(([id, rows]) => ({
    id,
    head: rows[0].clusterHead,
    members: rows.length,
    intent: rows[0].intent,
    page: rows.find((row) => row.page)?.page ?? null,
    volume: Math.round(sum(rows, (row) => row.volume) * 0.7),
    volumeUpperBound: sum(rows, (row) => row.volume),
    clicks: sum(rows, (row) => row.clicks),
    impressions: sum(rows, (row) => row.impressions),
    value: sumMoney(rows),
    evidence: { kind: 'lexical', minSimilarity: 0.56, detail: `${rows.length} searches, at least 56 % alike` },
  }));
  return clusters.sort((a, b) => b.value.midCents - a.value.midCents);
}

const interval = (mid, low, high) => ({ low, mid, high, mean: mid });

export function keywordResult(websiteId) {
  const rows = keywordsOf(websiteId);
  const points = CURVE.map((percent, index) => ({
    position: index + 1,
    ctr: (percent / 100) * 0.86,
    prior: percent / 100,
    clicks: 40,
    impressions: 900,
  }));
  return {
    totals: {
      queries: rows.length,
      clusters: clustersOf(websiteId).length,
      clicks: sum(rows, (row) => row.clicks),
      impressions: sum(rows, (row) => row.impressions),
      volume: Math.round(sum(rows, (row) => row.volume) * 0.7),
      volumeUpperBound: sum(rows, (row) => row.volume),
      value: sumMoney(rows),
      valueBasis: 'leadValue',
    },
    curve: { points, source: 'composite of published studies since 2020 (median)', isFitted: true },
    factors: [
      {
        name: 'clickThrough',
        label: 'Error of the click-through curve, as a multiplier of its shares',
        distribution: 'LogNormal(median 1, sigma 0.40)',
        interval: interval(1, 0.6, 1.67),
        source: 'composite of published studies since 2020 (median)',
        observedAt: null,
        isAssumption: true,
        parameter: 'ctrPercentByPosition',
      },
      {
        name: 'conversionRate',
        label: 'Leads a visit; x 1.5 for urgent searches, x 0.5 for research and cost',
        distribution: 'Beta(10, 190)',
        interval: interval(0.049, 0.031, 0.071),
        source: 'assumption: 5 %',
        observedAt: '2025-05-01',
        isAssumption: true,
        parameter: 'conversionRate',
      },
      {
        name: 'valuePerLead',
        label: 'Worth of one lead, cents',
        distribution: 'LogNormal(median 22000, 90 % point 1.50 x median)',
        interval: interval(22_000, 14_700, 33_000),
        source: 'parameter of this run',
        observedAt: null,
        isAssumption: false,
        parameter: 'valuePerLeadCents',
      },
    ],
    needs: [
      { kind: 'volumes', label: 'Bring a Keyword Planner export: true search volumes would narrow every range.' },
    ],
    notes: ['A third of the searches have no volume from a tool; their impressions stand as a lower bound.'],
    assumptions: ['The result pages keep their shape.', 'Ads and features take the same share as in the studies.'],
    method: 'Keyword analysis',
    methodVersion: '1.0.0',
  };
}

const number = (title, description, fallback, minimum, maximum) => ({
  title,
  description,
  type: fallback === null ? ['number', 'null'] : 'number',
  default: fallback,
  minimum,
  maximum,
});

export const PARAMETERS = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Keyword engine parameters',
  type: 'object',
  properties: {
    valuePerLeadCents: number(
      'Value per lead (cents)',
      'What one lead is worth to you, in cents. Without it (and without click costs) no money is shown.',
      null,
      1,
      100_000_000,
    ),
    valuePerLeadSpread: number(
      'Uncertainty of the value per lead',
      'How far off the value per lead may be.',
      0.5,
      0,
      3,
    ),
    conversionRate: number(
      'Conversion rate',
      'Share of visitors who become a lead, when you know it. Replaces the built-in assumption of 5 %.',
      null,
      0.0001,
      1,
    ),
    ctrCurve: { $ref: '#/$defs/CtrCurveChoice', title: 'Published curve', default: 'auto' },
    targetPosition: number('Target position', 'Position a page can be brought to.', 3, 1, 10),
    minImpressions: number('Least impressions', 'Searches with fewer are not tested for wins.', 20, 1, 1_000_000),
    brandTerms: {
      title: 'Brand terms',
      description: 'Words and phrases that name the brand, beside those of the host.',
      type: 'array',
      items: { type: 'string' },
      default: [],
    },
  },
  $defs: {
    CtrCurveChoice: {
      oneOf: [
        { const: 'auto', type: 'string', description: 'The map-pack curve where the result page shows a pack.' },
        { const: 'default', type: 'string', description: 'The median of the studies, for all queries.' },
        { const: 'localPack', type: 'string', description: 'The curve for pages with a map pack, for all queries.' },
      ],
    },
  },
};

/** Opportunities out of the wins with the greatest impact. */
export function opportunitiesOf(websiteId) {
  const rows = keywordsOf(websiteId).filter((row) => row.wins.length > 0);
  return select(rows, new URLSearchParams())
    .slice(0, 40)
    .map((row, index) => ({
      id: `opp-${row.id}`,
      websiteId,
      engineId: 'keyword',
      title: `${row.wins[0].kind === 'ctr_gap' ? 'Rewrite the snippet for' : 'Win more clicks for'} "${row.query}"`,
      status: 'discovered',
      category: row.wins[0].kind,
      difficulty: index % 6 === 0 ? null : (index * 13) % 100,
      score: Math.round((98 - index * 1.7) * 10) / 10,
      keyword: row.query,
      impact: row.wins[0].impact,
      effortMinutes: row.wins[0].effortMinutes,
      quickWin: index % 3 !== 2,
      automated: false,
      evidence: [],
      updatedAt: new Date().toISOString(),
    }));
}
