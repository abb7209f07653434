import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountApi, accountQueries } from '@/api/account';
import { ApiError, errorText } from '@/api/errors';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';
import { login, account as texts } from '@/lib/strings';

/** Replaces the recovery codes after confirmation by both factors. */
export function RenewCodes({ onRenewed }: { onRenewed: (recoveryCodes: string[]) => void }) {
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const renew = useMutation({
    mutationFn: accountApi.renewRecoveryCodes,
    onSuccess: (answer) => {
      onRenewed(answer.recoveryCodes);
      return queries.invalidateQueries({ queryKey: accountQueries.mfa().queryKey });
    },
  });
  if (!isAsked) {
    return (
      <Button needsNetwork variant="outline" onClick={() => setAsked(true)}>
        New recovery codes
      </Button>
    );
  }
  const fields = renew.error instanceof ApiError ? renew.error.fields : {};
  const rest = renew.error && !fields.password && !fields.code ? errorText(renew.error) : null;
  return (
    <form
      className="grid max-w-xs gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        renew.mutate({ password, code: code.replaceAll(/\s/g, '') });
      }}
    >
      <p className="text-[0.8125rem] text-muted-foreground">New codes invalidate the old ones.</p>
      <Field label={login.password} error={fields.password ?? null} hint={texts.noPassword}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Field label="Authenticator or recovery code" error={fields.code ?? rest}>
        {(control) => (
          <Input
            {...control}
            autoComplete="one-time-code"
            required
            className="font-mono tracking-widest"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button needsNetwork type="submit" busy={renew.isPending}>
          Renew codes
        </Button>
        <Button variant="ghost" onClick={() => setAsked(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
