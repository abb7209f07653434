import type { PageFix } from '@/api/page-audits';
import type { Order } from './words';

/** Returns the fixes in an order; those that block the page come first in each, and equal ones keep the server's. */
export function sortFixes(fixes: readonly PageFix[], order: Order): PageFix[] {
  if (order === 'priority') return [...fixes];
  const key = (fix: PageFix): number => {
    if (order === 'impact') return -fix.impact;
    if (order === 'effort') return fix.effortMinutes;
    return -(fix.clicks?.mid ?? -1);
  };
  return [...fixes].sort((a, b) => Number(b.isBlocking) - Number(a.isBlocking) || key(a) - key(b));
}
