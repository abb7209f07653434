import { useQuery } from '@tanstack/react-query';
import { Award } from 'lucide-react';
import { type Achievement, performanceQueries } from '@/api/performance';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { FoldingCard } from '@/components/ui/folding-card';
import { cn } from '@/lib/cn';
import { formatDate, formatPercent } from '@/lib/format';
import { failures } from '@/lib/strings';

/** Achievements, and the progress of those not yet earned. */
export function AchievementsCard() {
  const query = useQuery(performanceQueries.achievements());
  return (
    <FoldingCard
      title="Achievements"
      summary={query.data ? earnedText(query.data) : null}
      description="Earned achievements first."
    >
      <QueryPanel
        query={query}
        fallback={failures.achievements}
        isEmpty={(all) => all.length === 0}
        empty={<EmptyPanel title="No achievements available yet" className="py-8" />}
      >
        {(all) => (
          <ul className="grid gap-x-6 px-5 py-3 sm:grid-cols-2">
            {[...all].sort(earnedFirst).map((one) => (
              <Row key={one.id} one={one} />
            ))}
          </ul>
        )}
      </QueryPanel>
    </FoldingCard>
  );
}

function earnedText(all: readonly Achievement[]): string {
  return `${all.filter(({ earnedAt }) => earnedAt !== null).length} of ${all.length} earned`;
}

function earnedFirst(a: Achievement, b: Achievement): number {
  return Number(b.earnedAt !== null) - Number(a.earnedAt !== null) || b.progress - a.progress;
}

function Row({ one }: { one: Achievement }) {
  const isEarned = one.earnedAt !== null;
  return (
    <li className="flex items-start gap-3 py-2">
      <Award
        size={18}
        aria-hidden="true"
        className={cn('mt-0.5 shrink-0', isEarned ? 'text-brand' : 'text-muted-foreground')}
      />
      <div className="min-w-0">
        <p className={isEarned ? 'font-medium' : 'text-muted-foreground'}>{one.title}</p>
        <p className="text-[0.8125rem] text-muted-foreground">{one.description}</p>
        <p className="tabular text-xs text-muted-foreground">
          {isEarned ? `Earned ${formatDate(one.earnedAt)}` : `${formatPercent(one.progress, 0)} complete`}
        </p>
      </div>
    </li>
  );
}
