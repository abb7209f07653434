import type { Demo } from '@/api/types';
import { Card } from '@/components/ui/card';

/** Accuracy of the engines compared with the truth, in four counts. */
export function ScoresRow({ scores }: { scores: Demo['scores'] }) {
  return (
    <Card aria-label="Detection results" className="grid grid-cols-2 gap-px overflow-hidden bg-border lg:grid-cols-4">
      <Score label="Planted changes detected" of={scores.planted} count={scores.found}>
        changes with an effect, detected with the right direction
      </Score>
      <Score label="False alarms" of={scores.planted + scores.nulls} count={scores.falseAlarms}>
        among all changes, {scores.nulls} without an effect
      </Score>
      <Score label="95% interval coverage" of={scores.measured} count={scores.inside}>
        of the measurable changes
      </Score>
      <Score label="80% interval coverage" of={scores.days} count={scores.daysInside}>
        of the withheld days
      </Score>
    </Card>
  );
}

function Score({
  label,
  count,
  of,
  children,
}: {
  label: string;
  count: number;
  of: number;
  children: React.ReactNode;
}) {
  return (
    <div className="bg-card px-5 py-4">
      <p className="text-xs text-muted-foreground">{label}</p>
      <p className="mt-1 text-xl font-semibold tabular">
        {count} <span className="text-sm font-normal text-muted-foreground">of {of}</span>
      </p>
      <p className="mt-1 text-xs text-muted-foreground">{children}</p>
    </div>
  );
}
