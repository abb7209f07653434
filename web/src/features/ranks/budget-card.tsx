import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw, Settings2 } from 'lucide-react';
import { errorText } from '@/api/errors';
import { type RankEstimate, rankApi, rankQueries } from '@/api/ranks';
import type { Website } from '@/api/types';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { CardBody } from '@/components/ui/card';
import { FoldingCard } from '@/components/ui/folding-card';
import { toastFailure } from '@/lib/failed';
import { formatMicros, formatNumber, plural } from '@/lib/format';
import { showToast } from '@/lib/toast';

/** What checks cost, how often keywords are checked within the budget, and the check of what is due. */
export function BudgetCard({ website, onSettings }: { website: Website; onSettings: () => void }) {
  const query = useQuery(rankQueries.estimate({ websiteId: website.id }));
  return (
    <FoldingCard
      title="Checks and budget"
      summary={query.data ? summaryText(query.data) : undefined}
      description="Keywords with a higher monthly value and a more volatile rank are checked more often, every 1 to 30 days."
      actions={
        <>
          <Button variant="outline" size="sm" onClick={onSettings}>
            <Settings2 size={14} aria-hidden="true" />
            Change settings
          </Button>
          <CheckButton website={website} estimate={query.data} />
        </>
      }
    >
      <CardBody>
        <QueryPanel query={query} fallback="Failed to estimate the cost.">
          {(estimate) => <Figures estimate={estimate} />}
        </QueryPanel>
      </CardBody>
    </FoldingCard>
  );
}

function summaryText({ due, spentMicros }: RankEstimate): string {
  return due > 0 ? `${formatNumber(due, 0)} due` : `${formatMicros(spentMicros)} this month`;
}

function CheckButton({ website, estimate }: { website: Website; estimate: RankEstimate | undefined }) {
  const queries = useQueryClient();
  const check = useMutation({
    mutationFn: () => rankApi.check(website.id),
    onSuccess: () => {
      showToast({ title: 'Check started', description: 'The ranks appear here as they arrive.' });
      queries.invalidateQueries({ queryKey: ['runs'] });
    },
    onError: (error) => toastFailure('The check was not started', errorText(error)),
  });
  if (!estimate || estimate.connection === null || estimate.due === 0) return null;
  return (
    <Button size="sm" needsNetwork busy={check.isPending} onClick={() => check.mutate()}>
      <RefreshCw size={14} aria-hidden="true" />
      Check {plural(estimate.due, 'keyword')}, at most {formatMicros(estimate.runMicros)}
    </Button>
  );
}

function Figures({ estimate }: { estimate: RankEstimate }) {
  const budget = estimate.budgetMicros === null ? 'no budget' : `of ${formatMicros(estimate.budgetMicros)}`;
  const figures: [string, string, string][] = [
    ['Spent this month', formatMicros(estimate.spentMicros), budget],
    [
      'Planned per month',
      formatMicros(estimate.monthMicros),
      `${formatMicros(estimate.checkMicros)} per check at most`,
    ],
    ['About daily', formatNumber(estimate.daily, 0), 'keywords'],
    ['Within a week', formatNumber(estimate.weekly, 0), 'keywords'],
    ['Within 30 days', formatNumber(estimate.monthly, 0), 'keywords'],
    ['Not covered', formatNumber(estimate.uncovered, 0), 'keywords beyond the budget'],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 xl:grid-cols-6">
      {figures.map(([name, value, note]) => (
        <div key={name}>
          <dt className="text-[0.8125rem] text-muted-foreground">{name}</dt>
          <dd className="tabular text-lg font-semibold">{value}</dd>
          <dd className="text-xs text-muted-foreground">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
