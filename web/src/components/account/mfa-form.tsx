import { useState } from 'react';
import { ApiError, errorText } from '@/api/errors';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Field, Input } from '@/components/ui/field';
import { useAuth } from '@/hooks/use-auth';
import { auth } from '@/lib/strings';

/** Returns the problem of a code, without the field's name. */
function codeFailure(error: unknown): string {
  const fields = error instanceof ApiError ? error.fields : {};
  return fields.code ?? fields.challenge ?? errorText(error, auth.loginFallback);
}

/** Second step of a sign-in. The routes redirect after success. */
export function MfaForm({ challenge, onCancel }: { challenge: string; onCancel: () => void }) {
  const { secondFactor } = useAuth();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await secondFactor(challenge, code.replaceAll(/\s/g, ''));
    } catch (failure) {
      setError(codeFailure(failure));
      setBusy(false);
    }
  };

  return (
    <form className="mt-8 grid gap-5" onSubmit={submit}>
      {error ? <Callout tone="danger" title={error} /> : null}
      <Field label="Code" hint="Enter the 6-digit code from your authenticator app, or a recovery code.">
        {(control) => (
          <Input
            {...control}
            name="code"
            autoComplete="one-time-code"
            autoFocus
            required
            className="font-mono tracking-widest"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={busy} className="w-full">
        {busy ? 'Checking...' : 'Continue'}
      </Button>
      <Button variant="ghost" onClick={onCancel}>
        Back to sign in
      </Button>
    </form>
  );
}
