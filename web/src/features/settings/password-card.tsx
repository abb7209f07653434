import { type Control, useWatch } from 'react-hook-form';
import { accountApi } from '@/api/account';
import { PasswordRules } from '@/components/account/password-rules';
import { FormField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { PasswordInput } from '@/components/ui/password-input';
import { passwordRefusal } from '@/lib/password';
import { register, account as texts } from '@/lib/strings';
import { showToast } from '@/lib/toast';

interface Values {
  currentPassword: string;
  newPassword: string;
  confirm: string;
}

const EMPTY: Values = { currentPassword: '', newPassword: '', confirm: '' };

/** Changes the password of the signed-in user. */
export function PasswordCard() {
  const form = useSaveForm({
    defaultValues: EMPTY,
    resolver: (values: Values) => {
      const refusal = passwordRefusal(values.newPassword, values.confirm);
      if (!refusal) return { values, errors: {} };
      const field = refusal.field === 'password' ? 'newPassword' : refusal.field;
      return { values: {}, errors: { [field]: { type: 'validate', message: refusal.text } } };
    },
    save: ({ currentPassword, newPassword }) => accountApi.changePassword(currentPassword, newPassword),
    after: () => EMPTY,
    onSaved: ({ message }) => showToast({ title: 'Password changed', description: message }),
  });
  return (
    <Card>
      <CardHeader
        title="Password"
        description="Changing it ends your sessions on other devices, pending links, and API keys from before your address was verified."
      />
      <CardBody>
        <Form form={form} className="max-w-md">
          <FormField control={form.control} name="currentPassword" label="Current password" hint={texts.noPassword}>
            {(bound) => <PasswordInput {...bound} revealLabel="current password" autoComplete="current-password" />}
          </FormField>
          <NewPasswords control={form.control} />
          <div>
            <Button type="submit" busy={form.isBusy} needsNetwork>
              Change password
            </Button>
          </div>
        </Form>
      </CardBody>
    </Card>
  );
}

function NewPasswords({ control }: { control: Control<Values> }) {
  const [password, confirm] = useWatch({ control, name: ['newPassword', 'confirm'] });
  return (
    <>
      <FormField control={control} name="newPassword" label="New password">
        {(bound) => <PasswordInput {...bound} required revealLabel="new password" autoComplete="new-password" />}
      </FormField>
      <FormField control={control} name="confirm" label={register.confirm}>
        {(bound) => <PasswordInput {...bound} required revealLabel="confirm password" autoComplete="new-password" />}
      </FormField>
      <PasswordRules password={password} confirm={confirm} />
    </>
  );
}
