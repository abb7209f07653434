import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { type ApiKey, accountApi, accountQueries } from '@/api/account';
import { errorText } from '@/api/errors';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { RelativeTime } from '@/components/ui/relative-time';
import { Table, Td, Th } from '@/components/ui/table';
import { toastFailure } from '@/lib/failed';
import { formatDate } from '@/lib/format';
import { ApiKeyForm } from './api-key-form';
import { AssistantsCard } from './assistants-card';
import { NewSecret } from './new-secret';

export default function ApiKeysTab() {
  const keys = useQuery(accountQueries.apiKeys());
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card>
        <CardHeader
          title="New key"
          description="For programs that act on your behalf. Choose only the scopes that the program needs."
        />
        <CardBody>
          {secret ? (
            <NewSecret title="Copy the key now" secret={secret} onDone={() => setSecret(null)} />
          ) : (
            <ApiKeyForm onCreated={setSecret} />
          )}
        </CardBody>
      </Card>
      <Card>
        <CardHeader title="Your keys" />
        <div className="p-2 pt-3">
          <QueryPanel
            query={keys}
            fallback="Failed to load the API keys."
            isEmpty={(list) => list.length === 0}
            empty={
              <EmptyPanel icon={KeyRound} title="No keys yet" text="Create a key to use the API from a program." />
            }
          >
            {(list) => <KeyTable keys={list} />}
          </QueryPanel>
        </div>
      </Card>
      <AssistantsCard />
    </div>
  );
}

function KeyTable({ keys }: { keys: ApiKey[] }) {
  const [chosen, setChosen] = useState<ApiKey | null>(null);
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: accountApi.deleteApiKey,
    onError: (error) => toastFailure('Failed to delete the key', errorText(error)),
    onSettled: () => {
      setChosen(null);
      return queries.invalidateQueries({ queryKey: accountQueries.apiKeys().queryKey });
    },
  });
  return (
    <>
      <Table stacked label="Your API keys">
        <thead>
          <tr>
            <Th>Name</Th>
            <Th>Key</Th>
            <Th>Scopes</Th>
            <Th>Last used</Th>
            <Th>Expires</Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <Td stack="title" className="font-medium">
                {key.name}
              </Td>
              <Td label="Key" className="font-mono text-xs whitespace-nowrap">
                {key.prefix}…
              </Td>
              <Td label="Scopes" className="text-muted-foreground">
                {key.scopes.join(', ')}
              </Td>
              <Td label="Last used" className="whitespace-nowrap text-muted-foreground">
                <RelativeTime at={key.lastUsedAt} />
              </Td>
              <Td label="Expires" className="whitespace-nowrap text-muted-foreground">
                {key.expiresAt ? formatDate(key.expiresAt) : 'never'}
              </Td>
              <Td stack="corner" className="text-right">
                <Button
                  needsNetwork
                  variant="outline"
                  size="sm"
                  aria-label={`Delete ${key.name}`}
                  onClick={() => setChosen(key)}
                >
                  Delete
                </Button>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <ConfirmDialog
        open={chosen !== null}
        onClose={() => setChosen(null)}
        onConfirm={() => chosen && remove.mutate(chosen.id)}
        busy={remove.isPending}
        title={`Delete ${chosen?.name ?? 'the key'}?`}
        text="Programs that use it lose access. This cannot be undone."
        action="Delete key"
      />
    </>
  );
}
