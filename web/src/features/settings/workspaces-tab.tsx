import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import type { Workspace } from '@/api/types';
import { workspaceApi, workspaceQueries } from '@/api/workspaces';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { FirstLoad } from '@/components/states/first-load';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useAuth } from '@/hooks/use-auth';
import { useOutOf } from '@/hooks/use-workspaces';
import { toastFailure } from '@/lib/failed';
import { showToast } from '@/lib/toast';
import { humanise } from '@/lib/words';
import { CurrentWorkspace } from './workspace-current';
import { Invites } from './workspace-invites';
import { Members } from './workspace-members';
import { RenameWorkspace } from './workspace-rename';
import { WorkspaceUsage } from './workspace-usage';

/** Workspaces of the user with members and invitations. */
export default function WorkspacesTab() {
  const workspaces = useQuery(workspaceQueries.list());
  return (
    <div className="grid grid-cols-1 gap-6">
      <QueryPanel
        query={workspaces}
        fallback="Failed to load the workspaces."
        loading={<LoadingRows rows={6} className="min-h-dvh content-start" />}
      >
        {(list) => <Cards list={list} />}
      </QueryPanel>
    </div>
  );
}

/** All cards at once, so that the parts that load later move nothing. */
function Cards({ list }: { list: readonly Workspace[] }) {
  const usages = useQueries({ queries: list.map(({ id }) => workspaceQueries.usage(id)) });
  const members = useQueries({ queries: list.map(({ id }) => workspaceQueries.members(id)) });
  return (
    <FirstLoad queries={[...usages, ...members]}>
      <div className="grid grid-cols-1 gap-6">
        {list.map((workspace) => (
          <WorkspaceCard key={workspace.id} workspace={workspace} />
        ))}
        <NewWorkspace />
      </div>
    </FirstLoad>
  );
}

function WorkspaceCard({ workspace }: { workspace: Workspace }) {
  const isOwner = workspace.role === 'owner';
  return (
    <Card>
      <CardHeader
        title={workspace.name}
        description={workspace.personal ? 'Your personal workspace.' : undefined}
        actions={
          <>
            <Badge tone={isOwner ? 'brand' : 'neutral'}>{humanise(workspace.role)}</Badge>
            <CurrentWorkspace workspace={workspace} />
            {isOwner ? <RenameWorkspace workspace={workspace} /> : null}
            {isOwner && !workspace.personal ? <DeleteWorkspace workspace={workspace} /> : null}
          </>
        }
      />
      <CardBody className="grid grid-cols-1 gap-6">
        <WorkspaceUsage workspaceId={workspace.id} />
        <Members workspace={workspace} />
        {isOwner ? <Invites workspaceId={workspace.id} /> : null}
      </CardBody>
    </Card>
  );
}

function DeleteWorkspace({ workspace }: { workspace: Workspace }) {
  const [asked, setAsked] = useState(false);
  const queries = useQueryClient();
  const goOut = useOutOf(workspace.id);
  const remove = useMutation({
    mutationFn: () => workspaceApi.remove(workspace.id),
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: workspaceQueries.all() });
      return goOut();
    },
    onError: (error) => toastFailure('Failed to delete the workspace', errorText(error)),
    onSettled: () => setAsked(false),
  });
  return (
    <>
      <Button needsNetwork variant="ghost" size="sm" onClick={() => setAsked(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        title={`Delete ${workspace.name}?`}
        text="Deletes its websites, imports and results. This cannot be undone."
        action="Delete workspace"
        phrase={workspace.name}
      />
    </>
  );
}

function NewWorkspace() {
  const queries = useQueryClient();
  const { refreshUser } = useAuth();
  const form = useSaveForm({
    defaultValues: { name: '' },
    save: ({ name }) => workspaceApi.create(name.trim()),
    after: () => ({ name: '' }),
    onSaved: async () => {
      showToast({ title: 'Workspace created' });
      await queries.invalidateQueries({ queryKey: workspaceQueries.all() });
      await refreshUser();
    },
  });
  return (
    <Card>
      <CardHeader title="New workspace" description="Share websites and results with invited members." />
      <CardBody>
        <Form form={form} className="flex flex-wrap items-start gap-3">
          <TextField
            control={form.control}
            name="name"
            label="Workspace name"
            maxLength={80}
            className="min-w-56 flex-1"
            required="Enter a name for the workspace."
          />
          <Button needsNetwork type="submit" busy={form.isBusy} className="mt-6">
            Create workspace
          </Button>
        </Form>
      </CardBody>
    </Card>
  );
}
