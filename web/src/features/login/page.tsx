import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { authApi } from '@/api/auth';
import { errorText } from '@/api/errors';
import { MfaForm } from '@/components/account/mfa-form';
import { resendFailure } from '@/components/account/resend-form';
import { AuthFrame } from '@/components/ui/auth-frame';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Field, Input } from '@/components/ui/field';
import { GoogleButton } from '@/components/ui/google-button';
import { PasswordInput } from '@/components/ui/password-input';
import { needsVerification, useAuth } from '@/hooks/use-auth';
import { useTitle } from '@/hooks/use-title';
import { auth, login, resend } from '@/lib/strings';
import { showToast } from '@/lib/toast';

const ASIDE = 'Every suggestion shows its evidence, value and confidence.';

/** The sign-in screen. After a success the routes redirect. */
export default function LoginPage() {
  useTitle(login.submit);
  const { search } = useLocation();
  const form = useSignIn();
  if (form.challenge) return <SecondStep challenge={form.challenge} onCancel={form.startOver} />;
  return (
    <AuthFrame aside={ASIDE}>
      <h1 className="text-2xl font-semibold">Welcome back</h1>
      <p className="mt-1 text-muted-foreground">
        New here?{' '}
        <Link to={`/get-started${search}`} className="text-brand underline underline-offset-4">
          {login.getStarted}
        </Link>
      </p>
      <form className="mt-8 grid gap-5" onSubmit={form.submit}>
        {form.error ? (
          <Callout tone="danger" title={form.error}>
            {needsVerification(form.error) ? <ResendButton form={form} /> : null}
          </Callout>
        ) : null}
        <Field label={login.email}>
          {(control) => (
            <Input
              {...control}
              name="email"
              type="email"
              autoComplete="username"
              autoFocus
              required
              value={form.email}
              onChange={(event) => form.setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field
          label={login.password}
          aside={
            <Link
              to="/forgot-password"
              className="rounded-sm text-[0.8125rem] text-brand underline-offset-4 hover:underline"
            >
              {login.forgot}
            </Link>
          }
        >
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="current-password"
              required
              value={form.password}
              onChange={(event) => form.setPassword(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" busy={form.busy} className="w-full">
          {form.busy ? login.busy : login.submit}
        </Button>
      </form>
      <div className="my-5 flex items-center gap-3 text-xs text-muted-foreground">
        <span className="h-px flex-1 bg-border" />
        or
        <span className="h-px flex-1 bg-border" />
      </div>
      <GoogleButton>{login.google}</GoogleButton>
    </AuthFrame>
  );
}

function SecondStep({ challenge, onCancel }: { challenge: string; onCancel: () => void }) {
  return (
    <AuthFrame aside={ASIDE}>
      <h1 className="text-2xl font-semibold">Two-factor sign-in</h1>
      <p className="mt-1 text-muted-foreground">Enter your two-factor code to finish signing in.</p>
      <MfaForm challenge={challenge} onCancel={onCancel} />
    </AuthFrame>
  );
}

function useSignIn() {
  const { login: signIn } = useAuth();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [challenge, setChallenge] = useState<string | null>(null);
  const running = useRef(false);

  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(null);
    try {
      setChallenge(await signIn(email, password));
    } catch (failure) {
      setError(errorText(failure, auth.loginFallback));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  const startOver = () => {
    setChallenge(null);
    setPassword('');
  };
  return { email, setEmail, password, setPassword, error, setError, busy, submit, challenge, startOver };
}

function ResendButton({ form }: { form: ReturnType<typeof useSignIn> }) {
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await authApi.resendVerification(form.email, resend.failed);
      showToast({ title: resend.sent });
      form.setError(null);
    } catch (failure) {
      showToast({ title: resendFailure(failure), variant: 'destructive' });
      setBusy(false);
    }
  };
  return (
    <Button variant="outline" size="sm" busy={busy} onClick={send} className="mt-2">
      {login.resend}
    </Button>
  );
}
