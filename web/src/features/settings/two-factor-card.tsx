import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { accountApi, accountQueries, type MfaStatus } from '@/api/account';
import { ApiError, errorText } from '@/api/errors';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { plural } from '@/lib/format';
import { showToast } from '@/lib/toast';
import { CodeForm } from './code-form';
import { ConfirmBothFactors } from './confirm-both-factors';
import { ConfirmIdentity } from './confirm-identity';
import { RecoveryCodes } from './recovery-codes';
import { RenewCodes } from './renew-codes';

const QrCode = lazy(() => import('@/components/ui/qr-code'));

/** Two-factor sign-in with an authenticator app. */
export function TwoFactorCard() {
  const status = useQuery(accountQueries.mfa());
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <Card>
      <CardHeader
        title="Two-factor sign-in"
        description="Requires a code from your phone in addition to your password."
        actions={status.data ? <State status={status.data} /> : null}
      />
      <CardBody>
        {codes ? (
          <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
        ) : (
          <QueryPanel
            query={status}
            fallback="Failed to load the two-factor status."
            loading={<Skeleton className="h-10 w-28" />}
          >
            {({ enabled }) => (enabled ? <WhileOn onCodes={setCodes} /> : <TurnOn onOn={setCodes} />)}
          </QueryPanel>
        )}
      </CardBody>
    </Card>
  );
}

function State({ status: { enabled, recoveryCodesLeft } }: { status: MfaStatus }) {
  if (!enabled) return <Badge>Off</Badge>;
  return (
    <Badge tone={recoveryCodesLeft > 2 ? 'success' : 'warning'}>
      on, {plural(recoveryCodesLeft, 'recovery code')} left
    </Badge>
  );
}

function useStatusChange() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: accountQueries.mfa().queryKey });
}

function fieldText(error: unknown, field: string): string | null {
  if (!error) return null;
  return (error instanceof ApiError ? error.fields[field] : undefined) ?? errorText(error);
}

function TurnOn({ onOn }: { onOn: (recoveryCodes: string[]) => void }) {
  const changed = useStatusChange();
  const begin = useMutation({ mutationFn: accountApi.beginMfa });
  const confirm = useMutation({
    mutationFn: accountApi.confirmMfa,
    onSuccess: (answer) => {
      onOn(answer.recoveryCodes);
      return changed();
    },
  });
  if (!begin.data) {
    return (
      <ConfirmIdentity
        action="Set up"
        busy={begin.isPending}
        error={fieldText(begin.error, 'password')}
        onSubmit={(password) => begin.mutate(password)}
      />
    );
  }
  const { secret, otpauthUrl } = begin.data;
  return (
    <div className="grid gap-6 sm:grid-cols-[auto_1fr]">
      <Suspense fallback={<Skeleton className="size-48" />}>
        <QrCode text={otpauthUrl} label="QR code for your authenticator app" />
      </Suspense>
      <div className="grid content-start gap-5">
        <p>
          Scan this with your authenticator app, or enter the secret manually:
          <code className="mt-2 block font-mono text-[0.8125rem] break-all select-all">{secret}</code>
        </p>
        <CodeForm
          label="Authenticator code"
          action="Turn on"
          busy={confirm.isPending}
          error={fieldText(confirm.error, 'code')}
          onSubmit={(code) => confirm.mutate(code)}
        />
      </div>
    </div>
  );
}

function WhileOn({ onCodes }: { onCodes: (recoveryCodes: string[]) => void }) {
  return (
    <div className="flex flex-wrap items-start gap-3">
      <RenewCodes onRenewed={onCodes} />
      <TurnOff />
    </div>
  );
}

function TurnOff() {
  const changed = useStatusChange();
  const disable = useMutation({
    mutationFn: accountApi.disableMfa,
    onSuccess: () => {
      showToast({ title: 'Two-factor sign-in is off' });
      return changed();
    },
  });
  return (
    <ConfirmBothFactors
      opens="Turn off"
      action="Turn off"
      note="Afterwards the password alone signs you in."
      busy={disable.isPending}
      error={disable.error}
      onSubmit={(factors) => disable.mutate(factors)}
    />
  );
}
