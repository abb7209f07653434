import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { performanceQueries } from '@/api/performance';
import type { Website } from '@/api/types';
import type { WebsiteGoal } from '@/api/websites';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import { formatDate, formatMoney, formatNumber } from '@/lib/format';

const LABELS: Record<string, string> = { clicks: 'Clicks', leads: 'Leads', revenue: 'Revenue' };

/** Goals of a website with current values: clicks are compared with the last 28 days. */
export function GoalsCard({ website }: { website: Website }) {
  const { goals, currency } = website.settings;
  const metrics = useQuery({ ...performanceQueries.metrics(website.id), enabled: goals.length > 0 });
  if (goals.length === 0) return null;
  const clicks = metrics.data?.find((metric) => metric.id === 'clicks')?.value ?? null;
  return (
    <Card>
      <CardHeader
        title="Goals"
        actions={
          <Link to={`/projects/${website.id}?tab=settings`} className="text-sm text-brand hover:underline">
            Edit goals
          </Link>
        }
      />
      <CardBody>
        <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {goals.map((goal) => (
            <li key={goal.metric}>
              <GoalLine goal={goal} measured={goal.metric === 'clicks' ? clicks : null} currency={currency ?? 'USD'} />
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

function GoalLine({ goal, measured, currency }: { goal: WebsiteGoal; measured: number | null; currency: string }) {
  const label = LABELS[goal.metric] ?? goal.metric;
  const target = goal.metric === 'revenue' ? formatMoney(goal.target, currency) : formatNumber(goal.target, 0);
  const share = measured === null ? null : Math.min(100, (100 * measured) / goal.target);
  return (
    <div className="grid gap-2">
      <p className="text-xs text-muted-foreground">{label} a month</p>
      <p className="text-lg font-semibold tabular">{target}</p>
      {share === null ? null : <Progress value={share} label={`${label}: progress towards the goal`} />}
      <p className="text-[0.8125rem] text-muted-foreground">
        {measured === null
          ? goal.metric === 'clicks'
            ? 'No clicks imported yet.'
            : 'Not measured yet.'
          : `${formatNumber(measured, 0)} in the last 28 days with data.`}
        {goal.by ? ` Due ${formatDate(goal.by)}.` : ''}
      </p>
    </div>
  );
}
