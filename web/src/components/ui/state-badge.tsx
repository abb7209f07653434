import { Badge, type Tone } from './badge';

const TONES: Record<string, Tone> = {
  queued: 'neutral',
  running: 'info',
  importing: 'info',
  implementing: 'info',
  paused: 'warning',
  needs_data: 'warning',
  warning: 'warning',
  succeeded: 'success',
  imported: 'success',
  implemented: 'success',
  live: 'success',
  opportunity: 'brand',
  failed: 'danger',
  error: 'danger',
  critical: 'danger',
  cancelled: 'neutral',
  undone: 'neutral',
};

/** Badge for a state of the server. An unknown state is shown unchanged in the neutral colour. */
export function StateBadge({ state, className }: { state: string; className?: string }) {
  return (
    <Badge tone={TONES[state] ?? 'neutral'} dot className={className}>
      <span className="inline-block first-letter:uppercase">{state.replaceAll('_', ' ')}</span>
    </Badge>
  );
}
