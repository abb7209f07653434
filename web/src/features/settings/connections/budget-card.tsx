import { useQuery, useQueryClient } from '@tanstack/react-query';
import { connectionApi, connectionQueries, type ProviderBudget } from '@/api/connections';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { CardBody } from '@/components/ui/card';
import { FoldingCard } from '@/components/ui/folding-card';
import { formatDuration, formatMicros, formatNumber, formatPercent } from '@/lib/format';
import { showToast } from '@/lib/toast';
import { Budget } from './connection-card';
import { dollarsOf, formatDollars, isDollars, microsOf } from './connection-words';
import { useCanChange } from './use-connections';

/** Budget of the workspace over all accounts, and what its calls cost. */
export function BudgetCard() {
  const budget = useQuery(connectionQueries.budget());
  const canChange = useCanChange();
  return (
    <FoldingCard
      title="Budget and spending"
      summary={budget.data ? `${formatMicros(budget.data.spentMonthMicros)} this month` : undefined}
      description="For all accounts of this workspace together. Days and months are in UTC."
    >
      <CardBody>
        <QueryPanel query={budget} fallback="Failed to load the budget.">
          {(stored) => (
            <div className="grid gap-6">
              <div className="grid gap-4 sm:grid-cols-2">
                <Budget label="Today" spent={stored.spentTodayMicros} budget={stored.dayBudgetMicros} />
                <Budget label="This month" spent={stored.spentMonthMicros} budget={stored.monthBudgetMicros} />
              </div>
              <Figures />
              {canChange ? <BudgetForm stored={stored} /> : null}
            </div>
          )}
        </QueryPanel>
      </CardBody>
    </FoldingCard>
  );
}

function Figures() {
  const stats = useQuery(connectionQueries.stats());
  return (
    <QueryPanel query={stats} fallback="Failed to load the figures about calls." loading={null}>
      {({ scraperStats, costTracking }) => (
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          <Figure label="Calls">{formatNumber(scraperStats.totalCalls, 0)}</Figure>
          <Figure label="Success rate">{formatPercent(scraperStats.successRate)}</Figure>
          <Figure label="Cost per call">{formatDollars(scraperStats.costPerCall)}</Figure>
          <Figure label="Mean response time">{formatDuration(scraperStats.avgResponseTime)}</Figure>
          <Figure label="Yearly projection">{formatDollars(costTracking.yearlyProjection)}</Figure>
        </dl>
      )}
    </QueryPanel>
  );
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-[0.8125rem] text-muted-foreground">{label}</dt>
      <dd className="mt-0.5 tabular">{children}</dd>
    </div>
  );
}

function BudgetForm({ stored }: { stored: ProviderBudget }) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: {
      dayBudgetMicros: dollarsOf(stored.dayBudgetMicros),
      monthBudgetMicros: dollarsOf(stored.monthBudgetMicros),
    },
    save: (values) =>
      connectionApi.setBudget({
        dayBudgetMicros: microsOf(values.dayBudgetMicros),
        monthBudgetMicros: microsOf(values.monthBudgetMicros),
      }),
    onSaved: () => {
      showToast({ title: 'Budget saved' });
      return queries.invalidateQueries({ queryKey: connectionQueries.budget().queryKey });
    },
  });
  return (
    <Form form={form}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          control={form.control}
          name="dayBudgetMicros"
          label="Maximum per day, $"
          inputMode="decimal"
          hint="Empty for no limit."
          check={isDollars}
        />
        <TextField
          control={form.control}
          name="monthBudgetMicros"
          label="Maximum per month, $"
          inputMode="decimal"
          hint="Calls that would exceed it are not made."
          check={isDollars}
        />
      </div>
      <div>
        <Button type="submit" needsNetwork busy={form.isBusy} disabled={!form.isDirty}>
          Save budget
        </Button>
      </div>
    </Form>
  );
}
