import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { OctagonPause, Play } from 'lucide-react';
import { useState } from 'react';
import { adminApi, adminQueries } from '@/api/admin';
import { errorText } from '@/api/errors';
import { StopDialog } from '@/components/plans/stop-dialog';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { showToast } from '@/lib/toast';

/** Kill switch of the installation: while it is on, no workspace executes plans. */
export function Acting() {
  const query = useQuery(adminQueries.killSwitch());
  const [isAsking, setAsking] = useState(false);
  const set = useSet(() => setAsking(false));
  return (
    <Card>
      <CardHeader
        title="Plan execution"
        description="Approved plans update opportunities, change log entries, experiments and schedules. Stop all of them here, in every workspace, with all campaigns and edits."
      />
      <CardBody>
        <QueryPanel query={query} fallback="Failed to load the state.">
          {({ isOn, reason, changedAt }) => (
            <div className="flex flex-wrap items-center justify-between gap-4">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Badge tone={isOn ? 'danger' : 'success'} dot>
                  {isOn ? 'Plan execution is stopped' : 'Plan execution is active'}
                </Badge>
                {reason ? <span>{reason}</span> : null}
                {changedAt ? (
                  <span className="text-muted-foreground">
                    <RelativeTime at={changedAt} />
                  </span>
                ) : null}
              </div>
              {isOn ? (
                <Button
                  needsNetwork
                  variant="outline"
                  busy={set.isPending}
                  onClick={() => set.mutate({ isOn: false, reason: '' })}
                >
                  <Play size={15} aria-hidden="true" />
                  Resume execution
                </Button>
              ) : (
                <Button needsNetwork variant="destructive" onClick={() => setAsking(true)}>
                  <OctagonPause size={15} aria-hidden="true" />
                  Stop execution
                </Button>
              )}
            </div>
          )}
        </QueryPanel>
      </CardBody>
      <StopDialog
        open={isAsking}
        of="the whole installation"
        busy={set.isPending}
        onClose={() => setAsking(false)}
        onStop={(reason) => set.mutate({ isOn: true, reason })}
      />
    </Card>
  );
}

function useSet(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: adminApi.setKillSwitch,
    onSuccess: (answer) => {
      queries.setQueryData(adminQueries.killSwitch().queryKey, answer);
      queries.invalidateQueries({ queryKey: ['plans'] });
      onDone();
    },
    onError: (error) => showToast({ title: errorText(error), variant: 'destructive' }),
  });
}
