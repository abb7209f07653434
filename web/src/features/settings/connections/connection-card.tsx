import { useState } from 'react';
import type { Connection, DataProvider } from '@/api/connections';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CardBody } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { FoldingCard } from '@/components/ui/folding-card';
import { Progress } from '@/components/ui/progress';
import { RelativeTime } from '@/components/ui/relative-time';
import { PHONE, useMedia } from '@/hooks/use-media';
import { formatMicros } from '@/lib/format';
import { STATUS } from './connection-words';
import { EditDialog } from './edit-dialog';
import { PropertyForm } from './property-form';
import { useCanChange, useConnectionActions, useGoogleConsent } from './use-connections';

/** A connected account: status, budget, and what can be done with it. */
export function ConnectionCard({ connection, provider }: { connection: Connection; provider?: DataProvider }) {
  const [isRemoving, setRemoving] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const { test, remove } = useConnectionActions(() => setRemoving(false));
  const canChange = useCanChange();
  const isPhone = useMedia(PHONE);
  const { name, providerName, isTesting } = connection;
  const status = isTesting ? { tone: 'info' as const, word: 'Testing' } : STATUS[connection.status];
  const badge = (
    <Badge tone={status.tone} dot>
      {status.word}
    </Badge>
  );
  return (
    <FoldingCard
      level={3}
      title={name}
      summary={badge}
      // What needs attention is open at first.
      open={!isTesting && connection.status !== 'connected'}
      description={[name === providerName ? '' : providerName, connection.baseUrl].filter(Boolean).join(' · ')}
      actions={isPhone ? null : badge}
    >
      <CardBody className="grid gap-4">
        <StatusMessage connection={connection} isTesting={isTesting || test.isPending} />
        {canChange && provider?.takesWebsite ? <PropertyForm connection={connection} choice={provider.choice} /> : null}
        <Spending connection={connection} isFree={provider?.isFree ?? false} />
        {canChange ? (
          <div className="flex flex-wrap items-center gap-2">
            <Button
              needsNetwork
              variant="outline"
              size="sm"
              busy={test.isPending || isTesting}
              onClick={() => test.mutate(connection.id)}
            >
              Test connection
            </Button>
            <Button
              needsNetwork
              variant="outline"
              size="sm"
              aria-label={`Edit ${name}`}
              onClick={() => setEditing(true)}
            >
              Edit
            </Button>
            {provider?.signsIn ? <Renew connection={connection} provider={provider} /> : null}
            <Button
              needsNetwork
              variant="outline"
              size="sm"
              aria-label={`Disconnect ${name}`}
              onClick={() => setRemoving(true)}
            >
              Disconnect
            </Button>
          </div>
        ) : null}
      </CardBody>
      {provider && isEditing ? (
        <EditDialog connection={connection} provider={provider} onClose={() => setEditing(false)} />
      ) : null}
      <ConfirmDialog
        open={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate(connection.id)}
        busy={remove.isPending}
        title={`Disconnect ${name}?`}
        text="The stored credentials are erased, and no more data are fetched. Imported data and the list of calls stay."
        action="Disconnect account"
      />
    </FoldingCard>
  );
}

/** Message about the status; not while a test is about to replace it. */
function StatusMessage({ connection, isTesting }: { connection: Connection; isTesting: boolean }) {
  const { message, status, testedAt } = connection;
  if (!message || isTesting) return null;
  return (
    <p className="text-[0.8125rem] wrap-anywhere">
      {message}
      {status === 'connected' || testedAt === null ? null : (
        <span className="text-muted-foreground">
          {' '}
          Last test <RelativeTime at={testedAt} />.
        </span>
      )}
    </p>
  );
}

function Renew({ connection, provider }: { connection: Connection; provider: DataProvider }) {
  const consent = useGoogleConsent();
  if (!provider.isAvailable) return null;
  return (
    <Button
      needsNetwork
      variant="outline"
      size="sm"
      busy={consent.isPending || consent.isSuccess}
      onClick={() => consent.mutate({ provider: provider.id, connectionId: connection.id })}
    >
      Sign in again
    </Button>
  );
}

function Spending({ connection, isFree }: { connection: Connection; isFree: boolean }) {
  const { dayBudgetMicros, monthBudgetMicros, spentTodayMicros, spentMonthMicros } = connection;
  const isUsed = spentMonthMicros > 0 || dayBudgetMicros !== null || monthBudgetMicros !== null;
  return (
    <div className="grid gap-3">
      {isFree && !isUsed ? (
        <p className="text-[0.8125rem] text-muted-foreground">Calls of this provider are free.</p>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-1">
          <Budget label="Today" spent={spentTodayMicros} budget={dayBudgetMicros} />
          <Budget label="This month" spent={spentMonthMicros} budget={monthBudgetMicros} />
        </div>
      )}
      <p className="text-xs text-muted-foreground">
        Last used <RelativeTime at={connection.lastUsedAt} /> · Tested <RelativeTime at={connection.testedAt} />
      </p>
    </div>
  );
}

/** Spending against a budget. Days and months are in UTC. */
export function Budget({ label, spent, budget }: { label: string; spent: number; budget: number | null }) {
  const share = budget === null ? null : budget === 0 ? 100 : (spent / budget) * 100;
  return (
    <div className="grid gap-1.5">
      <p className="flex justify-between gap-3 text-[0.8125rem]">
        <span className="text-muted-foreground">{label}</span>
        <span className="tabular">
          {formatMicros(spent)} {budget === null ? '(no limit)' : `of ${formatMicros(budget)}`}
        </span>
      </p>
      {share === null ? null : <Progress value={share} label={`${label}: share of the budget spent`} />}
    </div>
  );
}
