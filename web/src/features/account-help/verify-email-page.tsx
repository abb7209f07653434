import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { authApi } from '@/api/auth';
import { ApiError, errorText } from '@/api/errors';
import { ResendForm } from '@/components/account/resend-form';
import { Button, ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Spinner } from '@/components/ui/spinner';
import { useAuth } from '@/hooks/use-auth';
import { HelpPage } from './help-page';

type State =
  | { kind: 'verifying' }
  | { kind: 'done'; text: string }
  | { kind: 'sign-in'; text: string }
  | { kind: 'failed'; text: string };

/** Verifies the address with the token of the email, at once; or offers another email. */
export default function VerifyEmailPage() {
  const token = useSearchParams()[0].get('token');
  if (token) return <Verification token={token} />;
  return (
    <HelpPage title="Verify your email address" text="Open the link in the email you got after registration.">
      <ResendForm />
    </HelpPage>
  );
}

function Verification({ token }: { token: string }) {
  const { state, again } = useVerification(token);
  if (state.kind === 'verifying') {
    return (
      <HelpPage title="Verify your email address">
        <p role="status" className="flex items-center gap-3 text-muted-foreground">
          <Spinner />
          Verifying...
        </p>
      </HelpPage>
    );
  }
  if (state.kind === 'done') return <Verified text={state.text} />;
  if (state.kind === 'sign-in') return <SignInFirst token={token} text={state.text} />;
  return (
    <HelpPage title="This link is invalid or expired" text="A link works once and expires. Request a new one below.">
      <Callout
        tone="danger"
        title={state.text}
        action={
          <Button variant="outline" size="sm" onClick={again}>
            Try again
          </Button>
        }
      />
      <ResendForm />
    </HelpPage>
  );
}

/** The token is single-use, so it is sent once regardless of re-renders. */
function useVerification(token: string) {
  const [state, setState] = useState<State>({ kind: 'verifying' });
  const { isAuthenticated, refreshUser } = useAuth();
  const sent = useRef<string | null>(null);
  const verify = async () => {
    setState({ kind: 'verifying' });
    try {
      const { message } = await authApi.verifyEmail(token);
      setState({ kind: 'done', text: message });
      if (isAuthenticated) await refreshUser();
    } catch (error) {
      const { token: why } = error instanceof ApiError ? error.fields : {};
      if (error instanceof ApiError && error.status === 403)
        return setState({ kind: 'sign-in', text: errorText(error) });
      setState({ kind: 'failed', text: why ?? errorText(error) });
    }
  };
  useEffect(() => {
    if (sent.current === token) return;
    sent.current = token;
    verify();
  });
  return { state, again: verify };
}

/** A change of the address is confirmed only in a session of its account. */
function SignInFirst({ token, text }: { token: string; text: string }) {
  const back = encodeURIComponent(`/verify-email?token=${encodeURIComponent(token)}`);
  return (
    <HelpPage title="Sign in to confirm the address">
      <Callout tone="warning" title={text} />
      <ButtonLink to={`/login?returnTo=${back}`}>Sign in</ButtonLink>
    </HelpPage>
  );
}

function Verified({ text }: { text: string }) {
  const { isAuthenticated } = useAuth();
  return (
    <HelpPage title="Email address verified">
      <div role="status">
        <Callout tone="success" title={text} />
      </div>
      <ButtonLink to={isAuthenticated ? '/dashboard' : '/login'}>Continue</ButtonLink>
    </HelpPage>
  );
}
