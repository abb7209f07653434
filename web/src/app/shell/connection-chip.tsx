import { Link } from 'react-router';
import { Tooltip } from '@/components/ui/tooltip';
import { useOnline } from '@/hooks/use-online';
import { cn } from '@/lib/cn';
import { ENGINE_CHANNEL } from '@/lib/constants';
import { type ChannelState, useLive } from '@/lib/live/store';

interface Look {
  text: string;
  dot: string;
  hint: string;
}

/** Hollow, so that the colour is not the only difference. */
const OFF = 'border-2 border-muted-foreground';

function look(online: boolean, available: boolean, channel: ChannelState): Look {
  // The channel notices a lost network only at its next heartbeat.
  if (!online) return { text: 'Offline', dot: OFF, hint: 'No connection to the server: live updates are off' };
  if (!available) return { text: 'Off', dot: OFF, hint: 'Live updates off' };
  if (channel.connected) {
    const latency = channel.latency === null ? 'measuring latency' : `${Math.round(channel.latency)} ms`;
    return { text: 'Live', dot: 'bg-success', hint: `Live updates on, ${latency}` };
  }
  if (channel.reconnecting) {
    const count = `${channel.reconnectAttempts}/${ENGINE_CHANNEL.maxAttempts}`;
    return { text: `Reconnecting ${count}`, dot: 'bg-warning animate-pulse', hint: channel.error ?? 'Reconnecting' };
  }
  if (channel.connecting) return { text: 'Connecting', dot: 'bg-warning animate-pulse', hint: 'Connecting' };
  return { text: 'Off', dot: OFF, hint: channel.error ?? 'Live updates off' };
}

/** State of the live connection: Live, Reconnecting n/10, Off; latency on hover. Links to the details. */
export function ConnectionChip() {
  const available = useLive((state) => state.available);
  const channel = useLive((state) => state.engine);
  const { text, dot, hint } = look(useOnline(), available, channel);
  return (
    <Tooltip text={hint}>
      <Link
        to="/settings?tab=live"
        className="inline-flex h-8 items-center gap-2 rounded-full border border-border px-2.5 text-xs font-medium whitespace-nowrap text-muted-foreground hover:bg-accent hover:text-foreground"
      >
        <span aria-hidden="true" className={cn('size-2 rounded-full', dot)} />
        <span className="max-sm:sr-only">{text}</span>
      </Link>
    </Tooltip>
  );
}
