import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { accountApi } from '@/api/account';
import { ApiError, errorText } from '@/api/errors';
import type { User } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field, Input } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';
import { login, account as texts } from '@/lib/strings';

/** The address of the account. The new one counts once the link in its mail was followed. */
export function EmailCard({ user }: { user: User }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () => accountApi.changeEmail(email, password),
    onSuccess: () => setPassword(''),
  });
  const fields = change.error instanceof ApiError ? change.error.fields : {};
  const verified = user.emailVerified === true;
  return (
    <Card>
      <CardHeader
        title="Email address"
        description={user.email}
        actions={<Badge tone={verified ? 'success' : 'warning'}>{verified ? 'verified' : 'not verified'}</Badge>}
      />
      <CardBody>
        <form
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate();
          }}
        >
          {change.isSuccess ? (
            <Callout
              tone="success"
              title={change.data.message ?? `We sent a link to ${email}. Open it to confirm the change.`}
            />
          ) : null}
          {change.isError ? <Callout tone="danger" title={errorText(change.error)} /> : null}
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="New address" error={fields.newEmail}>
              {(control) => (
                <Input
                  {...control}
                  type="email"
                  required
                  autoComplete="email"
                  value={email}
                  onChange={(event) => setEmail(event.target.value)}
                />
              )}
            </Field>
            <Field label={login.password} error={fields.password} hint={texts.noPassword}>
              {(control) => (
                <PasswordInput
                  {...control}
                  autoComplete="current-password"
                  value={password}
                  onChange={(event) => setPassword(event.target.value)}
                />
              )}
            </Field>
          </div>
          <div>
            <Button type="submit" variant="outline" busy={change.isPending} needsNetwork>
              Change address
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  );
}
