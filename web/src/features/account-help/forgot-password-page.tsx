import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { authApi } from '@/api/auth';
import { errorText } from '@/api/errors';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Field, Input } from '@/components/ui/field';
import { useCountdown } from '@/hooks/use-countdown';
import { RESEND_AFTER_S } from '@/lib/constants';
import { login } from '@/lib/strings';
import { HelpPage } from './help-page';

/** Form that requests a password reset link. The response is the same for every address. */
export default function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const wait = useCountdown();
  const send = useMutation({
    mutationFn: () => authApi.forgotPassword(email),
    onSuccess: () => wait.start(RESEND_AFTER_S),
  });
  return (
    <HelpPage title="Forgot your password?" text="Enter the email address of your account to get a reset link.">
      {send.isSuccess ? <Sent email={email} /> : null}
      {send.isError ? <Callout tone="danger" title={errorText(send.error)} /> : null}
      <form
        className="grid gap-5"
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
              autoFocus
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" busy={send.isPending} disabled={wait.seconds > 0}>
          {wait.seconds > 0 ? `Send again in ${wait.seconds} s` : 'Send link'}
        </Button>
      </form>
    </HelpPage>
  );
}

function Sent({ email }: { email: string }) {
  return (
    <div role="status">
      <Callout tone="success" title="Check your email">
        <p>
          If an account exists for <strong className="break-all">{email}</strong>, we sent a link that works once. If
          this installation sends no email, ask its operator for the link.
        </p>
      </Callout>
    </div>
  );
}
