import { EmptyPanel } from '@/components/states/panels';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { StateBadge } from '@/components/ui/state-badge';
import { Table, Td, Th } from '@/components/ui/table';
import { useOnline } from '@/hooks/use-online';
import { ENGINE_CHANNEL, LIVE_MESSAGES_KEPT, REALTIME_CHANNEL } from '@/lib/constants';
import { formatDateTime, formatDuration, formatNumber, NO_VALUE } from '@/lib/format';
import { type ChannelState, type LiveMessage, useLive } from '@/lib/live/store';
import { humanise } from '@/lib/words';

export default function LiveTab() {
  const { available, engine, realtime, messages, subscriptions, reconnect } = useLive();
  const isDown = [engine, realtime].some(({ connected, connecting }) => !connected && !connecting);
  return (
    <div className="grid grid-cols-1 gap-6">
      {available ? null : (
        <p className="text-muted-foreground">The operator of this installation turned off live updates.</p>
      )}
      <div className="grid gap-6 md:grid-cols-2">
        <Channel title="Engine channel" channel={engine} attempts={ENGINE_CHANNEL.maxAttempts} />
        <Channel title="Realtime channel" channel={realtime} attempts={REALTIME_CHANNEL.attempts} />
      </div>
      {reconnect && isDown ? (
        <div>
          <Button variant="outline" onClick={reconnect}>
            Reconnect now
          </Button>
        </div>
      ) : null}
      <Card>
        <CardHeader
          title="Events"
          description={`The last ${LIVE_MESSAGES_KEPT} of this session, newest first. Subscribed: ${subscriptions.join(', ') || 'nothing'}.`}
        />
        <div className="p-2 pt-3">
          {messages.length === 0 ? (
            <EmptyPanel title="No events yet" text="Run an engine to see its progress events here." />
          ) : (
            <Messages messages={messages} />
          )}
        </div>
      </Card>
    </div>
  );
}

/** The channel notices a lost network only at its next heartbeat. */
function stateOf(channel: ChannelState, online: boolean): string {
  if (!online) return 'offline';
  if (channel.connected) return 'live';
  if (channel.reconnecting) return 'reconnecting';
  return channel.connecting ? 'connecting' : 'off';
}

function Channel({ title, channel, attempts }: { title: string; channel: ChannelState; attempts: number }) {
  return (
    <Card>
      <CardHeader title={title} actions={<StateBadge state={stateOf(channel, useOnline())} />} />
      <CardBody>
        <dl className="grid grid-cols-2 gap-4">
          <Fact label="Latency">{formatDuration(channel.latency)}</Fact>
          <Fact label="Attempts to reconnect">
            {channel.reconnectAttempts} of {attempts}
          </Fact>
          <Fact label="Connected">
            <RelativeTime at={channel.connectedAt} />
          </Fact>
          <Fact label="Last answer">
            <RelativeTime at={channel.lastPong} />
          </Fact>
        </dl>
        {channel.error ? <p className="mt-4 text-[0.8125rem] text-destructive">{channel.error}</p> : null}
      </CardBody>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-[0.8125rem] text-muted-foreground">{label}</dt>
      <dd className="mt-0.5 tabular">{children}</dd>
    </div>
  );
}

/** The fields of an event by name: "Percent: 40, Stage: loading". Parts within parts are left out; the title has them. */
function contentText(payload: unknown): string {
  if (typeof payload !== 'object' || payload === null) return payload == null ? NO_VALUE : String(payload);
  const parts = Object.entries(payload)
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .map(([name, value]) => `${humanise(name)}: ${typeof value === 'number' ? formatNumber(value) : value}`);
  return parts.join(', ') || NO_VALUE;
}

function Messages({ messages }: { messages: LiveMessage[] }) {
  return (
    <Table label="Events of the live channels">
      <thead>
        <tr>
          <Th>Time</Th>
          <Th>Type</Th>
          <Th>Content</Th>
        </tr>
      </thead>
      <tbody>
        {messages.map((message) => (
          <tr key={message.id}>
            <Td className="whitespace-nowrap text-muted-foreground">{formatDateTime(message.timestamp)}</Td>
            <Td className="font-medium whitespace-nowrap">{message.type}</Td>
            <Td className="max-w-96 truncate text-xs text-muted-foreground" title={JSON.stringify(message.payload)}>
              {contentText(message.payload)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
