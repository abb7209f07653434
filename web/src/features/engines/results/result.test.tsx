import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ActionKey, ActionResult } from '@/api/engine-results';
import type { EngineId } from '@/api/types';
import type { JsonObject } from '@/components/engines/result/value';
import { rememberSeries } from '@/lib/run-series';
import { http } from '@/testing/http';
import { onPhone } from '@/testing/media';
import { aMetric, aRun, aWebsite, productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { ACTIONS_WITH_PLOTS } from './plots';
import Result from './result';

const series = [5, 6, 7, 8].map((v, index) => ({ t: `2026-10-0${index + 1}`, v }));

beforeEach(() => {
  const metric = aMetric({ series });
  server.use(
    http.get('/api/performance/metrics', () => HttpResponse.json({ success: true, metrics: [metric] })),
    ...productHandlers(),
  );
});

/** Any members of a result; one that the engine does not write fails the type check. */
type Sample<Value> = Value extends readonly (infer Each)[]
  ? Sample<Each>[]
  : Value extends object
    ? { [Name in keyof Value]?: Sample<Value[Name]> }
    : Value;

function show<Key extends ActionKey>(key: Key, result: Sample<ActionResult<Key>>, onAsk = vi.fn()) {
  return showJson(key, result as JsonObject, onAsk);
}

function showJson(key: ActionKey, result: JsonObject, onAsk = vi.fn()) {
  const [engineId = '', action = ''] = key.split('.');
  const run = aRun({ id: 'r9', engineId: engineId as EngineId, action });
  return renderAt(
    '/',
    <Result engineId={engineId} action={action} run={run} result={result} website={aWebsite()} onAsk={onAsk} />,
  );
}

test.each(ACTIONS_WITH_PLOTS)('%s: a result without any member is no failure', (key) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { container } = showJson(key, {});
  expect(container).not.toHaveTextContent('NaN');
  expect(container).not.toHaveTextContent('undefined');
});

test('a result that lacks newer members shows its tables and why there are no charts', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  showJson('local.explain', { arithmetic: [{ name: 'profitMonth', formula: '40 - 15 cents', result: 25 }] });
  expect(screen.getByText(/need data that this result does not have/)).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /40 - 15/ })).toBeInTheDocument();
});

test('a result of an unknown action shows its tables', () => {
  showJson('pattern.unknown' as ActionKey, { rows: [{ name: 'x', size: 4 }] });
  expect(screen.getByRole('row', { name: 'x 4' })).toBeInTheDocument();
});

/** Goes from the first place of a chart to the right. It takes a key a frame. */
async function walk(chart: HTMLElement, steps: number) {
  act(() => chart.focus());
  for (let step = 0; step < steps; step += 1) {
    await userEvent.keyboard('{ArrowRight}');
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  }
}

test('an effect is drawn on the days that it was measured on, with its verdict', async () => {
  show('causal.impact', {
    verdict: 'not shown',
    relative: { effect: 0.1, lo: -0.2, hi: 0.4 },
    counterfactual: [6, 6],
    counterfactualLo: [4, 4],
    counterfactualHi: [9, 9],
    point: [1, 2],
    cumulative: { effect: 3, lo: -2, hi: 8 },
  });
  expect(screen.getByText('Not shown')).toBeInTheDocument();
  const chart = await screen.findByRole('application', { name: /Observed and expected/ });
  await walk(chart, 3);
  expect(await screen.findByText(/Oct 4, 2026: Observed 8; Expected 6; 95% interval 4 to 9/)).toBeInTheDocument();
});

test('effect_on_other_figures_than_the_clicks_counts_the_days_after_the_change', async () => {
  show('causal.impact', {
    verdict: 'not shown',
    relative: { effect: 0.1, lo: -0.2, hi: 0.4 },
    counterfactual: [600, 600],
    counterfactualLo: [400, 400],
    counterfactualHi: [900, 900],
    point: [1, 2],
    cumulative: { effect: 3, lo: -2, hi: 8 },
  });
  const chart = await screen.findByRole('application', { name: /Observed and expected/ });
  await walk(chart, 1);
  expect(await screen.findByText(/^Day 2: Observed 602; Expected 600/)).toBeInTheDocument();
  expect(screen.getAllByText('Day after the change').length).toBeGreaterThan(0);
});

