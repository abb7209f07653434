import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { connectionApi, connectionQueries, type DataProvider } from '@/api/connections';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Dialog } from '@/components/ui/dialog';
import { Fold } from '@/components/ui/fold';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { formatUnitPrice } from '@/lib/format';
import { microsOf } from './connection-words';
import { BudgetFields, CredentialFields, emptyCredentials, enteredOf, fieldOf } from './credential-fields';
import { useGoogleConsent } from './use-connections';

/** Connects an account of a provider: by credentials, or on Google's consent page. */
export function ConnectDialog({ provider, onClose }: { provider: DataProvider | null; onClose: () => void }) {
  return (
    <Dialog
      open={provider !== null}
      onClose={onClose}
      title={`Connect ${provider?.name ?? ''}`}
      description={provider?.about}
    >
      {provider === null ? null : (
        <div className="grid gap-5">
          <Help provider={provider} />
          {provider.signsIn ? <Consent provider={provider} /> : <KeyForm provider={provider} onClose={onClose} />}
          <Prices provider={provider} />
        </div>
      )}
    </Dialog>
  );
}

function Help({ provider }: { provider: DataProvider }) {
  return (
    <div className="grid gap-1 text-[0.8125rem]">
      <p>{provider.help}</p>
      {provider.signsIn ? null : (
        <a
          href={provider.signUpUrl}
          target="_blank"
          rel="noreferrer"
          className="inline-flex w-fit items-center gap-1.5 text-brand hover:underline"
        >
          Get credentials
          <ExternalLink size={13} aria-hidden="true" />
        </a>
      )}
    </div>
  );
}

function Consent({ provider }: { provider: DataProvider }) {
  const consent = useGoogleConsent();
  if (!provider.isAvailable) {
    return (
      <Callout tone="warning" title="Signing in with Google is not set up for data">
        <p>
          The operator of this installation sets <code>GOOGLE_DATA_CLIENT_ID</code> and{' '}
          <code>GOOGLE_DATA_CLIENT_SECRET</code>. Until then, import the exports of {provider.name}.
        </p>
      </Callout>
    );
  }
  return (
    <div className="flex justify-end">
      <Button
        needsNetwork
        busy={consent.isPending || consent.isSuccess}
        onClick={() => consent.mutate({ provider: provider.id })}
      >
        Continue to Google
      </Button>
    </div>
  );
}

function KeyForm({ provider, onClose }: { provider: DataProvider; onClose: () => void }) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: {
      name: '',
      credentials: emptyCredentials(provider),
      baseUrl: '',
      dayBudget: '',
      monthBudget: '',
    },
    save: (values) =>
      connectionApi.create({
        provider: provider.id,
        name: values.name,
        credentials: enteredOf(values),
        baseUrl: values.baseUrl,
        dayBudgetMicros: microsOf(values.dayBudget),
        monthBudgetMicros: microsOf(values.monthBudget),
      }),
    nameOf: fieldOf,
    onSaved: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: connectionQueries.all() });
    },
  });
  return (
    <Form form={form} autoComplete="off">
      <LeaveGuard isDirty={form.isDirty} />
      <CredentialFields control={form.control} provider={provider} />
      <TextField
        control={form.control}
        name="name"
        label="Name (optional)"
        hint="Distinguishes several accounts of a provider."
        maxLength={100}
      />
      {provider.isFree ? null : <BudgetFields control={form.control} />}
      <p className="text-xs text-muted-foreground">
        The credentials are stored encrypted and are never shown again. A test with one call starts at once.
      </p>
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          Connect account
        </Button>
      </div>
    </Form>
  );
}

/** Price list of a provider, with source and date. */
function Prices({ provider }: { provider: DataProvider }) {
  const [first] = provider.prices;
  if (!first) return <p className="text-[0.8125rem] text-muted-foreground">Calls of this provider are free.</p>;
  return (
    <Fold className="text-[0.8125rem]" title={<span className="font-medium">Prices as of {first.noted}</span>}>
      <ul className="mt-2 grid gap-1.5">
        {provider.prices.map((price) => (
          <li key={`${price.subject} ${price.counted}`} className="flex justify-between gap-4">
            <span className="text-muted-foreground">
              {price.subject}, each {price.counted}
              {price.isConfirmed ? '' : ' (not confirmed)'}
            </span>
            <span className="tabular">{formatUnitPrice(price.priceMicros)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-xs text-muted-foreground">
        {first.source ? <Source url={first.source} /> : 'Check the page of the provider.'} Prices that are not confirmed
        come from other sources. The reported cost of a call counts, where the provider reports one.
      </p>
    </Fold>
  );
}

function Source({ url }: { url: string }) {
  return (
    <>
      Source:{' '}
      <a href={url} target="_blank" rel="noreferrer" className="wrap-anywhere text-brand underline">
        {new URL(url).host}
      </a>
      .
    </>
  );
}
