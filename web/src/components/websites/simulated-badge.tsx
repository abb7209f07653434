import { Badge } from '@/components/ui/badge';

/** Badge for data of the simulated market. */
export function SimulatedBadge() {
  return (
    <Badge tone="info" title="Simulated data, not measured">
      Simulated
    </Badge>
  );
}
