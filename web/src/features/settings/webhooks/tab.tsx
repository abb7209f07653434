import { useQuery } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { webhookQueries } from '@/api/webhooks';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { WebhookForm } from './form';
import { WebhookCard } from './webhook-card';

/** Where events of the workspace are sent to. */
export default function WebhooksTab() {
  const webhooks = useQuery(webhookQueries.list());
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <QueryPanel query={webhooks}>
      {(data) => (
        <div className="grid grid-cols-1 gap-6">
          <Card>
            <CardHeader
              title="New webhook"
              description="Sends events of this workspace to another system as signed JSON. Failed deliveries are sent again."
            />
            <CardBody>
              {secret ? (
                <Secret secret={secret} onDone={() => setSecret(null)} />
              ) : (
                <WebhookForm events={data.events} onCreated={setSecret} />
              )}
            </CardBody>
          </Card>
          {data.webhooks.length === 0 ? (
            <Card>
              <EmptyPanel icon={WebhookIcon} title="No webhook yet" text="Webhooks that you create are listed here." />
            </Card>
          ) : null}
          {data.webhooks.map((webhook) => (
            <WebhookCard key={webhook.id} webhook={webhook} />
          ))}
        </div>
      )}
    </QueryPanel>
  );
}

function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <div className="grid gap-4">
      <Callout tone="warning" title="Copy the signing secret now">
        <p>It is not shown again.</p>
      </Callout>
      <code className="rounded-md bg-muted px-3 py-2 font-mono text-[0.8125rem] break-all select-all">{secret}</code>
      <p className="text-[0.8125rem] text-muted-foreground">
        Each request has the header <code>Motherlode-Signature: t=seconds,v1=hex</code>: the HMAC-SHA256 of{' '}
        <code>seconds.body</code> under this secret.
      </p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={secret} />
        <Button size="sm" onClick={onDone}>
          I have kept it
        </Button>
      </div>
    </div>
  );
}
