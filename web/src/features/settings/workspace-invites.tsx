import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorText } from '@/api/errors';
import { WORKSPACE_ROLES, type WorkspaceRole, workspaceApi, workspaceQueries } from '@/api/workspaces';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Field, Input, Select } from '@/components/ui/field';
import { RelativeTime } from '@/components/ui/relative-time';
import { toastFailure } from '@/lib/failed';
import { oneOf } from '@/lib/one-of';
import { login } from '@/lib/strings';
import { showToast } from '@/lib/toast';

/** Invitations by mail that nobody has taken yet, and a new one. */
export function Invites({ workspaceId }: { workspaceId: string }) {
  const invites = useQuery(workspaceQueries.invites(workspaceId));
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: (id: string) => workspaceApi.withdraw(workspaceId, id),
    onError: (error) => toastFailure('Failed to withdraw the invitation', errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: workspaceQueries.invites(workspaceId).queryKey }),
  });
  return (
    <div className="grid grid-cols-1 gap-3 border-t border-border pt-5">
      <h3 className="text-[0.8125rem] font-semibold">Invitations</h3>
      <QueryPanel
        query={invites}
        loading={<LoadingRows rows={0} className="p-0" />}
        isEmpty={(list) => list.length === 0}
        empty={null}
      >
        {(list) => (
          <ul className="divide-y divide-border">
            {list.map((invite) => (
              <li key={invite.id} className="flex flex-wrap items-center gap-3 py-2">
                <p className="min-w-0 flex-1 truncate">
                  {invite.email}
                  <span className="ml-2 text-[0.8125rem] text-muted-foreground">
                    invited <RelativeTime at={invite.createdAt} />
                  </span>
                </p>
                <Badge>{invite.role}</Badge>
                <Button
                  needsNetwork
                  variant="ghost"
                  size="sm"
                  aria-label={`Withdraw the invitation of ${invite.email}`}
                  onClick={() => withdraw.mutate(invite.id)}
                >
                  Withdraw
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryPanel>
      <InviteForm workspaceId={workspaceId} />
    </div>
  );
}

function InviteForm({ workspaceId }: { workspaceId: string }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<WorkspaceRole>('viewer');
  const queries = useQueryClient();
  const invite = useMutation({
    mutationFn: () => workspaceApi.invite(workspaceId, email, role),
    onSuccess: () => {
      showToast({ title: `Invitation sent to ${email}` });
      setEmail('');
      return queries.invalidateQueries({ queryKey: workspaceQueries.invites(workspaceId).queryKey });
    },
  });
  const fields = invite.error instanceof ApiError ? invite.error.fields : {};
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate();
      }}
    >
      <Field
        label={login.email}
        error={fields.email ?? (invite.isError ? errorText(invite.error) : null)}
        className="min-w-56 flex-1"
      >
        {(control) => (
          <Input {...control} type="email" required value={email} onChange={(event) => setEmail(event.target.value)} />
        )}
      </Field>
      <Field label="Role">
        {(control) => (
          <Select
            {...control}
            value={role}
            onChange={(event) => setRole(oneOf(WORKSPACE_ROLES, event.target.value) ?? role)}
          >
            {WORKSPACE_ROLES.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button needsNetwork type="submit" variant="outline" busy={invite.isPending}>
        Invite
      </Button>
    </form>
  );
}
