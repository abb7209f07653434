import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountApi, accountQueries, type Session } from '@/api/account';
import { errorText } from '@/api/errors';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { useSignOut } from '@/hooks/use-sign-out';
import { toastFailure } from '@/lib/failed';
import { navigation } from '@/lib/strings';
import { deviceName } from '@/lib/user-agent';

/** Active sessions of the account, which can be ended. */
export function SessionsCard() {
  const sessions = useQuery(accountQueries.sessions());
  const end = useEnd();
  const others = (sessions.data ?? []).filter((session) => !session.current);
  return (
    <Card>
      <CardHeader
        title="Sessions"
        description="Devices that are signed in to your account."
        actions={
          others.length > 0 ? (
            <Button
              needsNetwork
              variant="outline"
              size="sm"
              busy={end.isPending}
              onClick={() => end.mutate(others.map(({ id }) => id))}
            >
              End other sessions
            </Button>
          ) : null
        }
      />
      <CardBody className="pt-2">
        <QueryPanel query={sessions} fallback="Failed to load the sessions.">
          {(list) => (
            <ul className="divide-y divide-border">
              {list.map((session) => (
                <Row key={session.id} session={session} onEnd={() => end.mutate([session.id])} />
              ))}
            </ul>
          )}
        </QueryPanel>
      </CardBody>
    </Card>
  );
}

function useEnd() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => Promise.all(ids.map(accountApi.endSession)),
    onError: (error) => toastFailure('Failed to end the session', errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: accountQueries.sessions().queryKey }),
  });
}

function Row({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const signOut = useSignOut();
  const device = deviceName(session.userAgent);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="break-all" title={session.userAgent}>
            {device}
          </span>
          {session.current ? <Badge tone="success">This device</Badge> : null}
        </p>
        <p className="mt-0.5 text-[0.8125rem] text-muted-foreground">
          {session.address}, last seen <RelativeTime at={session.lastSeenAt} />
        </p>
      </div>
      {session.current ? (
        <Button variant="outline" size="sm" onClick={signOut}>
          {navigation.logOut}
        </Button>
      ) : (
        <Button needsNetwork variant="outline" size="sm" aria-label={`End the session of ${device}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  );
}
