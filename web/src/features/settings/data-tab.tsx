import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { accountApi } from '@/api/account';
import { downloadFile } from '@/api/download';
import { ApiError, errorText } from '@/api/errors';
import type { User } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Field } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';
import { useAuth } from '@/hooks/use-auth';
import { useSignOut } from '@/hooks/use-sign-out';
import { localDay } from '@/lib/days';
import { toastFailure } from '@/lib/failed';
import { failures, login, account as texts } from '@/lib/strings';

/** Export of all data, and deletion of the account. */
export default function DataTab() {
  const { user } = useAuth();
  if (!user) return <Callout tone="danger" title={failures.notAuthenticated} />;
  return (
    <div className="grid grid-cols-1 gap-6">
      <ExportCard />
      <DeleteCard user={user} />
    </div>
  );
}

function ExportCard() {
  const name = `motherlode-${localDay(new Date())}.zip`;
  const load = useMutation({
    mutationFn: () => downloadFile(accountApi.exportPath(), name),
    onError: (error) => toastFailure('Failed to export your data', errorText(error)),
  });
  return (
    <Card>
      <CardHeader
        title="Export"
        description="Your account, websites, keywords, opportunities and insights in one ZIP archive."
      />
      <CardBody>
        <Button needsNetwork variant="outline" busy={load.isPending} onClick={() => load.mutate()}>
          Export my data
        </Button>
      </CardBody>
    </Card>
  );
}

function DeleteCard({ user }: { user: User }) {
  const [asked, setAsked] = useState(false);
  const [password, setPassword] = useState('');
  const leave = useSignOut('ended');
  const remove = useMutation({
    mutationFn: () => accountApi.deleteAccount(password),
    onSuccess: () => leave(),
  });
  const fields = remove.error instanceof ApiError ? remove.error.fields : {};
  return (
    <Card className="border-destructive/50">
      <CardHeader
        title="Delete account"
        description="Permanently deletes your account, your own workspaces and all their data."
      />
      <CardBody>
        <Button variant="destructive" needsNetwork onClick={() => setAsked(true)}>
          Delete my account
        </Button>
      </CardBody>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        title="Delete your account?"
        text="This cannot be undone. Export your data first if you want to keep it."
        action="Delete account"
        phrase={user.email}
      >
        <Field
          label={login.password}
          hint={texts.noPassword}
          error={fields.password ?? (remove.isError ? errorText(remove.error) : null)}
        >
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      </ConfirmDialog>
    </Card>
  );
}
