import { Check, Download, Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { Edit, EditChange, PageChange } from '@/api/edits';
import { errorText } from '@/api/errors';
import { actionsOf, changeWords } from '@/components/edits/edit-words';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyButton } from '@/components/ui/copy-button';
import { toastFailure } from '@/lib/failed';
import { plural } from '@/lib/format';
import { AddChangeDialog } from './add-change-dialog';
import { ChangeDialog, isEditable, plainChange } from './change-dialog';
import { useEditActions } from './use-edit-actions';

type Asked = { what: 'edit' | 'remove' | 'add'; at: number } | null;

/** The changes of an edit, with what the website shows of each; a draft can still be changed. */
export function ChangesCard({ edit, canChange }: { edit: Edit; canChange: boolean }) {
  const [asked, setAsked] = useState<Asked>(null);
  const { update, savePatch } = useEditActions(edit);
  const mayChange = canChange && actionsOf(edit).canChange;
  const close = () => setAsked(null);
  const replace = (changes: PageChange[]) =>
    update.mutateAsync({ changes }).then(close, (error) => {
      toastFailure('Failed to save the changes', errorText(error));
    });
  const plain = edit.changes.map(plainChange);
  const chosen = asked ? plain[asked.at] : undefined;
  const hasPatch = (edit.preview.files ?? []).length > 0;
  const wasRead = edit.way !== null;
  return (
    <Card aria-label="Changes">
      <CardHeader
        title={plural(edit.changes.length, 'change')}
        description={wasRead ? 'The marks show what the website had when it was last read.' : undefined}
        actions={
          <>
            {mayChange ? <AddButton onClick={() => setAsked({ what: 'add', at: edit.changes.length })} /> : null}
            {hasPatch ? <PatchButton busy={savePatch.isPending} onClick={() => savePatch.mutate()} /> : null}
          </>
        }
      />
      <ul className="mt-4 divide-y divide-border border-t border-border">
        {edit.changes.map((change, at) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: changes have no id, and their order is theirs
            key={at}
            change={change}
            isByPerson={edit.way === 'person'}
            wasRead={wasRead}
            mayChange={mayChange}
            canRemove={mayChange && edit.changes.length > 1}
            onEdit={() => setAsked({ what: 'edit', at })}
            onRemove={() => setAsked({ what: 'remove', at })}
          />
        ))}
      </ul>
      <ChangeDialog
        key={asked ? `${asked.what}-${asked.at}` : 'none'}
        change={asked?.what === 'edit' ? (chosen ?? null) : null}
        onClose={close}
        save={(changed) =>
          update.mutateAsync({ changes: plain.map((each, at) => (at === asked?.at ? changed : each)) })
        }
      />
      <AddChangeDialog
        open={asked?.what === 'add'}
        path={plain[0] ? changeWords(plain[0]).path : '/'}
        onClose={close}
        save={(added) => update.mutateAsync({ changes: [...plain, added] })}
      />
      <ConfirmDialog
        open={asked?.what === 'remove'}
        onClose={close}
        onConfirm={() => void replace(plain.filter((_, at) => at !== asked?.at))}
        busy={update.isPending}
        title="Remove this change?"
        text="The other changes of this edit stay. Prepare it again to see the new differences."
        action="Remove change"
      />
    </Card>
  );
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="outline" size="sm" onClick={onClick}>
      <Plus size={14} aria-hidden="true" />
      Add change
    </Button>
  );
}

function PatchButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <Button variant="outline" size="sm" needsNetwork busy={busy} onClick={onClick}>
      <Download size={14} aria-hidden="true" />
      Download patch
    </Button>
  );
}

function Row({
  change,
  isByPerson,
  wasRead,
  mayChange,
  canRemove,
  onEdit,
  onRemove,
}: {
  change: EditChange;
  isByPerson: boolean;
  /** Whether the website was compared with the changes. */
  wasRead: boolean;
  mayChange: boolean;
  canRemove: boolean;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const words = changeWords(change);
  return (
    <li className="grid gap-3 px-5 py-3.5 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{words.action}</span>
          <code className="text-xs wrap-anywhere text-muted-foreground">{words.path}</code>
          {wasRead ? <Mark change={change} /> : null}
        </p>
        <p className="mt-1 max-h-40 overflow-y-auto whitespace-pre-wrap wrap-anywhere">{words.text}</p>
        {!change.isApplied && change.found ? (
          <p className="mt-1 text-xs wrap-anywhere text-muted-foreground">Shown now: {change.found}</p>
        ) : null}
        {change.problem ? <p className="mt-1 text-xs wrap-anywhere text-destructive">{change.problem}</p> : null}
        {isByPerson ? <p className="mt-1 text-xs text-muted-foreground">{change.instruction.where}</p> : null}
      </div>
      <div className="flex flex-wrap items-start gap-2">
        <CopyButton text={change.instruction.snippet} label="Copy" />
        {mayChange && isEditable(change) ? (
          <Button variant="outline" size="sm" aria-label={`Edit: ${words.action} of ${words.path}`} onClick={onEdit}>
            Edit
          </Button>
        ) : null}
        {canRemove ? (
          <Button
            variant="outline"
            size="sm"
            aria-label={`Remove: ${words.action} of ${words.path}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function Mark({ change }: { change: EditChange }) {
  return change.isApplied ? (
    <Badge tone="success">
      <Check size={12} aria-hidden="true" />
      On the website
    </Badge>
  ) : (
    <Badge>
      <X size={12} aria-hidden="true" />
      Not on the website
    </Badge>
  );
}
