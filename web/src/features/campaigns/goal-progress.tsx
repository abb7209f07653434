import type { Campaign } from '@/api/campaigns';
import { dollars, goalText } from '@/components/campaigns/campaign-words';
import { Progress } from '@/components/ui/progress';
import { formatNumber } from '@/lib/format';

/** How far a campaign is on the way to its goal. */
export function GoalProgress({ campaign: { goal, reached } }: { campaign: Campaign }) {
  const text = (value: number) => (goal.kind === 'monthly_revenue' ? dollars(value) : formatNumber(value, 0));
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-3 text-xs text-muted-foreground">
        <span>Goal: {goalText(goal)}</span>
        <span className="tabular text-foreground">
          {text(reached)} of {text(goal.target)}
        </span>
      </p>
      <Progress
        value={(reached / Math.max(1, goal.target)) * 100}
        label="Progress to the goal"
        className="mt-1.5 h-2"
      />
    </div>
  );
}
