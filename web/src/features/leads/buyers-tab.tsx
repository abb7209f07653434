import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { type Buyer, leadApi, leadQueries } from '@/api/leads';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Table, Td, Th } from '@/components/ui/table';
import { useVerticalName } from '@/hooks/use-vertical-name';
import { toastFailure } from '@/lib/failed';
import { formatMoney } from '@/lib/format';
import { BuyerDialog } from './buyer-dialog';
import { StatementDialog } from './statement-dialog';
import { timeOf } from './words';

/** Buyers of leads. */
export default function BuyersTab() {
  const query = useQuery(leadQueries.buyers());
  const [edited, setEdited] = useState<Buyer | 'new' | null>(null);
  const [removed, setRemoved] = useState<Buyer | null>(null);
  const [stated, setStated] = useState<Buyer | null>(null);
  const remove = useRemoval(() => setRemoved(null));
  return (
    <Card aria-label="Buyers" className="overflow-clip">
      <CardHeader
        title="Buyers"
        description="A lead goes to the first buyer by priority and price who takes its vertical and place, is open and below the caps."
        actions={
          <Button size="sm" onClick={() => setEdited('new')}>
            <Plus size={14} aria-hidden="true" />
            Add buyer
          </Button>
        }
      />
      <QueryPanel
        query={query}
        fallback="Failed to load the buyers."
        isEmpty={(buyers) => buyers.length === 0}
        empty={<EmptyPanel title="No buyers yet" text="Add a buyer: qualified leads wait until then." />}
      >
        {(buyers) => <BuyerTable buyers={buyers} onStatement={setStated} onEdit={setEdited} onRemove={setRemoved} />}
      </QueryPanel>
      <StatementDialog buyer={stated} onClose={() => setStated(null)} />
      <BuyerDialog buyer={edited} onClose={() => setEdited(null)} />
      <ConfirmDialog
        open={removed !== null}
        onClose={() => setRemoved(null)}
        onConfirm={() => removed && remove.mutate(removed.id)}
        busy={remove.isPending}
        title={`Delete ${removed?.name ?? 'the buyer'}?`}
        text="No more leads are sent to the buyer. Sent leads and the ledger remain."
        action="Delete buyer"
      />
    </Card>
  );
}

function BuyerTable({
  buyers,
  onStatement,
  onEdit,
  onRemove,
}: {
  buyers: readonly Buyer[];
  onStatement: (buyer: Buyer) => void;
  onEdit: (buyer: Buyer) => void;
  onRemove: (buyer: Buyer) => void;
}) {
  const verticalName = useVerticalName();
  return (
    <Table stacked label="Buyers">
      <thead>
        <tr>
          <Th className="pl-5">Buyer</Th>
          <Th numeric>Price</Th>
          <Th>Takes</Th>
          <Th>Hours and caps</Th>
          <Th className="pr-5">
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {buyers.map((buyer) => (
          <tr key={buyer.id}>
            <Td stack="title" className="pl-5">
              <span className="font-medium">{buyer.name}</span>{' '}
              {buyer.isPaused ? <Badge tone="warning">Paused</Badge> : null}{' '}
              {buyer.isExclusive ? <Badge tone="info">Exclusive</Badge> : null}
              <span className="block text-muted-foreground">{destinationOf(buyer)}</span>
            </Td>
            <Td stack="corner" numeric>
              {formatMoney(buyer.priceCents, buyer.currency, { exact: true })} a lead
            </Td>
            <Td stack="line">{takenBy(buyer, verticalName)}</Td>
            <Td stack="line">{termsOf(buyer)}</Td>
            <Td stack="line" className="pr-5">
              <div className="flex gap-2 sm:justify-end">
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`Statement of ${buyer.name}`}
                  onClick={() => onStatement(buyer)}
                >
                  Statement
                </Button>
                <Button variant="outline" size="sm" aria-label={`Edit ${buyer.name}`} onClick={() => onEdit(buyer)}>
                  Edit
                </Button>
                <Button
                  variant="outline"
                  size="sm"
                  needsNetwork
                  aria-label={`Delete ${buyer.name}`}
                  onClick={() => onRemove(buyer)}
                >
                  Delete
                </Button>
              </div>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function useRemoval(onEnd: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: leadApi.deleteBuyer,
    onError: (error) => toastFailure('Failed to delete the buyer', errorText(error)),
    onSettled: () => {
      onEnd();
      return queries.invalidateQueries({ queryKey: leadQueries.all() });
    },
  });
}

function destinationOf({ email, webhookId }: Buyer): string {
  if (email && webhookId) return `${email} and a webhook`;
  return email ?? (webhookId ? 'A webhook' : 'No address: its webhook was deleted');
}

function takenBy({ verticals, places }: Buyer, verticalName: (slug: string) => string): string {
  const part = (items: readonly string[], all: string) =>
    items.length === 0
      ? all
      : items.length > 3
        ? `${items.slice(0, 3).join('; ')} and ${items.length - 3} more`
        : items.join('; ');
  return `${part(verticals.map(verticalName), 'All verticals')}, ${part(places, 'all places')}`;
}

function termsOf(buyer: Buyer): string {
  const hours =
    buyer.opensMinute === null || buyer.opensMinute === undefined
      ? 'All hours'
      : `${timeOf(buyer.opensMinute)} to ${timeOf(buyer.closesMinute)}, ${buyer.timeZone}`;
  const caps = [
    buyer.dailyCap ? `${buyer.dailyCap} a day` : null,
    buyer.monthlyCap ? `${buyer.monthlyCap} a month` : null,
  ];
  return [hours, ...caps].filter(Boolean).join(', ');
}
