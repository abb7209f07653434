import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { WORKSPACE_ROLES, type WorkspaceRole, workspaceApi, workspaceQueries } from '@/api/workspaces';
import { SelectField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import { toastFailure } from '@/lib/failed';
import { login } from '@/lib/strings';
import { showToast } from '@/lib/toast';
import { humanise } from '@/lib/words';

/** Pending invitations, and a form for a new one. */
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
        fallback="Failed to load the invitations."
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
                <Badge>{humanise(invite.role)}</Badge>
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

const ROLES = WORKSPACE_ROLES.map((role) => ({ value: role, label: humanise(role) }));

function InviteForm({ workspaceId }: { workspaceId: string }) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: { email: '', role: 'viewer' as WorkspaceRole },
    save: ({ email, role }) => workspaceApi.invite(workspaceId, email, role),
    after: (_answer, values) => ({ ...values, email: '' }),
    onSaved: (_answer, { email }) => {
      showToast({ title: `Invitation sent to ${email}` });
      return queries.invalidateQueries({ queryKey: workspaceQueries.invites(workspaceId).queryKey });
    },
  });
  return (
    <Form form={form} className="flex flex-wrap items-start gap-3">
      <TextField
        control={form.control}
        name="email"
        label={login.email}
        type="email"
        className="min-w-56 flex-1"
        required="Enter the email address of the person to invite."
      />
      <SelectField control={form.control} name="role" label="Role" options={ROLES} />
      <Button needsNetwork type="submit" variant="outline" busy={form.isBusy} className="mt-6">
        Invite
      </Button>
    </Form>
  );
}
