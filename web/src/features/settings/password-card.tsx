import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { accountApi } from '@/api/account';
import { ApiError, errorText } from '@/api/errors';
import { type NewPassword, NewPasswordFields } from '@/components/account/new-password-fields';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';
import { passwordRefusal } from '@/lib/password';
import { account as texts } from '@/lib/strings';
import { showToast } from '@/lib/toast';

const EMPTY: NewPassword = { password: '', confirm: '' };

export function PasswordCard() {
  const [current, setCurrent] = useState('');
  const [value, setValue] = useState(EMPTY);
  const [refusal, setRefusal] = useState<ReturnType<typeof passwordRefusal>>(null);
  const save = useMutation({
    mutationFn: () => accountApi.changePassword(current, value.password),
    onSuccess: () => {
      setCurrent('');
      setValue(EMPTY);
      showToast({ title: 'Password changed' });
    },
  });
  const fields = save.error instanceof ApiError ? save.error.fields : {};

  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const found = passwordRefusal(value.password, value.confirm);
    setRefusal(found);
    if (!found) save.mutate();
  };

  const failure = refusal?.text ?? (save.isError ? errorText(save.error) : null);
  return (
    <Card>
      <CardHeader title="Password" description="Changing it ends your sessions on other devices." />
      <CardBody>
        <form className="grid max-w-md gap-5" onSubmit={submit}>
          {failure ? <Callout tone="danger" title={failure} /> : null}
          <Field label="Current password" error={fields.currentPassword} hint={texts.noPassword}>
            {(control) => (
              <PasswordInput
                {...control}
                revealLabel="current password"
                autoComplete="current-password"
                value={current}
                onChange={(event) => setCurrent(event.target.value)}
              />
            )}
          </Field>
          <NewPasswordFields
            value={value}
            errors={refusal ? { [refusal.field]: refusal.text } : { password: fields.newPassword }}
            onChange={setValue}
          />
          <div>
            <Button type="submit" busy={save.isPending} needsNetwork>
              Change password
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  );
}
