import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { errorText } from '@/api/errors';
import { rankApi } from '@/api/ranks';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { HelpPage } from './help-page';

const TITLE = 'Unsubscribe from these emails';

/** Ends a subscription with the token of an email, on request only: programs open links of emails too. */
export default function UnsubscribePage() {
  const token = useSearchParams()[0].get('token');
  if (token) return <Unsubscribe token={token} />;
  return <HelpPage title={TITLE} text="This link is incomplete. Open the full link from the email." />;
}

function Unsubscribe({ token }: { token: string }) {
  const end = useMutation({ mutationFn: () => rankApi.unsubscribe(token) });
  if (end.isSuccess) {
    return (
      <HelpPage title="Unsubscribed">
        <div role="status">
          <Callout tone="success" title={end.data.message} />
        </div>
      </HelpPage>
    );
  }
  return (
    <HelpPage title={TITLE} text="You get no more of these emails about ranks. Other emails are unchanged.">
      {end.isError ? <Callout tone="danger" title={errorText(end.error)} /> : null}
      <Button needsNetwork busy={end.isPending} onClick={() => end.mutate()}>
        Unsubscribe
      </Button>
    </HelpPage>
  );
}
