import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { ApiError, errorText } from '@/api/errors';
import { serverConfigQueries } from '@/api/server-config';
import type { ServerConfig } from '@/api/types';
import { PasswordRules } from '@/components/account/password-rules';
import { AuthFrame } from '@/components/ui/auth-frame';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Field, Input } from '@/components/ui/field';
import { GoogleButton } from '@/components/ui/google-button';
import { PasswordInput } from '@/components/ui/password-input';
import { useAuth } from '@/hooks/use-auth';
import { useTitle } from '@/hooks/use-title';
import { passwordRefusal } from '@/lib/password';
import { auth, register as texts } from '@/lib/strings';
import { CheckEmail } from './check-email';
import { EMPTY, type RegisterForm, toInput } from './register-form';

/** The registration screen. */
export default function RegisterPage() {
  useTitle(texts.submit);
  const { search } = useLocation();
  const form = useRegistration();
  const { data: config } = useQuery(serverConfigQueries.get());
  if (form.sent) {
    return (
      <AuthFrame aside={`${texts.invitation}.`}>
        <CheckEmail email={form.values.email} message={form.sent} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame aside={`${texts.invitation}.`}>
      <h1 className="text-2xl font-semibold">Create your account</h1>
      <p className="mt-1 text-muted-foreground">
        Already have an account?{' '}
        <Link to={`/login${search}`} className="text-brand underline underline-offset-4">
          Sign in
        </Link>
      </p>
      {config?.registration === 'closed' ? <Closed /> : <Registering form={form} config={config} />}
    </AuthFrame>
  );
}

type Registration = ReturnType<typeof useRegistration>;

/** Notice of an installation that accepts no new accounts. */
function Closed() {
  return (
    <Callout className="mt-8" tone="warning" title={texts.closed}>
      {texts.closedHint}
    </Callout>
  );
}

/** The form, and sign-up with Google. */
function Registering({ form, config }: { form: Registration; config: ServerConfig | undefined }) {
  return (
    <>
      <form className="mt-8 grid gap-5" onSubmit={form.submit}>
        {form.error ? <Callout tone="danger" title={form.error} /> : null}
        {config?.registration === 'invited' ? <Callout>{texts.invited}</Callout> : null}
        {config?.setupCodeRequired ? <SetupCode registration={form} /> : null}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField registration={form} name="firstName" label={texts.firstName} autoComplete="given-name" required />
          <TextField registration={form} name="lastName" label={texts.lastName} autoComplete="family-name" required />
        </div>
        <TextField registration={form} name="email" label={texts.email} type="email" autoComplete="username" required />
        <TextField registration={form} name="company" label={texts.company} autoComplete="organization" />
        <PasswordField registration={form} name="password" label={texts.password} />
        <PasswordField registration={form} name="confirm" label={texts.confirm} />
        <PasswordRules password={form.values.password} confirm={form.values.confirm} />
        <Button type="submit" busy={form.busy} className="w-full">
          {form.busy ? texts.busy : texts.submit}
        </Button>
        <p className="text-[0.8125rem] text-muted-foreground">
          By creating an account you agree to the{' '}
          <Link to="/terms" className="text-foreground underline underline-offset-4">
            terms
          </Link>{' '}
          and the{' '}
          <Link to="/privacy" className="text-foreground underline underline-offset-4">
            privacy notice
          </Link>
          .
        </p>
      </form>
      <div className="my-5 flex items-center gap-3 text-xs text-muted-foreground">
        <span className="h-px flex-1 bg-border" />
        or
        <span className="h-px flex-1 bg-border" />
      </div>
      <GoogleButton>Sign up with Google</GoogleButton>
    </>
  );
}

function useRegistration() {
  const { register } = useAuth();
  const [values, setValues] = useState<RegisterForm>(EMPTY);
  const [fields, setFields] = useState<Record<string, string>>({});
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<string | null>(null);
  const running = useRef(false);

  const set = (name: keyof RegisterForm, value: string) => setValues((before) => ({ ...before, [name]: value }));

  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    if (running.current) return;
    const refusal = passwordRefusal(values.password, values.confirm);
    setError(refusal?.text ?? null);
    setFields(refusal ? { [refusal.field]: refusal.text } : {});
    if (refusal) return;
    running.current = true;
    setBusy(true);
    try {
      setSent(await register(toInput(values)));
    } catch (failure) {
      setError(errorText(failure, auth.registerFallback));
      setFields(failure instanceof ApiError ? failure.fields : {});
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { values, set, fields, error, busy, sent, submit };
}

function TextField({
  registration,
  name,
  label,
  ...rest
}: { registration: Registration; name: keyof RegisterForm; label: string } & React.ComponentProps<'input'>) {
  return (
    <Field label={label} error={registration.fields[name]}>
      {(control) => (
        <Input
          {...rest}
          {...control}
          name={name}
          value={registration.values[name]}
          onChange={(event) => registration.set(name, event.target.value)}
        />
      )}
    </Field>
  );
}

function PasswordField({
  registration,
  name,
  label,
}: {
  registration: Registration;
  name: 'password' | 'confirm';
  label: string;
}) {
  return (
    <Field label={label} error={registration.fields[name]}>
      {(control) => (
        <PasswordInput
          {...control}
          name={name}
          revealLabel={label.toLowerCase()}
          autoComplete="new-password"
          required
          value={registration.values[name]}
          onChange={(event) => registration.set(name, event.target.value)}
        />
      )}
    </Field>
  );
}

/** Setup code: the first account of a reachable installation becomes its administrator. */
function SetupCode({ registration }: { registration: Registration }) {
  return (
    <Field
      label="Setup code"
      error={registration.fields.setupCode}
      hint="Printed by the server at startup. The first account becomes the administrator."
    >
      {(control) => (
        <Input
          {...control}
          name="setupCode"
          autoComplete="one-time-code"
          required
          value={registration.values.setupCode}
          onChange={(event) => registration.set('setupCode', event.target.value)}
        />
      )}
    </Field>
  );
}