test('chart_figures_are_shown_in_a_table', async () => {
  show('causal.power', { steps_for: { '0.1': 22, '0.02': null }, mde_relative: 0.095 });
  const figure = screen.getByRole('figure');
  await userEvent.click(within(figure).getByText('Table'));
  expect(within(figure).getByRole('row', { name: '10% 22' })).toBeInTheDocument();
});

test('changes of an unknown series are never laid on the clicks of the website', async () => {
  show('pattern.change-points', { changes: [{ index: 2, confidence: 0.99, earliest: 1, latest: 3 }], cps: [2] });
  expect(screen.getByText(/was started in another browser/)).toBeInTheDocument();
  expect(screen.queryByRole('application')).not.toBeInTheDocument();
});

test('changes of own figures are laid on those', async () => {
  rememberSeries('r9', { kind: 'own', values: [1, 1, 9, 9], first: null });
  show('pattern.change-points', { changes: [{ index: 2, confidence: 0.99 }], cps: [2] });
  const chart = await screen.findByRole('application', { name: /Your data\. One change/ });
  await walk(chart, 2);
  expect(await screen.findByText('Day 3: Values 9; Mean 9; change point, 99% confidence')).toBeInTheDocument();
});

test('latest_change_of_a_website_opens_its_explanation', async () => {
  const onAsk = vi.fn();
  const change = { confidence: 0.99, before: 90, after: 40, relative: -0.56 };
  const changes = [
    { ...change, date: '2026-09-02' },
    { ...change, date: '2026-10-02' },
  ];
  const given = { firstDay: '2026-10-01', values: [90, 40, 41] };
  show('pattern.change-points', { changes, given, days: 3 }, onAsk);
  await userEvent.click(await screen.findByRole('button', { name: 'Explain the change of Oct 2, 2026' }));
  expect(onAsk).toHaveBeenCalledWith('attribute', { change: '2026-10-02' });
});

