import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type DeployTarget, targetApi, targetQueries } from '@/api/deploy-targets';
import { errorText } from '@/api/errors';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toastFailure } from '@/lib/failed';
import { plural } from '@/lib/format';
import { kindOf } from './target-kinds';

/** A target: its settings, its test, and its removal. */
export function TargetCard({
  target,
  canChange,
  onEdit,
}: {
  target: DeployTarget;
  canChange: boolean;
  onEdit: () => void;
}) {
  const [isRemoving, setRemoving] = useState(false);
  const { test, remove } = useTargetActions(target.id, () => setRemoving(false));
  const kind = kindOf(target.kind);
  return (
    <Card aria-label={target.name}>
      <CardHeader title={target.name} description={`${kind?.name ?? target.kind} · ${plural(target.sites, 'site')}`} />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Settings target={target} />
        {test.data ? (
          <Callout
            tone={test.data.isReachable ? 'success' : 'danger'}
            title={test.data.isReachable ? 'The target works' : 'The test failed'}
          >
            {test.data.detail}
          </Callout>
        ) : null}
        {canChange ? (
          <div className="flex flex-wrap gap-2">
            <Button needsNetwork variant="outline" size="sm" busy={test.isPending} onClick={() => test.mutate()}>
              Test target
            </Button>
            <Button variant="outline" size="sm" aria-label={`Edit ${target.name}`} onClick={onEdit}>
              Edit target
            </Button>
            <Button
              needsNetwork
              variant="outline"
              size="sm"
              aria-label={`Delete ${target.name}`}
              onClick={() => setRemoving(true)}
            >
              Delete target
            </Button>
          </div>
        ) : null}
      </CardBody>
      <ConfirmDialog
        open={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        title={`Delete ${target.name}?`}
        text="Its credentials are erased. Uploaded files stay where they are. A target with sites is not deleted: choose another one for them first."
        action="Delete target"
      />
    </Card>
  );
}

function Settings({ target }: { target: DeployTarget }) {
  const fields = kindOf(target.kind)?.settings ?? [];
  const known = fields.flatMap(({ name, label, type }) => {
    const value = target.settings[name];
    if (value === null || value === undefined || value === '' || value === false) return [];
    return [{ name, label: label.replace(' (optional)', ''), value: type === 'check' ? 'Yes' : String(value) }];
  });
  return (
    <dl className="grid gap-x-6 gap-y-1.5 text-[0.8125rem] sm:grid-cols-2">
      {known.map(({ name, label, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-muted-foreground">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
      {target.hasSecrets ? (
        <div>
          <dt className="text-xs text-muted-foreground">Credentials</dt>
          <dd>
            <span aria-hidden="true">••••••••</span> stored
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

function useTargetActions(id: string, onRemoved: () => void) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: targetQueries.all() });
  // The first test of an SFTP server stores its fingerprint.
  const test = useMutation({
    mutationFn: () => targetApi.test(id),
    onError: (error) => toastFailure('Failed to test the target', errorText(error)),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: () => targetApi.remove(id),
    onError: (error) => toastFailure('Failed to delete the target', errorText(error)),
    onSettled: () => {
      onRemoved();
      return refresh();
    },
  });
  return { test, remove };
}
