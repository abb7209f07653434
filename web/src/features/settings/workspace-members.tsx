import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import type { Workspace } from '@/api/types';
import { type Member, WORKSPACE_ROLES, type WorkspaceRole, workspaceApi, workspaceQueries } from '@/api/workspaces';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Avatar } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/field';
import { useAuth } from '@/hooks/use-auth';
import { useOutOf } from '@/hooks/use-workspaces';
import { toastFailure } from '@/lib/failed';
import { oneOf } from '@/lib/one-of';
import { displayName } from '@/lib/user-name';
import { humanise } from '@/lib/words';

/** Members of a workspace. Owners change roles and remove members; other members may leave. */
export function Members({ workspace }: { workspace: Workspace }) {
  const members = useQuery(workspaceQueries.members(workspace.id));
  return (
    <QueryPanel
      query={members}
      fallback="Failed to load the members."
      loading={<LoadingRows rows={1} className="px-0 py-3" />}
    >
      {(list) => (
        <ul aria-label={`Members of ${workspace.name}`} className="divide-y divide-border">
          {list.map((member) => (
            <Row key={member.userId} member={member} workspace={workspace} />
          ))}
        </ul>
      )}
    </QueryPanel>
  );
}

function useMemberChanges(workspaceId: string) {
  const queries = useQueryClient();
  const { user } = useAuth();
  const goOut = useOutOf(workspaceId);
  const options = {
    onError: (error: unknown) => toastFailure('Failed to change the member', errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: workspaceQueries.all() }),
  };
  const setRole = useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: WorkspaceRole }) =>
      workspaceApi.setRole(workspaceId, userId, role),
    ...options,
  });
  const remove = useMutation({
    mutationFn: (userId: string) => workspaceApi.removeMember(workspaceId, userId),
    ...options,
    onSuccess: (_answer, userId) => (userId === user?.id ? goOut() : undefined),
  });
  return { setRole, remove };
}

function Row({ member, workspace }: { member: Member; workspace: Workspace }) {
  const { user } = useAuth();
  const { setRole, remove } = useMemberChanges(workspace.id);
  const name = displayName(member);
  const isMe = member.userId === user?.id;
  const isOwner = workspace.role === 'owner';
  const mayRemove = !member.founder && (isOwner || isMe);
  return (
    <li className="flex flex-wrap items-center gap-3 py-2.5">
      <Avatar name={name} url={member.avatar} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          {name}
          {isMe ? ' (you)' : ''}
        </p>
        <p className="truncate text-[0.8125rem] text-muted-foreground">{member.email}</p>
      </div>
      {isOwner && !isMe && !member.founder ? (
        <Select
          aria-label={`Role of ${name}`}
          className="h-8 w-auto"
          value={member.role}
          disabled={setRole.isPending}
          onChange={(event) =>
            setRole.mutate({ userId: member.userId, role: oneOf(WORKSPACE_ROLES, event.target.value) ?? member.role })
          }
        >
          {WORKSPACE_ROLES.map((role) => (
            <option key={role} value={role}>
              {humanise(role)}
            </option>
          ))}
        </Select>
      ) : (
        <Badge>{humanise(member.role)}</Badge>
      )}
      {mayRemove ? (
        <Button
          needsNetwork
          variant="ghost"
          size="sm"
          busy={remove.isPending}
          aria-label={isMe ? `Leave ${workspace.name}` : `Remove ${name}`}
          onClick={() => remove.mutate(member.userId)}
        >
          {isMe ? 'Leave' : 'Remove'}
        </Button>
      ) : null}
    </li>
  );
}