test('a market opens its arithmetic', async () => {
  const onAsk = vi.fn();
  const range = { meanCents: 30_000, p10Cents: -500, p50Cents: 6_000, p90Cents: 68_000 };
  const market: Sample<ActionResult<'local.scan'>['markets'][number]> = {
    vertical: 'plumbing',
    verticalName: 'Plumbing',
    city: 'Tulsa',
    state: 'OK',
    placeId: '7',
    score: 47,
    profitMonth: range,
  };
  show('local.scan', { currency: 'USD', markets: [market] }, onAsk);
  expect(screen.getAllByText('$300 (-$5 to $680)')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Explain Plumbing, Tulsa, OK' }));
  expect(onAsk).toHaveBeenCalledWith('explain', { vertical: 'plumbing', place: '7' });
});

test('on a phone the long parts of a local result are folded below their titles', async () => {
  onPhone();
  const { unmount } = show('local.scan', {
    currency: 'USD',
    markets: [{ vertical: 'plumbing', placeId: '7', score: 47 }],
  });
  expect(screen.getByText('47')).not.toBeVisible();
  await userEvent.click(screen.getByText('(1 row)'));
  expect(screen.getByText('47')).toBeVisible();
  unmount();
  const step = { name: 'profitMonth', formula: '40 - 15 cents', result: 25 };
  show('local.explain', {
    market: { vertical: 'plumbing' },
    currency: 'USD',
    parts: [],
    arithmetic: [step],
    months: [],
  });
  expect(screen.getByText('$0.40 − $0.15')).not.toBeVisible();
  await userEvent.click(screen.getByText('Calculation'));
  expect(screen.getByText('$0.40 − $0.15')).toBeVisible();
  expect(screen.getByText('Factors of the score')).toBeVisible();
});

test('a composed page names the facts of each sentence, and what holds it back', () => {
  const sentence: ActionResult<'content.compose'>['draft']['title'] = {
    text: 'We repair roofs in Austin.',
    factIds: ['service', 'place'],
  };
  const finding: ActionResult<'content.score'>['findings'][number] = {
    check: 'thin',
    level: 'block',
    detail: '40 words of 250.',
    fix: 'Add facts.',
    subject: null,
    isMendable: false,
  };
  show('content.compose', {
    draft: {
      title: { text: 'Roof repair', factIds: ['service'] },
      description: { text: 'Roofs.', factIds: [] },
      blocks: [{ kind: 'paragraph', level: 0, sentences: [sentence] }],
    },
    score: { score: 75, passes: false, findings: [finding] },
  });
  expect(screen.getByText(/Blocked from publication: 75 of 100/)).toBeInTheDocument();
  expect(screen.getByText('service, place')).toBeInTheDocument();
  expect(screen.getByText(/40 words of 250/)).toBeInTheDocument();
});

test('a plan shows the risk of each step and the lines that it changes', () => {
  const step: Sample<ActionResult<'execution.plan'>['steps'][number]> = {
    id: 'a',
    day: 0,
    risk: 'never_auto',
    action: { kind: 'delete_page', site: 's', path: 'old.html' },
    dependsOn: [],
    preview: { summary: 'delete page', removed: ['<p>old</p>'], added: [] },
    checks: [{ name: 'httpStatus', expected: 410, url: null }],
  };
  show('execution.plan', {
    steps: [step],
    blocked: [{ id: 'b', reason: 'there is no page' }],
    days: 1,
    approvalsNeeded: 1,
  });
  expect(screen.getByText('Needs separate approval')).toBeInTheDocument();
  expect(screen.getByText('− <p>old</p>')).toBeInTheDocument();
  expect(screen.getByText('b: there is no page')).toBeInTheDocument();
});

test('quick_wins_are_drawn_by_value_and_without_any_by_clicks', () => {
  const impact = { lowCents: 10_000, midCents: 20_000, highCents: 50_000, currency: 'EUR' };
  const clicksGained = { low: 5, mid: 40, high: 90, mean: 45 };
  const win = { query: 'roof repair', impact, clicksGained, confidence: 0.7 };
  const { unmount } = show('keyword.wins', { wins: [win, { ...win, query: 'without a value', impact: null }] });
  const list = screen.getByRole('list', { name: 'Quick wins by monthly value' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((each) => each.textContent),
  ).toEqual(['roof repair€200 (€100 to €500)']);
  unmount();
  show('keyword.wins', { wins: [{ ...win, impact: null }] });
  expect(screen.getByRole('list', { name: 'Quick wins by extra clicks a month' })).toHaveTextContent(
    'roof repair45 (5 to 90)',
  );
});

test('amounts are in the currency of the result', () => {
  const worth = { lowCents: -100, midCents: -100, highCents: 90_000 };
  const bet: Sample<Extract<ActionResult<'strategic.portfolio'>, { currency: string }>['chosen'][number]> = {
    id: 'b1',
    title: 'Gutters',
    worth,
    meanCents: 50_000,
    hours: 2,
  };
  show('strategic.portfolio', { currency: 'EUR', chosen: [bet], rejected: [], frontier: [] });
  expect(screen.getByText('€500 on average, 2 h')).toBeInTheDocument();
});

test('text_groups_are_shown_by_their_texts', () => {
  const groups = [{ cluster: 1, size: 3, texts: ['roof repair', 'repair of roofs', 'roof repairs'] }];
  show('keyword.cluster', { clusters: [1, 1, 1], groups });
  expect(screen.getByRole('row', { name: 'roof repair 3 repair of roofs, roof repairs' })).toBeInTheDocument();
  expect(screen.queryByText('Step')).not.toBeInTheDocument();
});

test('pages_with_the_same_topic_are_shown_next_to_near_duplicates', () => {
  const pages = { a: 'https://a.example/x', b: 'https://a.example/y' };
  show('semantic.overlap', { pairs: [{ ...pages, verdict: 'review', jaccard: 0.1, meaning: 0.91 }] });
  expect(screen.getByRole('row', { name: '/x /y 10% 91% Review' })).toBeInTheDocument();
});

test('an experiment is drawn by site and by day', () => {
  const looks = [
    { step: 40, effect: 0.2, lo: -1, hi: 1.4 },
    { step: 41, effect: 0.5, lo: 0.1, hi: 0.9 },
  ];
  const site: Sample<ActionResult<'causal.experiment'>['sites'][number]> = {
    site: 'a.example',
    relative: 0.1,
    relativeError: 0.05,
    sequence: looks,
    stopAt: 41,
  };
  const pooled = { effect: 0.08, lo: 0.01, hi: 0.15 };
  show('causal.experiment', { verdict: 'likely', sites: [site], pooled, split: [] });
  const forest = within(screen.getByRole('list', { name: 'Effect by site' })).getAllByRole('listitem');
  expect(forest.map((each) => each.textContent)).toEqual([
    'a.example10% (0.2% to 19.8%)',
    'All sites pooled8% (1% to 15%)',
  ]);
  expect(screen.getByRole('heading', { name: 'Effect per page and day, a.example' })).toBeInTheDocument();
});

const ENGINE = 'open_ai:m:api_web_search';

test('sites in AI answers are shown with intervals, and those that no search result lists are marked', () => {
  show('competitive.answers', {
    engines: [{ engine: ENGINE, answers: 40, prompts: 4, from: '2026-10-01', to: '2026-10-28' }],
    sites: [
      {
        engine: ENGINE,
        domain: 'guide.example',
        onlyInAnswers: true,
        organicShare: 0,
        citationShare: 0.5,
        citationLow: 0.4,
        citationHigh: 0.6,
        cited: { mid: 0.9, low: 0.8, high: 0.95 },
        mentioned: null,
      },
    ],
  });
  const table = screen.getByRole('region', { name: 'm, OpenAI API, with web search' });
  const row = within(table).getByRole('row', { name: /guide\.example/ });
  expect(row).toHaveTextContent('Only in answers');
  expect(row).toHaveTextContent('50% (40% to 60%)');
  expect(row).toHaveTextContent('90% (80% to 95%)');
  expect(screen.getByText(/40 answers to 4 prompts/)).toBeInTheDocument();
});

test('prompts without a page are marked, with their missing words', () => {
  show('semantic.prompts', {
    answers: 12,
    pages: 3,
    from: '2026-10-01',
    to: '2026-10-28',
    prompts: [
      {
        prompt: 'How often should I drain a pool?',
        page: null,
        coverage: 0,
        isCovered: false,
        missing: ['pool', 'drain'],
        cited: { count: 0, answers: 12, share: 0, low: 0, high: 0.24 },
        ownPages: [],
        otherPages: [{ page: 'https://guide.example/pool', answers: 9 }],
      },
    ],
  });
  const row = screen.getByRole('row', { name: /drain a pool/ });
  expect(row).toHaveTextContent('No page');
  expect(row).toHaveTextContent('pool, drain');
  expect(row).toHaveTextContent('0% (0% to 24%)');
  expect(row).toHaveTextContent('guide.example/pool');
});

test('the effect of a change on citations is drawn by day with its verdict', () => {
  show('causal.citations', {
    verdict: 'proved',
    relative: { effect: 0.5, lo: 0.3, hi: 0.7 },
    days: [
      { day: '2026-10-01', answers: 10, cited: 4, share: 0.4, expected: null, low: null, high: null },
      { day: '2026-10-02', answers: 10, cited: 6, share: 0.6, expected: 0.4, low: 0.3, high: 0.5 },
    ],
  });
  expect(screen.getByText('Proved')).toBeInTheDocument();
  expect(screen.getByText('Share of AI answers that cite you')).toBeInTheDocument();
});

const NONE = { referringDomains: 0, followed: 0, notFollowed: 0, unknown: 0, lost: 0 };

test('broken pages with backlinks are shown with counts by relation, source, date and fix', () => {
  show('competitive.links', {
    checkedPages: 3,
    uncheckedPages: 2,
    reclaim: [
      {
        url: 'https://acme.test/old',
        problem: 'redirects_home',
        status: 301,
        leadsTo: 'https://acme.test/',
        domains: { referringDomains: 9, followed: 6, notFollowed: 2, unknown: 1, lost: 4 },
        fix: 'Redirect it (301) to the page on the same subject instead of the home page',
        providers: ['ahrefs'],
        linksAsOf: '2026-11-02',
        checkedAt: '2026-11-20',
        statusSource: 'crawl',
      },
    ],
    sites: [
      { provider: 'ahrefs', domain: 'acme.test', isOwn: true, domains: { ...NONE, referringDomains: 40 }, asOf: null },
    ],
    prospects: [
      {
        domain: 'news.test',
        rivals: ['a.test', 'b.test'],
        followedRivals: 1,
        linkedBefore: true,
        example: 'javascript:1',
      },
    ],
    sources: [{ provider: 'ahrefs', links: 12, lost: 4, from: '2026-11-02', to: '2026-11-02' }],
  });
  const part = within(screen.getByRole('region', { name: 'Links to reclaim' }));
  const page = part.getByRole('row', { name: /old/ });
  expect(page).toHaveTextContent('301, redirects to the home page');
  expect(page).toHaveTextContent('Status: crawl, Nov 20, 2026; links: Ahrefs, Nov 2, 2026');
  expect(
    within(page)
      .getAllByRole('cell')
      .slice(2, 7)
      .map((cell) => cell.textContent),
  ).toEqual(['9', '6', '2', '1', '4']);
  expect(part.getByText(/2 linked pages not in the crawl/)).toBeInTheDocument();
  const gap = screen.getByRole('row', { name: /news\.test/ });
  expect(gap).toHaveTextContent('Linked to you before');
  expect(within(gap).queryByRole('link')).toBeNull();
  expect(screen.getByText(/12 links, 4 of them lost/)).toBeInTheDocument();
});

test('figures of Bing are in columns of their own, next to those of Google', () => {
  const row = { query: 'roof repair', bingClicks: 5, bingImpressions: 400, bingPosition: 5, googleClicks: null };
  const bing = { from: '2026-08-03', to: '2026-11-01', clicks: 7, impressions: 450, queries: 2, onlyInBing: 1 };
  show('keyword.analyse', {
    wins: [],
    bing: { ...bing, rows: [{ ...row, googleImpressions: null, googlePosition: null }] },
  });
  const shown = screen.getByRole('row', { name: /roof repair/ });
  const cells = within(shown)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells.slice(0, 4)).toEqual(['roof repair', '5', '400', '5.0']);
  expect(new Set(cells.slice(4)).size).toBe(1);
  expect(screen.getByText(/No other figure of this result contains them/)).toBeInTheDocument();
});

test('pages in Bing are apart from pages of Google that have no impressions in Bing', () => {
  const google = { googleClicks: 20, googleImpressions: 900, googlePosition: 4 };
  const both = { page: 'https://example.com/a', bingClicks: 3, bingImpressions: 80, bingPosition: 3, ...google };
  const missing = { page: 'https://example.com/b', bingClicks: null, bingImpressions: null, bingPosition: null };
  const found = { from: '2026-08-03', to: '2026-11-01', clicks: 3, impressions: 80, pages: 1, onlyInBing: 0 };
  show('keyword.analyse', {
    wins: [],
    bingPages: { ...found, onlyInGoogle: 1, rows: [both, { ...missing, ...google }] },
  });
  const cellsOf = (name: RegExp) => {
    const row = screen.getByRole('row', { name });
    return {
      table: row.closest('table'),
      cells: within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    };
  };
  const [first, second] = [cellsOf(/example\.com\/a/), cellsOf(/example\.com\/b/)];
  expect([first.cells[2], first.cells[5], second.cells[5]]).toEqual(['80', '900', '900']);
  expect(new Set(second.cells.slice(1, 4)).size).toBe(1);
  expect(second.table).not.toBe(first.table);
  expect(screen.getByText(/with impressions in Google and none in Bing: 1\./)).toBeInTheDocument();
});
