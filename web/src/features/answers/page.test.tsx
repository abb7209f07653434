import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { engineName } from '@/lib/answer-words';
import { anOverview, answerHandlers, ENGINE, REPORT } from '@/testing/answers';
import { http, ok } from '@/testing/http';
import { onPhone } from '@/testing/media';
import { aRun, aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import { partsOf } from './answer-parts';
import AnswersPage from './page';
import { settingsOf, valuesOf } from './settings-values';

const screens = (
  <Routes>
    <Route path="ai-answers" element={<AnswersPage />} />
  </Routes>
);

beforeEach(() => {
  signIn();
  server.use(http.get('/api/websites', () => ok({ websites: [aWebsite()] })));
});

test('website_without_connection_is_told_which_one_it_needs', async () => {
  server.use(
    ...answerHandlers(anOverview({ report: null, check: null, connections: [], settings: {}, prompts: 0, spend: [] })),
  );
  renderAt('/ai-answers', screens);
  expect(await screen.findByText(/Connect OpenAI or a compatible server/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Add a connection' })).toHaveAttribute('href', '/settings?tab=connections');
});

test('shares_are_shown_with_intervals_alongside_rivals', async () => {
  server.use(...answerHandlers(anOverview()));
  renderAt('/ai-answers', screens);
  const topics = within(await screen.findByRole('region', { name: 'Shares by topic' }));
  expect(topics.getByText('40% (12% to 77%)')).toBeInTheDocument();
  expect(topics.getByText('60% (23% to 88%)')).toBeInTheDocument();
  const prompts = within(await screen.findByRole('region', { name: 'Prompts' }));
  const share = prompts.getByText(/2 of 5 answers/).closest('li');
  expect(share, 'stability is named with its engine').toHaveTextContent(/Stability (\d+%|—)/);
  const changes = within(screen.getByRole('region', { name: 'Gained and lost' }));
  expect(changes.getByRole('row', { name: /-70 to -20 points Lost/ })).toBeInTheDocument();
  expect(screen.getByText(/Too few pages for a comparison/)).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Cited in 40% of the answers' })).toBeInTheDocument();
  expect(screen.getByText(/^5 answers for \$0\.003\. Report of /)).toBeInTheDocument();
});

test('phone_folds_all_but_the_answer_the_topics_and_the_prompts', async () => {
  onPhone();
  server.use(...answerHandlers(anOverview()));
  renderAt('/ai-answers', screens);
  const topics = within(await screen.findByRole('region', { name: 'Shares by topic' }));
  expect(topics.getAllByText('40% (12% to 77%)')[0]).toBeVisible();
  expect(topics.getByText('60% (23% to 88%)')).not.toBeVisible();
  for (const title of ['Gained and lost', 'Cited pages', 'Answers', 'Visits of AI crawlers']) {
    expect(screen.getByRole('heading', { name: title }).closest('details')).not.toHaveAttribute('open');
  }
  const prompts = within(await screen.findByRole('region', { name: 'Prompts' }));
  Element.prototype.scrollIntoView = () => {};
  await userEvent.click(prompts.getByRole('button', { name: 'Who repairs roofs?' }));
  expect(screen.getByRole('heading', { name: 'Answers' }).closest('details')).toHaveAttribute('open');
});

test('addresses_of_answers_open_only_web_pages_and_pass_no_credit', async () => {
  server.use(...answerHandlers(anOverview()));
  renderAt('/ai-answers', screens);
  const link = await screen.findByRole('link', { name: 'Roofs' });
  expect(link).toHaveAttribute('rel', 'nofollow noopener noreferrer');
  expect(screen.queryByRole('link', { name: 'Bad' })).not.toBeInTheDocument();
});

test('prompt_opens_its_history_and_its_answers', async () => {
  server.use(...answerHandlers(anOverview()));
  renderAt('/ai-answers', screens);
  Element.prototype.scrollIntoView = () => {};
  const prompts = within(await screen.findByRole('region', { name: 'Prompts' }));
  await userEvent.click(prompts.getByRole('button', { name: 'Who repairs roofs?' }));
  const history = within(await screen.findByRole('region', { name: 'History of the prompt' }));
  expect(await history.findByRole('row', { name: /2026-11-20 .* 5 40% \(12% to 77%\)/ })).toBeInTheDocument();
});

test('text_of_a_model_is_shown_as_text_with_marks', async () => {
  server.use(...answerHandlers(anOverview()));
  renderAt('/ai-answers', screens);
  const answers = within(await screen.findByRole('region', { name: 'Answers' }));
  await userEvent.click(await answers.findByRole('button', { name: 'Who repairs roofs?' }));
  const text = await screen.findByTestId('answer-text');
  expect(text).toHaveTextContent('<img src=x onerror=alert(1)>');
  expect(text.querySelector('img, a')).toBeNull();
  expect([...text.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    'Northwind',
    'https://northwind.example/roofs.',
  ]);
});

test('check_shows_its_cost_before_it_starts', async () => {
  const price = { micros: 15_000, isOwn: false, isConfirmed: false, notedOn: '2026-11-23' };
  const cost = { firstMicros: 250_000, mostMicros: 90_000, meanMicros: 600, problem: null, price: null };
  const estimate = {
    prompts: 1,
    engines: [
      { ...cost, engine: ENGINE },
      { ...cost, engine: 'serp_api/ai-mode', price: { ...price, sourceUrl: 'https://serpapi.com/pricing' } },
    ],
    firstMicros: 250_000,
    mostMicros: 500_000,
    budgetMicros: 100_000,
  };
  server.use(
    http.get('/api/answers/estimate', () => ok(estimate)),
    ...answerHandlers(anOverview()),
  );
  const started = recordCalls('post', '/api/answers/check', () =>
    ok({ run: aRun({ id: 'r2', kind: 'answer_check' }) }),
  );
  renderAt('/ai-answers', screens);
  await userEvent.click(await screen.findByRole('button', { name: 'Check AI answers' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Check AI answers' }));
  expect(await dialog.findByText(/about \$0.25\. Then further answers/)).toBeInTheDocument();
  expect(dialog.getByText(/budget may not cover/)).toBeInTheDocument();
  expect(dialog.getAllByText(/\$0.09 must be left for each answer/)).toHaveLength(2);
  expect(dialog.getByText(/\$0.015, noted on .*2026 from another source/)).toBeInTheDocument();
  expect(dialog.getByRole('link', { name: 'serpapi.com' })).toHaveAttribute('href', 'https://serpapi.com/pricing');
  await userEvent.click(dialog.getByRole('button', { name: 'Start check' }));
  expect(started).toEqual([{ websiteId: 'w1' }]);
});

test('pasted_prompts_and_chosen_suggestions_are_sent_together', async () => {
  server.use(...answerHandlers(anOverview()));
  const sent = recordCalls('post', '/api/answers/prompts', () => ok({ added: 3, prompts: [] }));
  renderAt('/ai-answers', screens);
  await userEvent.click(await screen.findByRole('button', { name: 'Add prompts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add prompts' }));
  await userEvent.type(dialog.getByLabelText('Prompts'), 'One?{Enter} {Enter}Two?');
  await userEvent.click(await dialog.findByLabelText('how to fix a roof'));
  await userEvent.click(dialog.getByRole('button', { name: 'Add prompts' }));
  const shared = { topic: '', country: null, city: null };
  expect(sent).toEqual([
    {
      websiteId: 'w1',
      prompts: [
        { text: 'One?', ...shared, valueCents: null },
        { text: 'Two?', ...shared, valueCents: null },
        { text: 'how to fix a roof', ...shared, valueCents: 500 },
      ],
    },
  ]);
});

test('failed_engines_are_named', async () => {
  const failures = [{ engine: ENGINE, kind: 'bad-key', message: 'the key or password was refused' }];
  const check = { answers: 0, spentMicros: 0, isOutOfBudget: false, failures };
  server.use(...answerHandlers(anOverview({ check })));
  renderAt('/ai-answers', screens);
  expect(await screen.findByText(/the key or password was refused/)).toBeInTheDocument();
});

test('marks_count_characters_as_the_server_does', () => {
  const parts = partsOf('😀 Acme 😀', [{ host: 'a.test', term: 'Acme', first: 2, past: 6 }]);
  expect(parts.map(({ text, mark }) => [text, mark !== null])).toEqual([
    ['😀 ', false],
    ['Acme', true],
    [' 😀', false],
  ]);
  expect(partsOf('short', [{ host: 'a.test', term: 'x', first: 90, past: 95 }])).toEqual([
    { start: 0, text: 'short', mark: null },
  ]);
});

test('settings_survive_the_form', () => {
  const settings = {
    terms: ['Acme', 'Acme Inc'],
    rivals: [{ host: 'rival.test', terms: ['Rival'] }],
    engines: [
      { connectionId: 'k1', model: 'm', webSearch: false, aiMode: false, inputMicros: 0, outputMicros: 1_500_000 },
      { connectionId: 'k2', model: '', webSearch: true, aiMode: true, inputMicros: null, outputMicros: null },
    ],
    halfWidth: 0.15,
    mostAnswers: 12,
    budgetMicros: 250_000,
    everyDays: 3,
    windowDays: 14,
  };
  expect(settingsOf(valuesOf(settings, null, []))).toEqual(settings);
});

test('ai_mode_is_chosen_at_a_provider_of_search_results', async () => {
  const settings = { engines: [{ connectionId: 'k1', model: 'gpt-4o-mini', webSearch: true }] };
  const serp = { id: 'k2', name: 'Results', provider: 'serp_api', providerName: 'SerpApi', models: [], aiMode: true };
  const overview = anOverview();
  server.use(
    http.get('/api/answers/settings', () => ok({ settings, cron: null })),
    ...answerHandlers({ ...overview, connections: [...overview.connections, { ...serp, status: 'connected' }] }),
  );
  const saved = recordCalls('put', '/api/answers/settings', () => ok({ settings, cron: null }));
  renderAt('/ai-answers', screens);
  await userEvent.click(await screen.findByRole('button', { name: 'Settings' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Settings of AI answers' }));
  const results = within(await dialog.findByRole('group', { name: 'Results (SerpApi)' }));
  expect(results.queryByLabelText('Model')).toBeNull();
  await userEvent.click(results.getByLabelText('Ask Google AI mode'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save settings' }));
  await expect.poll(() => saved).toHaveLength(1);
  expect((saved[0] as { settings: typeof settings }).settings.engines.at(-1)).toEqual({
    connectionId: 'k2',
    model: '',
    webSearch: true,
    aiMode: true,
    inputMicros: null,
    outputMicros: null,
  });
});

test('engine_names_read_keys_whose_model_has_colons', () => {
  expect(engineName('open_ai:llama3:8b:api')).toBe('llama3:8b, OpenAI API, without web search');
  expect(engineName('google::google_ai_overview')).toBe('Google, AI overview');
  expect(engineName('data_for_seo::google_ai_mode')).toBe('Google AI mode through DataForSEO');
});

test('value_of_missing_citations_is_shown_with_intervals_and_assumptions', async () => {
  const clicks = { low: 3, mid: 8, high: 21, mean: 10 };
  const value = { lowCents: 1_500, midCents: 4_000, highCents: 10_500, currency: 'USD' };
  const missing = {
    prompts: [
      {
        prompt: 'query:roof repair',
        text: 'roof repair',
        volume: 2_000,
        shown: { count: 3, answers: 4, share: 0.75, low: 0.3, high: 0.95 },
        cited: { count: 0, answers: 3, share: 0, low: 0, high: 0.56 },
        sources: 4,
        clicks,
        value,
      },
    ],
    clicks,
    value,
    withoutVolume: 2,
    assumptions: ['A click is worth its CPC'],
  };
  server.use(...answerHandlers(anOverview({ report: { ...REPORT, missing } })));
  renderAt('/ai-answers', screens);
  const card = within(await screen.findByRole('region', { name: 'Value of missing citations' }));
  expect(card.getByText('All together: 8 (3 to 21) clicks, $40 ($15 to $105).')).toBeInTheDocument();
  expect(card.getByRole('row', { name: /roof repair/ })).toHaveTextContent('75% (30% to 95%)');
  expect(card.getByText('A click is worth its CPC')).toBeInTheDocument();
  expect(card.getByText(/2 queries have AI overviews but no known search volume/)).toBeInTheDocument();
});

test('visits_of_crawlers_show_failures_what_robots_txt_allows_and_how_recent_they_are', async () => {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get('/api/crawler-visits', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
    }),
    ...answerHandlers(anOverview()),
  );
  renderAt('/ai-answers', screens);
  const card = within(await screen.findByRole('region', { name: 'Visits of AI crawlers' }));
  expect(await card.findByRole('row', { name: /GPTBot .*\/blog\/ .* 40 25% 0 of 12 pages/ })).toBeInTheDocument();
  expect(card.getByText(/Logs until .*, from access\.log/)).toBeInTheDocument();
  expect(card.getByText(/it is not verified/)).toBeInTheDocument();
  const purpose = within(card.getByLabelText('Purpose of the crawlers'));
  expect(purpose.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Any purpose',
    'Training of models',
    'Search index of answers',
    "A user's request",
  ]);
  await userEvent.selectOptions(card.getByLabelText('Purpose of the crawlers'), 'Training of models');
  await expect.poll(() => asked.at(-1)?.get('purpose')).toBe('training');
});
