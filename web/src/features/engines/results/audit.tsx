import { SlowPagesTable } from '@/components/engines/result/slow-pages';
import type { PlotProps } from './plot-props';

/** Pages whose Core Web Vitals are not good. The page of the content audit shows the other results page by page. */
export function AuditPlots({ result }: PlotProps<'content.audit'>) {
  if (result.slowPages.length === 0) return null;
  return (
    <section aria-label="Core Web Vitals">
      <h3 className="mb-2 font-semibold">Core Web Vitals that are not good, most clicks first</h3>
      <SlowPagesTable pages={result.slowPages} periodDays={result.summary.periodDays} />
    </section>
  );
}
