import type { VisitCounts } from '@/api/visits';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { formatNumber, formatPercent, NO_VALUE } from '@/lib/format';

const STEPS = [
  {
    id: 'visits',
    name: 'Visits',
    all: 'visits',
    meaning: 'Page views of one visitor, with less than 30 minutes between two of them.',
  },
  { id: 'engaged', name: 'Engaged', all: 'engaged', meaning: 'A second page, or ten seconds on a page.' },
  {
    id: 'contacts',
    name: 'Contact',
    all: 'contacts',
    meaning: 'A tap on a telephone number or email address, or a form begun.',
  },
  {
    id: 'conversions',
    name: 'Conversion',
    all: 'conversions',
    meaning: 'A form sent, or a conversion that your own script reports.',
  },
] as const;

const share = (count: number, of: number) => (of === 0 ? NO_VALUE : formatPercent(count / of));

/** How far visits went. */
export function FunnelCard({ counts }: { counts: VisitCounts }) {
  return (
    <Card aria-label="Funnel">
      <CardHeader
        title="Funnel"
        description="How far visits went. A visit that reached a step counts in all steps before it."
      />
      <CardBody>
        <ol className="grid gap-5">
          {STEPS.map((step, at) => (
            <li key={step.id} className="grid gap-1.5">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-medium">{step.name}</span>
                <span className="tabular ml-auto flex flex-wrap items-baseline justify-end gap-x-2 text-[0.8125rem]">
                  <strong className="text-[0.9375rem] font-semibold">{formatNumber(counts[step.id], 0)}</strong>
                  <Shares count={counts[step.id]} visits={counts.visits} previous={previousOf(counts, at)} />
                </span>
              </p>
              <span aria-hidden="true" className="h-3 rounded-sm bg-muted">
                <span className="block h-full rounded-sm bg-chart-1" style={{ width: width(counts, step.id) }} />
              </span>
              <p className="text-[0.8125rem] text-muted-foreground">{step.meaning}</p>
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

/** Count and name of the previous step; null for the first. */
function previousOf(counts: VisitCounts, at: number): { count: number; name: string } | null {
  const step = STEPS[at - 1];
  return step ? { count: counts[step.id], name: step.all } : null;
}

function width(counts: VisitCounts, id: keyof VisitCounts): string {
  return `${(counts[id] / Math.max(1, counts.visits)) * 100}%`;
}

function Shares({
  count,
  visits,
  previous,
}: {
  count: number;
  visits: number;
  previous: { count: number; name: string } | null;
}) {
  if (!previous || visits === 0) return null;
  const ofPrevious = previous.name === 'visits' ? '' : `, ${share(count, previous.count)} of ${previous.name}`;
  return (
    <span className="text-muted-foreground">
      {share(count, visits)} of visits{ofPrevious}
    </span>
  );
}
