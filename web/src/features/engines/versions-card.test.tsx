import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { EngineVersion, EngineVersions } from '@/api/types';
import { http } from '@/testing/http';
import { anEngine, versions } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { VersionsCard } from './versions-card';

const score = {
  outcomes: 40,
  open: 8,
  brier: null,
  coverage: 0.7,
  intervalScore: 120,
  mase: 1.1,
  losesToNaive: true,
  againstChampion: null,
};
const prior: EngineVersion = { ...(versions().versions[0] as EngineVersion), score };
const wide: EngineVersion = {
  ...prior,
  id: 'v1',
  name: 'wide',
  role: 'challenger',
  action: 'forecast',
  parameters: { intervalWidth: 1.5 },
  score: {
    ...score,
    mase: 0.8,
    losesToNaive: false,
    againstChampion: { decision: 'promote', pairs: 40, dueDays: 6, gain: 0.2, p: 0.012 },
  },
};

test('engine_worse_than_naive_is_marked_and_a_challenger_is_promoted_by_hand', async () => {
  const user = userEvent.setup();
  const before = versions({ versions: [prior, wide], scoredAt: '2026-08-02T10:00:00Z' });
  const after: EngineVersions = {
    ...before,
    versions: [
      { ...prior, role: 'challenger' },
      { ...wide, role: 'champion' },
    ],
  };
  server.use(
    http.get('/api/intelligence-engines/predictive/versions', () => HttpResponse.json({ ...before })),
    http.post('/api/intelligence-engines/predictive/versions/v1/promote', () => HttpResponse.json({ ...after })),
  );
  renderAt('/', <VersionsCard engine={anEngine({ id: 'predictive', name: 'Predictive' })} />);
  expect(await screen.findByText('The Predictive engine is less accurate than the naive forecast')).toBeInTheDocument();
  expect(screen.getByText('better, p = 0.012 (40 pairs on 6 days)')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Promote wide' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Promote' }));
  expect(await screen.findByRole('button', { name: 'Roll back' })).toBeInTheDocument();
  expect(screen.queryByText('The Predictive engine is less accurate than the naive forecast')).not.toBeInTheDocument();
});

test('versions_are_grouped_by_action_with_the_champion_first', async () => {
  const priors = ['forecast', 'scenarios'].map((action) => ({ ...prior, role: 'challenger' as const, action }));
  const bold = { ...wide, id: 'v2', name: 'bold', role: 'champion' as const, action: 'scenarios' };
  const all = versions({ versions: [...priors, { ...wide, role: 'champion' }, bold] });
  server.use(http.get('/api/intelligence-engines/predictive/versions', () => HttpResponse.json({ ...all })));
  renderAt('/', <VersionsCard engine={anEngine({ id: 'predictive', name: 'Predictive' })} />);
  const rows = within(await screen.findByRole('table'))
    .getAllByRole<HTMLTableRowElement>('row')
    .slice(1);
  const texts = rows.map((row) => `${row.cells[0]?.textContent}`.split(' · ')[0]);
  expect(texts).toEqual([
    'wide Championforecast',
    'Baseline Challengerforecast',
    'bold Championscenarios',
    'Baseline Challengerscenarios',
  ]);
});
