import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { type LeadSource, type LeadSourceChanges, leadApi, leadQueries } from '@/api/leads';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyButton } from '@/components/ui/copy-button';
import { ScrollBox } from '@/components/ui/scroll-box';
import { useVerticalName } from '@/hooks/use-vertical-name';
import { toastFailure } from '@/lib/failed';
import { SourceDialog } from './source-dialog';
import { KIND } from './words';

/** Forms and call tracking of the websites. */
export default function SourcesTab() {
  const query = useQuery(leadQueries.sources());
  const [edited, setEdited] = useState<LeadSource | 'new' | null>(null);
  return (
    <div className="grid gap-6">
      <Card>
        <CardHeader
          title="Forms and calls"
          description="Where leads come from: forms on your websites, and calls that CallRail or Twilio reports."
          actions={
            <Button size="sm" onClick={() => setEdited('new')}>
              <Plus size={14} aria-hidden="true" />
              Add source
            </Button>
          }
          className="pb-5"
        />
        <QueryPanel
          query={query}
          fallback="Failed to load the forms and calls."
          isEmpty={(sources) => sources.length === 0}
          empty={<EmptyPanel title="No form yet" text="Add a form to receive leads of a website." />}
        >
          {() => null}
        </QueryPanel>
      </Card>
      {(query.data ?? []).map((source) => (
        <SourceCard key={source.id} source={source} onEdit={() => setEdited(source)} />
      ))}
      <SourceDialog source={edited} onClose={() => setEdited(null)} />
    </div>
  );
}

function SourceCard({ source, onEdit }: { source: LeadSource; onEdit: () => void }) {
  const verticalName = useVerticalName();
  const [isRemoving, setRemoving] = useState(false);
  const { update, remove } = useSourceActions(() => setRemoving(false));
  const code = source.kind === 'form' ? formCode(source) : source.address;
  return (
    <Card aria-label={source.name}>
      <CardHeader
        title={source.name}
        description={[KIND[source.kind], source.vertical && verticalName(source.vertical), source.place]
          .filter(Boolean)
          .join(' · ')}
        actions={
          <Badge tone={source.isEnabled ? 'success' : 'neutral'} dot>
            {source.isEnabled ? 'Enabled' : 'Disabled'}
          </Badge>
        }
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <details className="text-[0.8125rem]">
          <summary className="min-h-6 cursor-pointer font-medium">
            {source.kind === 'form' ? 'HTML of the form' : 'Webhook address'}
          </summary>
          <p className="my-2 text-muted-foreground">
            {source.kind === 'form'
              ? 'Copy this form into a page. Change its labels and its design, but keep the names of its fields.'
              : `Set this address as the webhook in ${KIND[source.kind]}. Calls of at least ${source.minSeconds} seconds are qualified leads.`}
          </p>
          <ScrollBox label="Code" className="max-h-48 overflow-auto rounded-md bg-muted p-3">
            <pre className="font-mono text-xs">{code}</pre>
          </ScrollBox>
        </details>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={code} />
          <Button variant="outline" size="sm" onClick={onEdit}>
            Edit source
          </Button>
          <Button
            variant="outline"
            size="sm"
            needsNetwork
            busy={update.isPending}
            onClick={() => update.mutate({ id: source.id, isEnabled: !source.isEnabled })}
          >
            {source.isEnabled ? 'Disable source' : 'Enable source'}
          </Button>
          <Button variant="outline" size="sm" needsNetwork onClick={() => setRemoving(true)}>
            Delete source
          </Button>
        </div>
      </CardBody>
      <ConfirmDialog
        open={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate(source.id)}
        busy={remove.isPending}
        title={`Delete ${source.name}?`}
        text="Its address stops working at once. Its leads remain. This cannot be undone."
        action="Delete source"
      />
    </Card>
  );
}

function useSourceActions(onRemoved: () => void) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: leadQueries.all() });
  const update = useMutation({
    mutationFn: (change: LeadSourceChanges & { id: string }) => leadApi.changeSource(change),
    onError: (error) => toastFailure('Failed to change the source', errorText(error)),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: leadApi.deleteSource,
    onError: (error) => toastFailure('Failed to delete the source', errorText(error)),
    onSettled: () => {
      onRemoved();
      return refresh();
    },
  });
  return { update, remove };
}

/** HTML of a form: it works without script, and its consent is unticked. */
export function formCode({ address, consentText }: LeadSource): string {
  const consent = consentText.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return `<form method="post" action="${address}">
  <label>Name <input name="name" autocomplete="name"></label>
  <label>Phone <input name="phone" type="tel" autocomplete="tel" required></label>
  <label>Email <input name="email" type="email" autocomplete="email"></label>
  <label>Message <textarea name="message"></textarea></label>
  <div hidden><label>Leave empty <input name="company_url" tabindex="-1" autocomplete="off"></label></div>
  <label><input type="checkbox" name="consent" required> ${consent}</label>
  <button>Send request</button>
</form>`;
}
