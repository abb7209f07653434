import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import {
  type AskedByAssistant,
  type AssistantRequest,
  type AssistantScope,
  assistantApi,
  assistantQueries,
} from '@/api/assistants';
import { errorText } from '@/api/errors';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { useAuth } from '@/hooks/use-auth';
import { receiverOf, requestOf } from './request';

/** Page that an AI assistant opens to ask for permission. */
export default function AllowPage() {
  const request = requestOf(useSearchParams()[0]);
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title="Connect an assistant" />
      <Card>
        <CardBody>
          {request ? (
            <Request request={request} />
          ) : (
            <Callout tone="danger" title="This link is incomplete. Start again in the assistant." />
          )}
        </CardBody>
      </Card>
    </div>
  );
}

function Request({ request }: { request: AssistantRequest }) {
  const asked = useQuery(assistantQueries.request(request));
  if (asked.isError) return <Callout tone="danger" title={errorText(asked.error)} />;
  return (
    <QueryPanel query={asked} fallback="Failed to load the request of the assistant.">
      {(data) => <Decision request={request} asked={data} />}
    </QueryPanel>
  );
}

const SCOPE_TEXTS: Partial<Record<AssistantScope, { label: string; text: string }>> = {
  read: { label: 'Read your data', text: 'Keywords, ranks, crawls, leads, revenue and everything else that you see.' },
  write: { label: 'Work for you', text: 'Start runs, write documents, add data and spend within your budgets.' },
};

function Decision({ request, asked }: { request: AssistantRequest; asked: AskedByAssistant }) {
  const { user } = useAuth();
  const [mayWrite, setMayWrite] = useState(asked.scopes.includes('write'));
  const allow = useMutation({
    mutationFn: () =>
      assistantApi.allow({ request, scopes: asked.scopes.filter((scope) => scope === 'read' || mayWrite) }),
    onSuccess: ({ redirectUrl }) => window.location.assign(redirectUrl),
  });
  useEffect(() => {
    if (asked.refusal) window.location.assign(asked.deniedUrl);
  }, [asked]);
  if (asked.refusal) {
    return <Callout tone="danger" title={`${asked.name} asks in a way that is not supported. It gets an error.`} />;
  }
  return (
    <div className="grid gap-5">
      {allow.isError ? <Callout tone="danger" title={errorText(allow.error)} /> : null}
      <p>
        <strong className="break-words">{asked.name}</strong> wants to work in Motherlode as{' '}
        <strong className="wrap-anywhere">{user?.email}</strong>. The answer goes to{' '}
        <strong className="wrap-anywhere">{receiverOf(asked.redirectUri)}</strong>.
      </p>
      <Scopes scopes={asked.scopes} mayWrite={mayWrite} onChange={setMayWrite} />
      <p className="text-[0.8125rem] text-muted-foreground">
        Nobody has checked the name. Allow it only if you have just asked for this in the assistant. Approvals and
        administration stay with you. You can{' '}
        <Link className="underline underline-offset-2 hover:text-foreground" to="/settings?tab=api-keys">
          disconnect it
        </Link>{' '}
        at any time.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button needsNetwork busy={allow.isPending || allow.isSuccess} onClick={() => allow.mutate()}>
          Allow
        </Button>
        <Button variant="outline" onClick={() => window.location.assign(asked.deniedUrl)}>
          Do not allow
        </Button>
      </div>
    </div>
  );
}

function Scopes({
  scopes,
  mayWrite,
  onChange,
}: {
  scopes: readonly AssistantScope[];
  mayWrite: boolean;
  onChange: (mayWrite: boolean) => void;
}) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-[0.8125rem] font-medium">What it may do</legend>
      {scopes.map((scope) => (
        <label key={scope} className="flex items-start gap-3 rounded-md border border-border p-3">
          <input
            type="checkbox"
            className="mt-0.5 size-4 shrink-0 accent-primary"
            checked={scope === 'read' || mayWrite}
            disabled={scope === 'read'}
            onChange={(event) => onChange(event.target.checked)}
          />
          <span className="min-w-0">
            <span className="block font-medium">{SCOPE_TEXTS[scope]?.label ?? scope}</span>
            <span className="block text-[0.8125rem] text-muted-foreground">{SCOPE_TEXTS[scope]?.text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
