import { Badge } from '@/components/ui/badge';

/** Stands wherever figures of the simulated market are shown: nothing about it was measured. */
export function SimulatedBadge() {
  return (
    <Badge tone="info" title="Simulated data, not measured">
      Simulated
    </Badge>
  );
}
