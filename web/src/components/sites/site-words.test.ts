import { describe, expect, it, test } from 'vitest';
import type { GateReport } from '@/api/sites';
import { aFinding, aSite } from '@/testing/sites';
import { countFindings, isAtWork, nextStep, SITE_STATUSES, siteState } from './site-words';
import { THEMES, themeName } from './themes';

const gate = (...levels: ('block' | 'warn')[]): GateReport => ({
  passes: !levels.includes('block'),
  checks: [],
  findings: levels.map((level) => aFinding({ level })),
  review: null,
});

describe('next step of a site', () => {
  it.each([
    ['waiting', gate('warn', 'warn'), 'Release 3 passed the gate with 2 warnings. Approve it to deploy.', 'approve'],
    ['waiting', gate(), 'Release 3 passed the gate without a warning. Approve it to deploy.', 'approve'],
    ['waiting', undefined, 'Release 3 passed the gate. Approve it to deploy.', 'approve'],
    [
      'blocked',
      gate('block', 'warn'),
      'Release 3 is blocked by 1 finding of the gate. Fix the findings below, then build the site again.',
      'build',
    ],
    ['approved', undefined, 'Release 3 is approved. Deploy it to publish the site.', 'deploy'],
    ['building', undefined, 'The pages are being written, rendered and checked.', null],
    ['failed', undefined, 'The build failed. Build the site again.', 'build'],
  ] as const)('%s: %s', (status, report, sentence, action) => {
    expect(nextStep(aSite({ status }), report)).toEqual({ sentence, action });
  });

  it('failed_after_an_approval_deploys_again', () => {
    const latestRelease = { id: 'r3', number: 3, isBlocked: false, approvedAt: '2026-11-24T10:00:00Z', createdAt: '' };
    const step = nextStep(aSite({ status: 'failed', latestRelease }));
    expect(step).toEqual({ sentence: 'The deployment of release 3 failed. Deploy it again.', action: 'deploy' });
    expect(nextStep(aSite({ status: 'offline', latestRelease })).action).toBe('deploy');
    expect(nextStep(aSite({ status: 'offline' })).action).toBe('build');
  });

  it('every_status_has_a_sentence_that_ends', () => {
    for (const status of SITE_STATUSES) expect(nextStep(aSite({ status })).sentence).toMatch(/\.$/);
  });
});

test('unknown_status_is_shown_unchanged', () => {
  expect(siteState('being_moved')).toEqual({ label: 'Being moved', tone: 'neutral' });
});

test('findings_are_counted_by_level', () => {
  expect(countFindings(gate('block', 'warn', 'warn'))).toEqual({ blocking: 1, warnings: 2 });
  expect(countFindings(undefined)).toEqual({ blocking: 0, warnings: 0 });
});

test('paused_deployments_are_not_finished', () => {
  expect(['building', 'waiting', 'deploying', 'paused', 'cancelling'].every(isAtWork)).toBe(true);
  expect(['succeeded', 'failed', 'cancelled'].some(isAtWork)).toBe(false);
});

test('themes_differ_in_their_colors', () => {
  expect(new Set(THEMES.map(({ colors }) => JSON.stringify(colors))).size).toBe(THEMES.length);
  for (const { colors } of THEMES) {
    for (const color of Object.values(colors)) expect(color).toMatch(/^#[0-9a-f]{6}$/);
  }
  expect(themeName('orchard')).toBe('Orchard');
  expect(themeName('unknown')).toBe('unknown');
});
