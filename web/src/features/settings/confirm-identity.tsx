import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';
import { login, account as texts } from '@/lib/strings';

/** Button of a sensitive action, which asks for the password first. */
export function ConfirmIdentity({
  action,
  busy,
  error,
  onSubmit,
}: {
  action: string;
  busy: boolean;
  error: string | null;
  onSubmit: (password: string) => void;
}) {
  const [asked, setAsked] = useState(false);
  const [password, setPassword] = useState('');
  if (!asked) {
    return (
      <Button needsNetwork variant="outline" onClick={() => setAsked(true)}>
        {action}
      </Button>
    );
  }
  return (
    <form
      className="grid max-w-xs gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(password);
      }}
    >
      <Field label={login.password} error={error} hint={texts.noPassword}>
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
