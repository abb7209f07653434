import { Field, Input } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';
import { login, account as texts } from '@/lib/strings';

interface FactorFieldProps {
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}

/** Field for the current password. */
export function CurrentPasswordField({ value, error, onChange }: FactorFieldProps) {
  return (
    <Field label={login.password} error={error} hint={texts.noPassword}>
      {(control) => (
        <PasswordInput
          {...control}
          autoComplete="current-password"
          autoFocus
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Field for a code of the second factor. */
export function CodeField({ label, value, error, onChange }: FactorFieldProps & { label: string }) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Input
          {...control}
          autoComplete="one-time-code"
          required
          className="font-mono tracking-widest"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Returns a code as it is sent: people type it in groups. */
export function sentCode(typed: string): string {
  return typed.replaceAll(/\s/g, '');
}
