import { useEffect } from 'react';
import { useActiveTooltipLabel, useIsTooltipActive } from 'recharts';

/** Reports the index of the place that the pointer or the arrow keys have reached; null when there is none. */
export function ActivePlace({ xs, onChange }: { xs: readonly number[]; onChange: (index: number | null) => void }) {
  const isActive = useIsTooltipActive();
  const place = useActiveTooltipLabel();
  const index = isActive && place !== undefined ? xs.indexOf(Number(place)) : -1;
  useEffect(() => onChange(index === -1 ? null : index), [index, onChange]);
  return null;
}
