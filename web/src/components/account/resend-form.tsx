import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { authApi } from '@/api/auth';
import { errorText, NetworkError } from '@/api/errors';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { useAuth } from '@/hooks/use-auth';
import { login, resend } from '@/lib/strings';
import { showToast } from '@/lib/toast';

/** Text for a verification mail that could not be sent. */
export function resendFailure(error: unknown): string {
  return error instanceof NetworkError ? resend.offline : errorText(error, resend.failed);
}

/** Asks for another verification mail, to the given address or the user's. */
export function ResendForm({ email: given }: { email?: string }) {
  const { user } = useAuth();
  const [email, setEmail] = useState(given ?? user?.email ?? '');
  const send = useMutation({
    mutationFn: () => authApi.resendVerification(email, resend.failed),
    onSuccess: () => showToast({ title: resend.sent }),
    onError: (error) => showToast({ title: resendFailure(error), variant: 'destructive' }),
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Field label={login.email}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="outline" busy={send.isPending}>
        {login.resend}
      </Button>
    </form>
  );
}
