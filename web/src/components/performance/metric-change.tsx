import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Metric } from '@/api/performance';
import { cn } from '@/lib/cn';
import { changeText } from './metric-text';

const TONES = { good: 'text-success', bad: 'text-destructive', same: 'text-muted-foreground' } as const;

/** Change of a metric relative to the 28 days before, as sign, arrow and colour; empty if unknown. */
export function MetricChange({ metric, className }: { metric: Metric; className?: string }) {
  const change = changeText(metric);
  if (!change) return null;
  const Arrow = change.isUp ? ArrowUp : ArrowDown;
  return (
    <span className={cn('tabular flex items-center gap-1 text-xs', TONES[change.tone], className)}>
      {change.tone === 'same' ? null : <Arrow size={12} aria-hidden="true" />}
      <span aria-hidden="true">{change.text}</span>
      <span className="sr-only">{change.words}</span>
    </span>
  );
}
