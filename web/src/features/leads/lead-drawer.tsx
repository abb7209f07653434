import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { type LeadMove, type LeadMoveInput, leadApi, leadQueries, ledgerQueries, type ReceivedLead } from '@/api/leads';
import { rentalApi } from '@/api/rentals';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Drawer } from '@/components/ui/dialog';
import { Field, Input } from '@/components/ui/field';
import { toastFailure } from '@/lib/failed';
import { formatDateTime, formatDuration, formatMoney } from '@/lib/format';
import { amountOf, centsOf, KIND, MOVE, STATUS } from './words';

/** A lead with its history and the moves that its status allows; closed without an id. */
export function LeadDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const query = useQuery({ ...leadQueries.detail(id ?? ''), enabled: id !== null });
  const lead = id === null ? undefined : query.data?.lead;
  return (
    <Drawer
      open={id !== null}
      onClose={onClose}
      title={lead ? lead.name || lead.phone || lead.email || 'Lead' : 'Lead'}
      description={lead ? `${KIND[lead.kind]} · ${formatDateTime(lead.receivedAt)}` : undefined}
      className="w-[min(34rem,100vw)]"
    >
      <QueryPanel query={query} fallback="Failed to load the lead.">
        {(data) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 text-[0.8125rem]">
            <Moves key={data.lead.status} lead={data.lead} moves={data.moves} nextBuyer={data.nextBuyer ?? null} />
            {data.waitsBecause ? <p className="text-muted-foreground">{data.waitsBecause}</p> : null}
            <Details lead={data.lead} />
            <section>
              <h3 className="mb-1.5 font-semibold">History</h3>
              <ol className="grid gap-2">
                {data.history.map((change) => (
                  <li key={`${change.at} ${change.status}`} className="flex flex-wrap items-baseline gap-x-2">
                    <Badge tone={STATUS[change.status].tone}>{STATUS[change.status].name}</Badge>
                    <span className="text-muted-foreground">
                      {[formatDateTime(change.at), change.buyerName, change.userName, change.note]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </li>
                ))}
              </ol>
            </section>
            <Erasure lead={data.lead} />
          </div>
        )}
      </QueryPanel>
    </Drawer>
  );
}

function Moves({
  lead,
  moves,
  nextBuyer,
}: {
  lead: ReceivedLead;
  moves: readonly LeadMove[];
  nextBuyer: string | null;
}) {
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const [amount, setAmount] = useState(amountOf(lead.priceCents ?? 0));
  const move = useMutation({
    mutationFn: (input: LeadMoveInput) => leadApi.move({ id: lead.id, ...input }),
    onError: (error) => toastFailure('Failed to change the lead', errorText(error)),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: leadQueries.all() }),
        queries.invalidateQueries({ queryKey: ledgerQueries.all() }),
      ]),
  });
  const cents = centsOf(amount);
  const isWrong = moves.includes('refund') && (cents === null || cents > (lead.priceCents ?? 0));
  return (
    <section className="grid gap-3" aria-label="Status">
      <Destination lead={lead} nextBuyer={nextBuyer} />
      {moves.length > 0 ? (
        <Field label="Note (optional)">
          {(control) => (
            <Input {...control} maxLength={1000} value={note} onChange={(event) => setNote(event.target.value)} />
          )}
        </Field>
      ) : null}
      {moves.includes('refund') ? (
        <Field
          label={`Refunded amount (${lead.currency})`}
          error={isWrong ? `Enter 0.01 to ${amountOf(lead.priceCents ?? 0)}.` : null}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
            />
          )}
        </Field>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {moves.map((each) => (
          <Button
            key={each}
            size="sm"
            variant={each === 'accept' || each === 'qualify' ? 'primary' : 'outline'}
            needsNetwork
            busy={move.isPending && move.variables.move === each}
            disabled={move.isPending || (each === 'refund' && isWrong)}
            onClick={() =>
              move.mutate({ move: each, note, amountCents: each === 'refund' && cents !== null ? cents : undefined })
            }
          >
            {each === 'qualify' && lead.status === 'rejected' ? 'Offer to next buyer' : MOVE[each]}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** Status of a lead, and who got it or gets it next. */
function Destination({ lead, nextBuyer }: { lead: ReceivedLead; nextBuyer: string | null }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge tone={STATUS[lead.status].tone} dot>
        {STATUS[lead.status].name}
      </Badge>
      {lead.status === 'qualified' ? (
        <span className="text-muted-foreground">
          {lead.routeAt ? 'Waits for a buyer.' : 'No buyer took it within a week.'}
        </span>
      ) : null}
      {lead.tenantName ? (
        <span className="text-muted-foreground">{lead.tenantName}, who rents the website. No price.</span>
      ) : null}
      {lead.status === 'rejected' ? (
        <span className="text-muted-foreground">
          {nextBuyer ? `Next buyer: ${nextBuyer}.` : 'No other buyer takes it.'}
        </span>
      ) : null}
      {lead.buyerName ? (
        <span className="text-muted-foreground">
          {lead.buyerName}, {formatMoney(lead.priceCents, lead.currency ?? undefined)}
          {lead.deliveryStatus ? `, delivery ${lead.deliveryStatus}` : ''}
        </span>
      ) : null}
    </div>
  );
}

/** Erases the personal data of the person, or says when they were erased. */
function Erasure({ lead }: { lead: ReceivedLead }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const erase = useMutation({
    mutationFn: () => rentalApi.eraseLead(lead.id),
    onError: (error) => toastFailure('Failed to erase the personal data', errorText(error)),
    onSettled: () => {
      setAsking(false);
      return queries.invalidateQueries({ queryKey: leadQueries.all() });
    },
  });
  return (
    <section aria-label="Personal data">
      <h3 className="mb-1.5 font-semibold">Personal data</h3>
      {lead.erasedAt ? (
        <p className="text-muted-foreground">Erased on {formatDateTime(lead.erasedAt)}.</p>
      ) : (
        <Button size="sm" variant="outline" needsNetwork onClick={() => setAsking(true)}>
          Erase personal data
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => erase.mutate()}
        busy={erase.isPending}
        title="Erase personal data?"
        text="Name, contact, message and fields are erased from all leads of this person. Status, history and ledger stay. This cannot be undone."
        action="Erase personal data"
      />
    </section>
  );
}

function Details({ lead }: { lead: ReceivedLead }) {
  const rows: [string, string | null | undefined][] = [
    ['Phone', lead.phone],
    ['Email', lead.email],
    ['Message', lead.message],
    ...Object.entries(lead.fields),
    ['Call', lead.callSeconds === null ? null : formatDuration((lead.callSeconds ?? 0) * 1000)],
    ['Vertical', lead.vertical],
    ['Place', lead.place],
    ['Page', lead.page],
    ['Keyword', lead.keyword],
    ['Consent', lead.consentText ? `${lead.consentText} (${formatDateTime(lead.consentedAt)})` : null],
  ];
  return (
    <dl className="grid gap-3">
      {rows
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-muted-foreground">{name}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
