import type { Campaign } from '@/api/campaigns';
import { cn } from '@/lib/cn';
import { formatNumber } from '@/lib/format';
import { DEFAULT_RULES } from './campaign-words';

/** Stages of a campaign's sites in their order; the text is the second cue to the colour. */
const STAGES = [
  { label: 'Building', statuses: ['draft', 'building'], fill: 'bg-chart-2' },
  { label: 'Awaiting approval', statuses: ['waiting'], fill: 'bg-chart-1' },
  { label: 'Deploying', statuses: ['approved', 'deploying'], fill: 'bg-chart-7' },
  { label: 'Live', statuses: ['live'], fill: 'bg-chart-3' },
  { label: 'Needs attention', statuses: ['blocked', 'failed', 'offline'], fill: 'bg-chart-4' },
] as const;

export interface StageCount {
  label: string;
  count: number;
  fill: string;
}

/** Sites in each stage. */
export function stageCounts(sites: Campaign['sites']): StageCount[] {
  return STAGES.map(({ label, statuses, fill }) => ({
    label,
    fill,
    count: statuses.reduce((sum, status) => sum + sites[status], 0),
  }));
}

/** Sites of a campaign by stage, out of all that it may start. */
export function StageBars({ campaign: { name, sites, rules } }: { campaign: Campaign }) {
  const sitesTotal = rules.sitesTotal ?? DEFAULT_RULES.sitesTotal;
  const stages = stageCounts(sites);
  const started = stages.reduce((sum, { count }) => sum + count, 0);
  const whole = Math.max(sitesTotal, started, 1);
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-3 text-xs text-muted-foreground">
        <span>Sites</span>
        <span className="tabular text-foreground">
          {formatNumber(started, 0)} of {formatNumber(sitesTotal, 0)}
        </span>
      </p>
      <div aria-hidden="true" className="mt-1.5 flex h-2 overflow-hidden rounded-full bg-muted">
        {stages.map(({ label, count, fill }) => (
          <span key={label} className={cn('h-full', fill)} style={{ width: `${(count / whole) * 100}%` }} />
        ))}
      </div>
      {started > 0 ? (
        <ul
          aria-label={`Sites of ${name} by stage`}
          className="mt-1.5 flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-muted-foreground"
        >
          {stages
            .filter(({ count }) => count > 0)
            .map(({ label, count, fill }) => (
              <li key={label} className="flex items-center gap-1.5">
                <span aria-hidden="true" className={cn('size-2 rounded-full', fill)} />
                {label} <span className="tabular text-foreground">{formatNumber(count, 0)}</span>
              </li>
            ))}
        </ul>
      ) : null}
    </div>
  );
}
