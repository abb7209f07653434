import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  type Connection,
  type ConnectionRecommendation,
  connectionQueries,
  type DataProvider,
} from '@/api/connections';
import { engineInfo } from '@/components/engines/engine-words';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Fold } from '@/components/ui/fold';
import { PHONE, useMedia } from '@/hooks/use-media';
import { grouped } from './connection-words';
import { useCanChange } from './use-connections';

/** All providers, grouped by what they bring. */
export function Gallery({
  providers,
  connections,
  onChoose,
}: {
  providers: DataProvider[];
  connections: Connection[];
  onChoose: (provider: DataProvider) => void;
}) {
  const isPhone = useMedia(PHONE);
  const { data: recommendations } = useQuery(connectionQueries.recommendations());
  const adviceOf = (provider: DataProvider) => recommendations?.find((one) => one.provider === provider.id);
  return (
    <Card aria-label="Data providers">
      <CardHeader
        title="Connect a provider"
        description="Accounts are yours: you pay the provider directly, and a budget limits what is spent."
      />
      <div className="mt-4 divide-y divide-border border-t border-border">
        {grouped(providers).map((group, index) => (
          <Group
            key={group.title}
            title={group.title}
            text={group.text}
            count={group.providers.length}
            isOpen={connections.length === 0 && (index === 0 || !isPhone)}
          >
            {group.providers.map((provider) => (
              <Entry
                key={provider.id}
                provider={provider}
                accounts={connections.filter((connection) => connection.provider === provider.id).length}
                advice={adviceOf(provider)}
                onChoose={() => onChoose(provider)}
              />
            ))}
          </Group>
        ))}
      </div>
    </Card>
  );
}

/** Providers for one purpose, folded below it. */
function Group({
  title,
  text,
  count,
  isOpen,
  children,
}: {
  title: string;
  text: string;
  /** Number of providers. */
  count: number;
  isOpen: boolean;
  children: ReactNode;
}) {
  const heading = (
    <>
      <span className="block min-w-0">
        <h3 className="text-[0.8125rem] font-semibold">{title}</h3>
        <span className="block text-[0.8125rem] text-muted-foreground">{text}</span>
      </span>
      <span className="tabular ml-auto text-[0.8125rem] whitespace-nowrap text-muted-foreground">{count}</span>
    </>
  );
  return (
    <Fold look="card" open={isOpen || undefined} title={heading}>
      <ul className="grid gap-3 px-5 pb-5 md:grid-cols-2">{children}</ul>
    </Fold>
  );
}

function Entry({
  provider,
  accounts,
  advice,
  onChoose,
}: {
  provider: DataProvider;
  accounts: number;
  advice?: ConnectionRecommendation;
  onChoose: () => void;
}) {
  const canChange = useCanChange();
  const unlocked = advice?.engines.reduce((sum, { unlocks }) => sum + unlocks.length, 0) ?? 0;
  return (
    <li className="flex flex-col gap-2 rounded-md border border-border p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h4 className="font-medium">{provider.name}</h4>
        <Badge tone={provider.isFree ? 'success' : 'neutral'}>{provider.isFree ? 'Free' : 'Paid'}</Badge>
        {accounts > 0 ? <Badge tone="info">{accounts === 1 ? '1 account' : `${accounts} accounts`}</Badge> : null}
      </div>
      <p className="text-[0.8125rem] text-muted-foreground">{provider.about}</p>
      {provider.engines.length > 0 ? (
        <p className="text-xs text-muted-foreground">
          Read by {provider.engines.map((id) => engineInfo(id).name).join(', ')}
        </p>
      ) : null}
      {unlocked > 0 ? (
        <p className="text-xs font-medium">
          Makes {unlocked} more {unlocked === 1 ? 'analysis' : 'analyses'} possible
        </p>
      ) : null}
      {canChange ? (
        <Button
          variant="outline"
          size="sm"
          className="mt-auto w-fit"
          aria-label={`Connect ${provider.name}`}
          onClick={onChoose}
        >
          Connect
        </Button>
      ) : null}
    </li>
  );
}
