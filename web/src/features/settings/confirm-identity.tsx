import { useState } from 'react';
import { ConfirmForm } from './confirm-form';
import { CurrentPasswordField } from './factor-fields';

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
  const [password, setPassword] = useState('');
  return (
    <ConfirmForm opens={action} action={action} busy={busy} onSubmit={() => onSubmit(password)}>
      <CurrentPasswordField value={password} error={error} onChange={setPassword} />
    </ConfirmForm>
  );
}
