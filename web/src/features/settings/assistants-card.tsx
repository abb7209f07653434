import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';

/** How an AI assistant is connected: the address of the tools, and what it may do. */
export function AssistantsCard() {
  const address = `${window.location.origin}/mcp`;
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
          Add this address to the assistant as a server with streamable HTTP, and a key of yours as the bearer token.
          The scopes of the key, your budgets and your role apply to it. Approvals stay with you, here in the app.
        </p>
      </CardBody>
    </Card>
  );
}
