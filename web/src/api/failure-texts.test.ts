import { expect, it } from 'vitest';
import { failureOf } from './failure-texts';

it.each([
  ['GET', '/api/intelligence-engines/status', 'Failed to fetch engine statuses'],
  ['GET', '/api/intelligence-engines/insights?engineId=causal', 'Failed to fetch engine insights'],
  ['PATCH', '/api/intelligence-engines/insights/7', 'Failed to save the outcome of the insight'],
  ['POST', '/api/intelligence-engines/causal/execute', 'Failed to execute engine action'],
  ['GET', '/api/opportunities', 'Failed to fetch opportunities'],
  ['POST', '/api/opportunities', 'Failed to create opportunity'],
  ['PATCH', '/api/opportunities/7', 'Failed to update opportunity'],
  ['POST', '/api/opportunities/7/implement', 'Failed to implement opportunity'],
  ['GET', '/api/performance/metrics', 'Failed to fetch performance metrics'],
  ['GET', '/api/performance/predictions', 'Failed to fetch predictions'],
  ['POST', '/api/performance/calculate-predictions', 'Failed to calculate predictions'],
  ['GET', '/api/performance/milestones', 'Failed to fetch milestones'],
  ['PATCH', '/api/performance/milestones/3', 'Failed to update milestone'],
  ['GET', '/api/performance/achievements', 'Failed to fetch achievements'],
  ['POST', '/api/auth/logout', 'Failed to logout'],
  ['PATCH', '/api/user/preferences', 'Failed to update preferences'],
  ['PATCH', '/api/user/profile', 'Failed to update profile'],
  ['POST', '/api/dominator-pipeline/deploy-goldmines', 'Deployment failed'],
  ['POST', '/api/dominator-pipeline/generate-and-deploy', 'Pipeline failed'],
  ['POST', '/api/dominator-pipeline/batch-deploy', 'Batch deployment failed'],
  ['GET', '/api/payout-data/search', 'Failed to search opportunities'],
  ['GET', '/api/payout-data/goldmines', 'Failed to fetch goldmines'],
  ['GET', '/api/dominator-pipeline/revenue', 'Request failed'],
  ['GET', '/api/payout-data/verticals', 'Request failed'],
])('%s %s: %s', (method, path, text) => expect(failureOf(method, path)).toBe(text));
