import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { authApi } from '@/api/auth';
import { ApiError, errorText } from '@/api/errors';
import { type NewPassword, NewPasswordFields } from '@/components/account/new-password-fields';
import { Button, ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { passwordRefusal } from '@/lib/password';
import { HelpPage } from './help-page';

/** Form that sets a new password with the token of the email. */
export default function ResetPasswordPage() {
  const token = useSearchParams()[0].get('token');
  if (!token) return <Incomplete />;
  return <ResetForm token={token} />;
}

function Incomplete() {
  return (
    <HelpPage title="Set a new password" text="This link is incomplete. Open the full link from the email.">
      <AskAgain />
    </HelpPage>
  );
}

function AskAgain() {
  return (
    <ButtonLink to="/forgot-password" variant="outline">
      Request a new link
    </ButtonLink>
  );
}

function ResetForm({ token }: { token: string }) {
  const [value, setValue] = useState<NewPassword>({ password: '', confirm: '' });
  const [refusal, setRefusal] = useState<ReturnType<typeof passwordRefusal>>(null);
  const save = useMutation({ mutationFn: () => authApi.resetPassword(token, value.password) });
  const fields = save.error instanceof ApiError ? save.error.fields : {};

  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const found = passwordRefusal(value.password, value.confirm);
    setRefusal(found);
    if (!found) save.mutate();
  };

  if (save.isSuccess) return <Saved message={save.data.message} />;
  const isOld = save.error instanceof ApiError && !fields.password && save.error.status < 429;
  return (
    <HelpPage title="Set a new password" text="The new password ends all open sessions and pending links.">
      {refusal ? <Callout tone="danger" title={refusal.text} /> : null}
      {save.isError && !refusal ? (
        <Callout tone="danger" title={fields.token ?? errorText(save.error)}>
          {isOld ? <p>The link works once and expires. Request a new one if it fails.</p> : null}
        </Callout>
      ) : null}
      {isOld ? <AskAgain /> : null}
      <form className="grid gap-5" onSubmit={submit}>
        <NewPasswordFields
          value={value}
          errors={refusal ? { [refusal.field]: refusal.text } : fields}
          onChange={setValue}
        />
        <Button type="submit" busy={save.isPending}>
          Save password
        </Button>
      </form>
    </HelpPage>
  );
}

/** Reports what the reset ended. */
function Saved({ message }: { message: string }) {
  return (
    <HelpPage title="Password saved">
      <div role="status">
        <Callout tone="success" title="Sign in with your new password.">
          <p>{message}</p>
        </Callout>
      </div>
    </HelpPage>
  );
}
