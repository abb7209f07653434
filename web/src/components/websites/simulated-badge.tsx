import { Badge } from '@/components/ui/badge';

/** Stands wherever figures of the simulated market are shown: nothing about it was measured. */
export function SimulatedBadge() {
  return (
    <Badge tone="info" title="Made by the simulator: nothing here was measured">
      Simulated
    </Badge>
  );
}
