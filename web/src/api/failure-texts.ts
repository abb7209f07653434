import { failures } from '@/lib/strings';

const TABLE: readonly (readonly [method: string, path: RegExp, text: string])[] = [
  ['GET', /^\/api\/intelligence-engines\/status$/, failures.engineStatuses],
  ['GET', /^\/api\/intelligence-engines\/insights$/, failures.engineInsights],
  ['PATCH', /^\/api\/intelligence-engines\/insights\/[^/]+$/, failures.judgeInsight],
  ['POST', /^\/api\/intelligence-engines\/[^/]+\/execute$/, failures.executeEngine],
  ['GET', /^\/api\/opportunities$/, failures.opportunities],
  ['POST', /^\/api\/opportunities$/, failures.createOpportunity],
  ['PATCH', /^\/api\/opportunities\/[^/]+$/, failures.updateOpportunity],
  ['POST', /^\/api\/opportunities\/[^/]+\/implement$/, failures.implementOpportunity],
  ['GET', /^\/api\/performance\/metrics$/, failures.performanceMetrics],
  ['GET', /^\/api\/performance\/predictions$/, failures.predictions],
  ['POST', /^\/api\/performance\/calculate-predictions$/, failures.calculatePredictions],
  ['GET', /^\/api\/performance\/milestones$/, failures.milestones],
  ['PATCH', /^\/api\/performance\/milestones\/[^/]+$/, failures.updateMilestone],
  ['GET', /^\/api\/performance\/achievements$/, failures.achievements],
  ['POST', /^\/api\/auth\/logout$/, failures.logout],
  ['PATCH', /^\/api\/user\/preferences$/, failures.updatePreferences],
  ['PATCH', /^\/api\/user\/profile$/, failures.updateProfile],
  ['POST', /^\/api\/dominator-pipeline\/deploy-goldmines$/, failures.deployment],
  ['POST', /^\/api\/dominator-pipeline\/generate-and-deploy$/, failures.pipeline],
  ['POST', /^\/api\/dominator-pipeline\/batch-deploy$/, failures.batchDeployment],
  ['GET', /^\/api\/payout-data\/search$/, failures.searchOpportunities],
  ['GET', /^\/api\/payout-data\/goldmines$/, failures.goldmines],
];

/** Text for a failed call without a message of the server: from the catalogue, otherwise the general one. */
export function failureOf(method: string, path: string): string {
  const [pathname = path] = path.split('?');
  return TABLE.find(([verb, pattern]) => verb === method && pattern.test(pathname))?.[2] ?? failures.request;
}
