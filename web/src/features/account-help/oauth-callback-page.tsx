import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { errorText } from '@/api/errors';
import { serverConfigQueries } from '@/api/server-config';
import { MfaForm } from '@/components/account/mfa-form';
import { PageLoader } from '@/components/states/page-loader';
import { AuthFrame } from '@/components/ui/auth-frame';
import { Callout } from '@/components/ui/callout';
import { useAuth } from '@/hooks/use-auth';
import { useTitle } from '@/hooks/use-title';
import { oauthAnswer } from '@/lib/session/oauth-answer';
import { destinationAfterSignIn } from '@/lib/session/return-to';
import { intendedDestination } from '@/lib/session/token-storage';
import { auth, oauth } from '@/lib/strings';
import { HelpPage } from './help-page';

/** Return page of an external sign-in: removes the code from the URL and exchanges it. */
export default function OAuthCallbackPage() {
  const { step, leave } = useCallbackAnswer();
  const { isAuthenticated } = useAuth();
  if (step.kind === 'failed') return <Failed text={step.text} />;
  if (step.kind === 'second-factor') return <SecondFactor challenge={step.challenge} onCancel={leave} />;
  if (step.kind === 'working') return <PageLoader text={oauth.working} />;
  return isAuthenticated ? <Entered /> : <NothingToDo />;
}

type Step =
  | { kind: 'working' }
  | { kind: 'nothing' }
  | { kind: 'second-factor'; challenge: string }
  | { kind: 'failed'; text: string };

function useCallbackAnswer() {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const { exchange, adopt } = useAuth();
  const [answer] = useState(() => oauthAnswer(search, hash));
  const [step, setStep] = useState<Step>(() => firstStep(answer));
  const started = useRef(false);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    if (answer.kind !== 'code' && answer.kind !== 'tokens') return;
    // The code must not remain in the history, and is single-use.
    navigate('/oauth/callback', { replace: true });
    const entering = answer.kind === 'code' ? exchange(answer.code) : adopt(answer.tokens).then(() => null);
    entering
      .then((challenge) => setStep(challenge ? { kind: 'second-factor', challenge } : { kind: 'nothing' }))
      .catch((error: unknown) => setStep({ kind: 'failed', text: errorText(error, auth.loginFallback) }));
  }, [answer, navigate, exchange, adopt]);

  return { step, leave: () => navigate('/login') };
}

function firstStep(answer: ReturnType<typeof oauthAnswer>): Step {
  if (answer.kind === 'nothing') return { kind: 'nothing' };
  if (answer.kind !== 'error') return { kind: 'working' };
  if (answer.error === 'not_configured') return { kind: 'nothing' };
  return { kind: 'failed', text: answer.text ?? errorWord(answer.error) };
}

/** Returns the error text: a sentence of the server, or an error code of the provider. */
function errorWord(error: string): string {
  if (error.includes(' ')) return error;
  return error === 'access_denied' ? oauth.refused : oauth.failed;
}

function Failed({ text }: { text: string }) {
  return (
    <HelpPage title="Sign-in failed">
      <Callout tone="danger" title={text} />
    </HelpPage>
  );
}

function SecondFactor({ challenge, onCancel }: { challenge: string; onCancel: () => void }) {
  useTitle('Second step');
  return (
    <AuthFrame aside="Your account is stored on this installation and managed by its operator.">
      <h1 className="text-2xl font-semibold">Second step</h1>
      <MfaForm challenge={challenge} onCancel={onCancel} />
    </AuthFrame>
  );
}

/** Redirects after the sign-in, once the URL is clean. */
function Entered() {
  const [to] = useState(() => destinationAfterSignIn(''));
  useEffect(() => intendedDestination.clear(), []);
  return <Navigate replace to={to} />;
}

function NothingToDo() {
  const { data: config } = useQuery(serverConfigQueries.get());
  if (config?.googleSignIn) {
    return (
      <HelpPage title="This sign-in has expired" text="The link works only once. Start again from the sign-in page." />
    );
  }
  return (
    <HelpPage title={oauth.notConfigured} text="The operator has not set up Google sign-in for this installation.">
      <p className="text-muted-foreground">Sign in with your email address and password, or create an account.</p>
    </HelpPage>
  );
}
