import { useState } from 'react';
import { ApiError, errorText } from '@/api/errors';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';
import { login, account as texts } from '@/lib/strings';

/** Button of an action that requires the password and a code, with the form that asks for both. */
export function ConfirmBothFactors({
  opens,
  action,
  note,
  busy,
  error,
  onSubmit,
}: {
  /** Label of the button that opens the form. */
  opens: string;
  /** Label of the button that sends it. */
  action: string;
  note: string;
  busy: boolean;
  error: unknown;
  onSubmit: (factors: { password: string; code: string }) => void;
}) {
  const [isAsked, setAsked] = useState(false);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  if (!isAsked) {
    return (
      <Button needsNetwork variant="outline" onClick={() => setAsked(true)}>
        {opens}
      </Button>
    );
  }
  const fields = error instanceof ApiError ? error.fields : {};
  const rest = error && !fields.password && !fields.code ? errorText(error) : null;
  return (
    <form
      className="grid max-w-xs gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({ password, code: code.replaceAll(/\s/g, '') });
      }}
    >
      <p className="text-[0.8125rem] text-muted-foreground">{note}</p>
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
        <Button needsNetwork type="submit" busy={busy}>
          {action}
        </Button>
        <Button variant="ghost" onClick={() => setAsked(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
