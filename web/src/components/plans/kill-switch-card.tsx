import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { OctagonPause } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { planApi, planQueries } from '@/api/plans';
import { QueryFailure } from '@/components/states/query-failure';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { RelativeTime } from '@/components/ui/relative-time';
import { showToast } from '@/lib/toast';
import { StopDialog } from './stop-dialog';

/** Button that stops all execution. It is also shown while the state of the switch is unknown. */
export function KillSwitchButton() {
  const query = useQuery(planQueries.killSwitch());
  const [isAsking, setAsking] = useState(false);
  const set = useSet(() => setAsking(false));
  if (query.data?.workspace.isOn) return null;
  return (
    <>
      <Button variant="outline" size="sm" className="text-destructive" needsNetwork onClick={() => setAsking(true)}>
        <OctagonPause size={15} aria-hidden="true" />
        Stop execution
      </Button>
      <StopDialog
        open={isAsking}
        of="this workspace"
        busy={set.isPending}
        onClose={() => setAsking(false)}
        onStop={(reason) => set.mutate({ isOn: true, reason })}
      />
    </>
  );
}

/** Notice that execution is stopped, by whom, with a button to resume the workspace's own switch. */
export function StoppedNotice() {
  const query = useQuery(planQueries.killSwitch());
  const set = useSet();
  if (query.isError && !query.data) {
    return <QueryFailure query={query} fallback="Failed to load whether execution is stopped" className="mb-6" />;
  }
  if (!query.data?.isStopped) return null;
  const { workspace, operator } = query.data;
  const by = operator.isOn ? operator : workspace;
  return (
    <Callout
      tone="danger"
      className="mb-6"
      title={operator.isOn ? 'The operator stopped all plan execution' : 'Plan execution in this workspace is stopped'}
      action={
        workspace.isOn ? (
          <Button
            size="sm"
            variant="outline"
            busy={set.isPending}
            needsNetwork
            onClick={() => set.mutate({ isOn: false, reason: '' })}
          >
            Resume execution
          </Button>
        ) : undefined
      }
    >
      No step of plans, campaigns and edits is executed or undone, and no site is deployed.
      {by.reason ? ` Reason: ${by.reason}.` : ''} {by.changedAt ? <RelativeTime at={by.changedAt} /> : null}
    </Callout>
  );
}

function useSet(onDone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: planApi.setKillSwitch,
    onSuccess: (switches) => {
      queries.setQueryData(planQueries.killSwitch().queryKey, switches);
      queries.invalidateQueries({ queryKey: ['plans'] });
      onDone?.();
    },
    onError: (error) => showToast({ title: errorText(error), variant: 'destructive' }),
  });
}
