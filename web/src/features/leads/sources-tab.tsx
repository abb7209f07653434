import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { type LeadSource, type LeadSourceChanges, leadApi, leadQueries } from '@/api/leads';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyButton } from '@/components/ui/copy-button';
import { Fold } from '@/components/ui/fold';
import { Pages } from '@/components/ui/pages';
import { ScrollBox } from '@/components/ui/scroll-box';
import { TALL_ROWS, useRowPages } from '@/components/ui/use-row-pages';
import { useVerticalName } from '@/hooks/use-vertical-name';
import { toastFailure } from '@/lib/failed';
import { SourceDialog } from './source-dialog';
import { KIND } from './words';

/** Forms and call tracking of the websites. */
export default function SourcesTab() {
  const query = useQuery(leadQueries.sources());
  const [edited, setEdited] = useState<LeadSource | 'new' | null>(null);
  const { rows, ...pages } = useRowPages('page', '', query.data ?? [], WHOLE, null, TALL_ROWS);
  return (
    <Card aria-label="Forms and calls">
      <CardHeader
        title="Forms and calls"
        description="Where leads come from: forms on your websites, and calls that CallRail or Twilio reports."
        actions={
          <Button size="sm" onClick={() => setEdited('new')}>
            <Plus size={14} aria-hidden="true" />
            Add source
          </Button>
        }
        className="pb-4"
      />
      <QueryPanel
        query={query}
        fallback="Failed to load the forms and calls."
        isEmpty={(sources) => sources.length === 0}
        empty={<EmptyPanel title="No form yet" text="Add a form to receive leads of a website." className="pt-4" />}
      >
        {() => (
          <ul className="divide-y divide-border border-t border-border">
            {rows.map((source) => (
              <li key={source.id}>
                <Source source={source} onEdit={() => setEdited(source)} />
              </li>
            ))}
          </ul>
        )}
      </QueryPanel>
      <Pages label="Pages of the forms and calls" {...pages} />
      <SourceDialog source={edited} onClose={() => setEdited(null)} />
    </Card>
  );
}

/** The server sends all sources at once. */
const WHOLE = { hasNextPage: false, isFetchingNextPage: false, isError: false, fetchNextPage: () => undefined };

function Source({ source, onEdit }: { source: LeadSource; onEdit: () => void }) {
  const verticalName = useVerticalName();
  const [isRemoving, setRemoving] = useState(false);
  const { update, remove } = useSourceActions(() => setRemoving(false));
  const about = [KIND[source.kind], source.vertical && verticalName(source.vertical), source.place];
  return (
    <section aria-label={source.name} className="grid grid-cols-[minmax(0,1fr)] gap-2 px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h3 className="font-medium wrap-anywhere">{source.name}</h3>
            <Badge tone={source.isEnabled ? 'success' : 'neutral'} dot>
              {source.isEnabled ? 'Enabled' : 'Disabled'}
            </Badge>
          </div>
          <p className="mt-0.5 text-[0.8125rem] text-muted-foreground">{about.filter(Boolean).join(' · ')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" aria-label={`Edit ${source.name}`} onClick={onEdit}>
            Edit
          </Button>
          <Button
            variant="outline"
            size="sm"
            needsNetwork
            busy={update.isPending}
            aria-label={`${source.isEnabled ? 'Disable' : 'Enable'} ${source.name}`}
            onClick={() => update.mutate({ id: source.id, isEnabled: !source.isEnabled })}
          >
            {source.isEnabled ? 'Disable' : 'Enable'}
          </Button>
          <Button
            variant="outline"
            size="sm"
            needsNetwork
            aria-label={`Delete ${source.name}`}
            onClick={() => setRemoving(true)}
          >
            Delete
          </Button>
        </div>
      </div>
      <Code source={source} />
      <ConfirmDialog
        open={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate(source.id)}
        busy={remove.isPending}
        title={`Delete ${source.name}?`}
        text="Its address stops working at once. Its leads remain. This cannot be undone."
        action="Delete source"
      />
    </section>
  );
}

/** What a page or a call tracker needs to send leads here. */
function Code({ source }: { source: LeadSource }) {
  const isForm = source.kind === 'form';
  const code = isForm ? formCode(source) : source.address;
  return (
    <Fold look="quiet" title={isForm ? 'HTML of the form' : 'Webhook address'}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 text-[0.8125rem]">
        <p className="text-muted-foreground">
          {isForm
            ? 'Copy this form into a page. Change its labels and its design, but keep the names of its fields.'
            : `Set this address as the webhook in ${KIND[source.kind]}. Calls of at least ${source.minSeconds} seconds are qualified leads.`}
        </p>
        <ScrollBox label="Code" className="max-h-48 overflow-auto rounded-md bg-muted p-3">
          <pre className="font-mono text-xs">{code}</pre>
        </ScrollBox>
        <div>
          <CopyButton text={code} />
        </div>
      </div>
    </Fold>
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
