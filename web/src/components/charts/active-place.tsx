import { useEffect } from 'react';
import { useActiveTooltipLabel, useIsTooltipActive } from 'recharts';

/** Reports the index of the position under the pointer or selected by the arrow keys; null without one. */
export function ActivePlace({ xs, onChange }: { xs: readonly number[]; onChange: (index: number | null) => void }) {
  const isActive = useIsTooltipActive();
  const place = useActiveTooltipLabel();
  const index = isActive && place !== undefined ? xs.indexOf(Number(place)) : -1;
  useEffect(() => onChange(index === -1 ? null : index), [index, onChange]);
  return null;
}
