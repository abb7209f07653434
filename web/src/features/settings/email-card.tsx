import { accountApi } from '@/api/account';
import type { User } from '@/api/types';
import { FormField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { PasswordInput } from '@/components/ui/password-input';
import { login, account as texts } from '@/lib/strings';

/** Address of the account. A new address takes effect once the link in its email is opened. */
export function EmailCard({ user }: { user: User }) {
  const form = useSaveForm({
    defaultValues: { newEmail: '', password: '' },
    save: ({ newEmail, password }) => accountApi.changeEmail(newEmail, password),
    after: (_answer, values) => ({ ...values, password: '' }),
  });
  const verified = user.emailVerified === true;
  return (
    <Card>
      <CardHeader
        title="Email address"
        description={user.email}
        actions={<Badge tone={verified ? 'success' : 'warning'}>{verified ? 'Verified' : 'Not verified'}</Badge>}
      />
      <CardBody>
        <Form form={form}>
          {form.answer ? (
            <Callout
              tone="success"
              title={
                form.answer.message ??
                `We sent a link to ${form.methods.getValues('newEmail')}. Open it to confirm the change.`
              }
            />
          ) : null}
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              control={form.control}
              name="newEmail"
              label="New address"
              type="email"
              autoComplete="email"
              required="Enter your new email address."
            />
            <FormField control={form.control} name="password" label={login.password} hint={texts.noPassword}>
              {(bound) => <PasswordInput {...bound} autoComplete="current-password" />}
            </FormField>
          </div>
          <div>
            <Button type="submit" variant="outline" busy={form.isBusy} needsNetwork>
              Change address
            </Button>
          </div>
        </Form>
      </CardBody>
    </Card>
  );
}
