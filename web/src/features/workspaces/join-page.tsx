import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { errorText } from '@/api/errors';
import { workspaceApi, workspaceQueries } from '@/api/workspaces';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { useAuth } from '@/hooks/use-auth';
import { useSwitchWorkspace } from '@/hooks/use-workspaces';

/** Page of an invitation link: one click joins the workspace. */
export default function JoinPage() {
  const token = useSearchParams()[0].get('token');
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title="Join a workspace" />
      <Card>
        <CardBody className="grid gap-5">
          {token ? (
            <Join token={token} />
          ) : (
            <Callout tone="danger" title="This link is incomplete. Open the full link from the invitation email." />
          )}
        </CardBody>
      </Card>
    </div>
  );
}

function Join({ token }: { token: string }) {
  const { user, refreshUser } = useAuth();
  const switchTo = useSwitchWorkspace();
  const queries = useQueryClient();
  const join = useMutation({
    mutationFn: () => workspaceApi.join(token),
    onSuccess: ({ workspace }) => {
      switchTo(workspace);
      queries.invalidateQueries({ queryKey: workspaceQueries.all() });
      return refreshUser();
    },
  });
  return (
    <>
      {join.isError ? <Callout tone="danger" title={errorText(join.error)} /> : null}
      <p>
        You are invited to a workspace. You will join as <strong>{user?.email}</strong>.
      </p>
      <div>
        <Button needsNetwork busy={join.isPending} onClick={() => join.mutate()}>
          Join workspace
        </Button>
      </div>
    </>
  );
}
