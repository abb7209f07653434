import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { authApi } from '@/api/auth';
import { ApiError, errorText } from '@/api/errors';
import { Button, ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { HelpPage } from './help-page';

const TITLE = 'Restore your email address';

/** Undoes a change of the address with the token of the notice, on request only: programs open links of emails too. */
export default function UndoEmailChangePage() {
  const token = useSearchParams()[0].get('token');
  if (token) return <Restore token={token} />;
  return <HelpPage title={TITLE} text="This link is incomplete. Open the full link from the email." />;
}

function Restore({ token }: { token: string }) {
  const restore = useMutation({ mutationFn: () => authApi.undoEmailChange(token) });
  if (restore.isSuccess) {
    return (
      <HelpPage title="Email address restored">
        <div role="status">
          <Callout tone="success" title={restore.data.message} />
        </div>
        <ButtonLink to="/login">Continue</ButtonLink>
      </HelpPage>
    );
  }
  const why = restore.error instanceof ApiError ? restore.error.fields.token : undefined;
  return (
    <HelpPage
      title={TITLE}
      text="If somebody else changed the address of your account, take it back. This ends the password, all sessions and all API keys. You get an email to choose a new password."
    >
      {restore.isError ? <Callout tone="danger" title={why ?? errorText(restore.error)} /> : null}
      <Button needsNetwork busy={restore.isPending} onClick={() => restore.mutate()}>
        Restore address
      </Button>
    </HelpPage>
  );
}
