import type { Demo } from '@/api/types';
import { Card } from '@/components/ui/card';

/** How the engines did where the truth is known, in four counts. */
export function ScoresRow({ scores }: { scores: Demo['scores'] }) {
  return (
    <Card aria-label="What was found" className="grid grid-cols-2 gap-px overflow-hidden bg-border lg:grid-cols-4">
      <Score label="Planted changes found" of={scores.planted} count={scores.found}>
        changes that do something, told with their direction
      </Score>
      <Score label="False alarms" of={scores.planted + scores.nulls} count={scores.falseAlarms}>
        of them {scores.nulls} changes that do nothing
      </Score>
      <Score label="95 % intervals that hold the truth" of={scores.measured} count={scores.inside}>
        of the changes that could be measured
      </Score>
      <Score label="80 % intervals that held" of={scores.days} count={scores.daysInside}>
        of the days that the forecast had not seen
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
