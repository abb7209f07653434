import { useQuery } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { webhookQueries } from '@/api/webhooks';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { NewSecret } from '../new-secret';
import { WebhookForm } from './form';
import { WebhookCard } from './webhook-card';

/** Webhooks of the workspace. */
export default function WebhooksTab() {
  const webhooks = useQuery(webhookQueries.list());
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <QueryPanel query={webhooks} fallback="Failed to load the webhooks.">
      {(data) => (
        <div className="grid grid-cols-1 gap-6">
          <Card>
            <CardHeader
              title="New webhook"
              description="Sends events of this workspace to another system as signed JSON. Failed deliveries are sent again."
            />
            <CardBody>
              {secret ? (
                <SigningSecret secret={secret} onDone={() => setSecret(null)} />
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

function SigningSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <NewSecret title="Copy the signing secret now" secret={secret} onDone={onDone}>
      <p className="text-[0.8125rem] text-muted-foreground">
        Each request has the header <code>Motherlode-Signature: t=seconds,v1=hex</code>: the HMAC-SHA256 of{' '}
        <code>seconds.body</code> under this secret.
      </p>
    </NewSecret>
  );
}
