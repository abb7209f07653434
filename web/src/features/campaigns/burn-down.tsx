import { useInfiniteQuery } from '@tanstack/react-query';
import { type Campaign, campaignQueries } from '@/api/campaigns';
import { dollars } from '@/components/campaigns/campaign-words';
import { LineFigure } from '@/components/charts/line-figure';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { formatDate } from '@/lib/format';
import { type BudgetDay, budgetDays } from './budget-days';

const STARTED = { decision: 'deployed' } as const;

/** Line of the budget for sites, from the whole of it down. */
export function BurnDown({ campaign }: { campaign: Campaign }) {
  const query = useInfiniteQuery(campaignQueries.actions(campaign.id, STARTED));
  return (
    <QueryPanel query={query} fallback="Failed to load the budget.">
      {({ pages }) => {
        const actions = pages.flatMap((page) => page.actions);
        if (query.hasNextPage) {
          return (
            <div className="grid justify-items-start gap-3 text-[0.8125rem] text-muted-foreground">
              <h2 className="text-[0.9375rem] font-semibold text-foreground">Budget by day</h2>
              <p>The line needs all starts of sites. {actions.length} are loaded.</p>
              <Button
                variant="outline"
                size="sm"
                needsNetwork
                busy={query.isFetchingNextPage}
                onClick={() => query.fetchNextPage()}
              >
                Load more
              </Button>
            </div>
          );
        }
        return <Line days={budgetDays(actions, campaign.budget)} campaign={campaign} />;
      }}
    </QueryPanel>
  );
}

function Line({ days, campaign }: { days: readonly BudgetDay[]; campaign: Campaign }) {
  const { totalCents, providerCents } = campaign.budget;
  const start = totalCents - providerCents;
  if (days.length === 0) {
    return (
      <div className="text-[0.8125rem]">
        <h2 className="text-[0.9375rem] font-semibold">Budget by day</h2>
        <p className="mt-2 text-muted-foreground">{dollars(start)} for sites. No site was started yet.</p>
      </div>
    );
  }
  const values = [start, ...days.map(({ leftCents }) => leftCents)];
  return (
    <LineFigure
      title="Budget by day"
      description="What is left for sites at the end of each day, by the cost that each site was started with."
      fileName={`budget-${campaign.id}`}
      xs={values.map((_, index) => index)}
      xText={(index) => (index === 0 ? 'Start' : formatDate(days[index - 1]?.day))}
      xTitle="Day (UTC)"
      yText={(cents) => dollars(cents, { compact: true })}
      zero
      lines={[{ name: 'Left for sites', values, tone: 1 }]}
    />
  );
}
