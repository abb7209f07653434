import { useState } from 'react';
import { ApiError, errorText } from '@/api/errors';
import { ConfirmForm } from './confirm-form';
import { CodeField, CurrentPasswordField, sentCode } from './factor-fields';

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
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const fields = error instanceof ApiError ? error.fields : {};
  const rest = error && !fields.password && !fields.code ? errorText(error) : null;
  return (
    <ConfirmForm
      opens={opens}
      action={action}
      busy={busy}
      onSubmit={() => onSubmit({ password, code: sentCode(code) })}
    >
      <p className="text-[0.8125rem] text-muted-foreground">{note}</p>
      <CurrentPasswordField value={password} error={fields.password ?? null} onChange={setPassword} />
      <CodeField label="Authenticator or recovery code" value={code} error={fields.code ?? rest} onChange={setCode} />
    </ConfirmForm>
  );
}
