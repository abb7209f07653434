import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Edit } from '@/api/edits';
import { errorText } from '@/api/errors';
import { EditStatusBadge } from '@/components/edits/edit-status-badge';
import { actionsOf, canaryText, nextSentence, wayName } from '@/components/edits/edit-words';
import { RunProgress } from '@/components/runs/run-progress';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Progress } from '@/components/ui/progress';
import { RelativeTime } from '@/components/ui/relative-time';
import { Switch } from '@/components/ui/switch';
import { useShortcut } from '@/hooks/use-shortcut';
import { toastFailure } from '@/lib/failed';
import { ApproveDialog } from './approve-dialog';
import { MEASURED_HINT, MEASURED_LABEL } from './measured';
import { useEditActions } from './use-edit-actions';

type Asked = 'approve' | 'undo' | 'delete' | null;

/** What an undo does. */
const UNDO_TEXTS = {
  release: 'Its changes are removed from the site, and a new release is built and deployed.',
  access: 'Every file gets its previous content again. A file that changed in the meantime stays, and is listed.',
  person:
    'Another edit is prepared that brings back what the pages showed before. This one is undone once the website shows it.',
} as const;

/** Status of an edit, its run, and what a person can do next. */
export function StatusCard({ edit, canChange }: { edit: Edit; canChange: boolean }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>(null);
  const actions = useEditActions(edit, () => navigate('/edits', { replace: true }));
  const close = () => setAsked(null);
  const can = actionsOf(edit);
  const canary = canaryText(edit);
  useShortcut({
    id: 'approve-edit',
    keys: 'a',
    label: 'Approve the edit',
    group: 'On this page',
    run: canChange && can.canApprove ? () => setAsked('approve') : null,
  });
  return (
    <Card aria-label="Status">
      <CardHeader
        title={<EditStatusBadge status={edit.status} />}
        description={nextSentence(edit)}
        actions={canChange ? <Actions edit={edit} actions={actions} onAsk={setAsked} /> : null}
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {edit.detail ? (
          <Callout tone={edit.status === 'failed' || edit.status === 'rolled_back' ? 'danger' : 'info'}>
            {edit.detail}
          </Callout>
        ) : null}
        {canary ? (
          <div className="grid gap-1.5">
            <Progress
              label="Files written"
              value={edit.canary ? (edit.canary.written / Math.max(1, edit.canary.of)) * 100 : null}
            />
            <p className="text-[0.8125rem] text-muted-foreground">{canary}</p>
          </div>
        ) : null}
        {edit.runId ? <RunProgress key={edit.runId} runId={edit.runId} isReadOnly={!canChange} /> : null}
        <Facts edit={edit} hasSwitch={canChange && can.canChange} />
        {canChange && can.canChange ? <Measured edit={edit} actions={actions} /> : null}
      </CardBody>
      <ApproveDialog
        edit={edit}
        open={asked === 'approve'}
        busy={actions.approve.isPending}
        onClose={close}
        onApprove={() => actions.approve.mutate(undefined, { onSettled: close })}
      />
      <ConfirmDialog
        open={asked === 'undo'}
        onClose={close}
        onConfirm={() => actions.undo.mutate(undefined, { onSettled: close })}
        busy={actions.undo.isPending}
        title="Undo this edit?"
        text={UNDO_TEXTS[edit.way ?? 'access']}
        action={edit.way === 'person' ? 'Create undo edit' : 'Undo edit'}
      />
      <ConfirmDialog
        open={asked === 'delete'}
        onClose={close}
        onConfirm={() => actions.remove.mutate(undefined, { onSettled: close })}
        busy={actions.remove.isPending}
        title="Delete this edit?"
        text="Its changes and its preview are deleted. The website is not changed."
        action="Delete edit"
      />
    </Card>
  );
}

/** Switch of the experiment, while the edit can be changed. */
function Measured({ edit, actions }: { edit: Edit; actions: ReturnType<typeof useEditActions> }) {
  return (
    <div className="max-w-xl border-t border-border pt-4">
      <Switch
        label={MEASURED_LABEL}
        hint={MEASURED_HINT}
        checked={edit.isMeasured}
        onChange={(isMeasured) =>
          actions.update.mutate(
            { isMeasured },
            { onError: (error) => toastFailure('Failed to save the switch', errorText(error)) },
          )
        }
      />
    </div>
  );
}

function Actions({
  edit,
  actions,
  onAsk,
}: {
  edit: Edit;
  actions: ReturnType<typeof useEditActions>;
  onAsk: (asked: Asked) => void;
}) {
  const can = actionsOf(edit);
  const isByPerson = edit.way === 'person';
  return (
    <>
      {can.canApprove ? (
        <Button needsNetwork size="sm" onClick={() => onAsk('approve')}>
          {isByPerson ? 'Take on the edit' : 'Approve edit'}
        </Button>
      ) : null}
      {can.canPrepare ? (
        <Button
          needsNetwork
          size="sm"
          variant={edit.status === 'ready' ? 'outline' : 'primary'}
          busy={actions.prepare.isPending}
          onClick={() => actions.prepare.mutate()}
        >
          {edit.status === 'draft' ? 'Prepare edit' : 'Prepare again'}
        </Button>
      ) : null}
      {can.canCheck ? (
        <Button
          needsNetwork
          size="sm"
          variant={edit.status === 'waiting' ? 'primary' : 'outline'}
          busy={actions.check.isPending}
          onClick={() => actions.check.mutate()}
        >
          Check pages
        </Button>
      ) : null}
      {can.canUndo ? (
        <Button needsNetwork size="sm" variant="outline" onClick={() => onAsk('undo')}>
          Undo edit
        </Button>
      ) : null}
      {can.canCancel ? (
        <Button
          needsNetwork
          size="sm"
          variant="outline"
          busy={actions.cancel.isPending}
          onClick={() => actions.cancel.mutate()}
        >
          Cancel edit
        </Button>
      ) : null}
      {can.canDelete ? (
        <Button needsNetwork size="sm" variant="outline" onClick={() => onAsk('delete')}>
          Delete edit
        </Button>
      ) : null}
    </>
  );
}

function Facts({ edit, hasSwitch }: { edit: Edit; hasSwitch: boolean }) {
  const times = [
    { label: 'Created', at: edit.createdAt },
    { label: 'Applied', at: edit.appliedAt },
    { label: 'Undone', at: edit.undoneAt },
  ];
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 text-[0.8125rem]">
      <Fact label="Way">{wayName(edit.way)}</Fact>
      {hasSwitch ? null : <Fact label="Experiment">{edit.isMeasured ? '28 days once applied' : 'None'}</Fact>}
      {times.map(({ label, at }) =>
        at ? (
          <Fact key={label} label={label}>
            <RelativeTime at={at} />
          </Fact>
        ) : null,
      )}
      {edit.approvedBy ? <Fact label="Approved by">{edit.approvedBy}</Fact> : null}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
