import { Field } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';
import { register } from '@/lib/strings';
import { PasswordRules } from './password-rules';

export interface NewPassword {
  password: string;
  confirm: string;
}

/** Fields for a new password, entered twice, with its rules. */
export function NewPasswordFields({
  value,
  errors,
  onChange,
}: {
  value: NewPassword;
  errors: Record<string, string | undefined>;
  onChange: (value: NewPassword) => void;
}) {
  return (
    <>
      <Field label="New password" error={errors.password}>
        {(control) => (
          <PasswordInput
            {...control}
            revealLabel="new password"
            autoComplete="new-password"
            required
            value={value.password}
            onChange={(event) => onChange({ ...value, password: event.target.value })}
          />
        )}
      </Field>
      <Field label={register.confirm} error={errors.confirm}>
        {(control) => (
          <PasswordInput
            {...control}
            revealLabel="confirm password"
            autoComplete="new-password"
            required
            value={value.confirm}
            onChange={(event) => onChange({ ...value, confirm: event.target.value })}
          />
        )}
      </Field>
      <PasswordRules password={value.password} confirm={value.confirm} />
    </>
  );
}
