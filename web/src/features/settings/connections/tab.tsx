import { useQuery } from '@tanstack/react-query';
import { Cable } from 'lucide-react';
import { useState } from 'react';
import { type Connection, connectionQueries, type DataProvider } from '@/api/connections';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Callout } from '@/components/ui/callout';
import { Card, CardHeader } from '@/components/ui/card';
import { useUrlState } from '@/hooks/use-url-state';
import { BudgetCard } from './budget-card';
import { CallsCard } from './calls-card';
import { ConnectDialog } from './connect-dialog';
import { ConnectionCard } from './connection-card';
import { EvidenceCard } from './evidence-card';
import { Gallery } from './gallery';
import { useConnectionUpdates } from './use-connections';

const RESULT = { connected: '', refused: '' };

/** Accounts of data providers: what is connected, what can be connected, and what it costs. */
export default function ConnectionsTab() {
  const connections = useQuery(connectionQueries.list());
  const providers = useQuery(connectionQueries.providers());
  const [chosen, setChosen] = useState<DataProvider | null>(null);
  useConnectionUpdates();
  // How tall both lists are is not known before they arrive, and what follows them would move.
  if (connections.isPending || providers.isPending) return <LoadingRows rows={12} />;
  return (
    <div className="grid grid-cols-1 gap-6">
      <ConsentResult />
      <QueryPanel query={connections} fallback="Failed to load the connections.">
        {(list) => <Connected connections={list} providers={providers.data ?? []} />}
      </QueryPanel>
      <QueryPanel query={providers} fallback="Failed to load the data providers.">
        {(list) => <Gallery providers={list} connections={connections.data ?? []} onChoose={setChosen} />}
      </QueryPanel>
      <BudgetCard />
      <CallsCard connections={connections.data ?? []} />
      <EvidenceCard providers={providers.data ?? []} />
      <ConnectDialog provider={chosen} onClose={() => setChosen(null)} />
    </div>
  );
}

/** What came of Google's consent page. */
function ConsentResult() {
  const [{ connected, refused }] = useUrlState(RESULT);
  if (refused) {
    return (
      <Callout tone="danger" title="The account was not connected">
        <p>{refused}</p>
      </Callout>
    );
  }
  if (!connected) return null;
  return (
    <Callout tone="success" title="Google allowed access">
      <p>The connection is tested now. Then choose the property to use.</p>
    </Callout>
  );
}

function Connected({ connections, providers }: { connections: Connection[]; providers: DataProvider[] }) {
  if (connections.length === 0) {
    return (
      <Card>
        <CardHeader title="Connected accounts" />
        <EmptyPanel
          icon={Cable}
          title="No account connected yet"
          text="Connect a provider below to fetch data automatically. Without one, everything works with imported files."
          className="py-8"
        />
      </Card>
    );
  }
  return (
    <section
      aria-labelledby="connected-accounts"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 max-sm:gap-2.5 xl:grid-cols-2 xl:items-start"
    >
      <h2 id="connected-accounts" className="col-span-full text-[0.9375rem] font-semibold">
        Connected accounts
      </h2>
      {connections.map((connection) => (
        <ConnectionCard
          key={connection.id}
          connection={connection}
          provider={providers.find(({ id }) => id === connection.provider)}
        />
      ))}
    </section>
  );
}
