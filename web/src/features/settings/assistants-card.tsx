import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Assistant, assistantApi, assistantQueries } from '@/api/assistants';
import { errorText } from '@/api/errors';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyButton } from '@/components/ui/copy-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { toastFailure } from '@/lib/failed';

/** How an AI assistant is connected, and those that are. */
export function AssistantsCard() {
  const address = `${window.location.origin}/mcp`;
  const assistants = useQuery(assistantQueries.list());
  return (
    <Card>
      <CardHeader
        title="AI assistants"
        description="Assistants that speak the Model Context Protocol can work with your data through tools."
      />
      <CardBody className="grid gap-4">
        <div className="flex flex-wrap items-center gap-2">
          <code className="min-w-0 rounded-md bg-muted px-3 py-2 font-mono text-[0.8125rem] break-all select-all">
            {address}
          </code>
          <CopyButton text={address} />
        </div>
        <p className="text-[0.8125rem] text-muted-foreground">
          Add this address to the assistant as a server with streamable HTTP. It opens a page here that asks for your
          permission. An assistant that cannot do so takes a key of yours as the bearer token. Scopes, budgets and your
          role apply. Approvals stay with you, here in the app.
        </p>
        <QueryPanel query={assistants} fallback="Failed to load the assistants.">
          {(list) => <Assistants list={list} />}
        </QueryPanel>
      </CardBody>
    </Card>
  );
}

function Assistants({ list }: { list: Assistant[] }) {
  const [chosen, setChosen] = useState<Assistant | null>(null);
  const queries = useQueryClient();
  const disconnect = useMutation({
    mutationFn: assistantApi.disconnect,
    onError: (error) => toastFailure('Failed to disconnect the assistant', errorText(error)),
    onSettled: () => {
      setChosen(null);
      return queries.invalidateQueries({ queryKey: assistantQueries.list().queryKey });
    },
  });
  if (list.length === 0) return <p className="text-[0.8125rem] text-muted-foreground">No assistant is connected.</p>;
  return (
    <>
      <ul aria-label="Connected assistants" className="divide-y divide-border border-t border-border">
        {list.map((assistant) => (
          <Row key={assistant.id} assistant={assistant} onDisconnect={() => setChosen(assistant)} />
        ))}
      </ul>
      <ConfirmDialog
        open={chosen !== null}
        onClose={() => setChosen(null)}
        onConfirm={() => chosen && disconnect.mutate(chosen.id)}
        busy={disconnect.isPending}
        title={`Disconnect ${chosen?.name ?? 'the assistant'}?`}
        text="It loses access at once. You can connect it again."
        action="Disconnect"
      />
    </>
  );
}

function Row({ assistant, onDisconnect }: { assistant: Assistant; onDisconnect: () => void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium break-words">{assistant.name}</p>
        <p className="text-[0.8125rem] text-muted-foreground">
          {assistant.host}. {assistant.scopes.includes('write') ? 'Reads and writes' : 'Reads only'}. Last used:{' '}
          <RelativeTime at={assistant.lastUsedAt} />
        </p>
      </div>
      <Button
        needsNetwork
        variant="outline"
        size="sm"
        aria-label={`Disconnect ${assistant.name}`}
        onClick={onDisconnect}
      >
        Disconnect
      </Button>
    </li>
  );
}
