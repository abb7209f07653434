import { downloadFile } from '@/api/download';
import { engineApi } from '@/api/engines';
import { errorText } from '@/api/errors';
import { runApi } from '@/api/runs';
import type { Run } from '@/api/types';
import { actionName } from '@/components/engines/action-name';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { StateBadge } from '@/components/ui/state-badge';
import { Table, Td, Th } from '@/components/ui/table';
import { cn } from '@/lib/cn';
import { formatDuration, NO_VALUE } from '@/lib/format';
import { showToast } from '@/lib/toast';
import type { ActionTabProps } from './action-tab-props';
import type { useActionRuns } from './use-action-runs';

/** Rows that are shown. */
const SHOWN = 20;

/** Earlier runs of an action, which can be shown or compared with the current one. */
export function HistoryCard({
  runs,
  shownId,
  action,
  compareId,
  onShow,
  onCompare,
}: ActionTabProps & { runs: ReturnType<typeof useActionRuns>; shownId: string }) {
  return (
    <Card aria-label="History">
      <CardHeader
        title="History"
        description={`Runs of "${actionName(action).toLowerCase()}" on this website, newest first.`}
      />
      <div className="p-2 pt-3">
        <QueryPanel
          query={runs.query}
          fallback="Failed to load the runs."
          isEmpty={() => runs.runs.length === 0}
          empty={<EmptyPanel title="No runs yet" className="py-6" />}
        >
          {() => (
            <Table label="Runs of this action" className="max-sm:block">
              <thead className="max-sm:sr-only">
                <tr>
                  <Th>Finished</Th>
                  <Th>Status</Th>
                  <Th numeric>Duration</Th>
                  <Th>Actions</Th>
                </tr>
              </thead>
              <tbody className="max-sm:block">
                {runs.runs.slice(0, SHOWN).map((run) => (
                  <Row
                    key={run.id}
                    run={run}
                    isShown={run.id === shownId}
                    isCompared={run.id === compareId}
                    onShow={onShow}
                    onCompare={onCompare}
                  />
                ))}
              </tbody>
            </Table>
          )}
        </QueryPanel>
      </div>
    </Card>
  );
}

/** On a phone a row is a card: description in one line, actions below. */
const CARD_ROW =
  'max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto_auto] max-sm:items-center max-sm:border-b max-sm:border-border max-sm:last:border-b-0';
const CARD_CELL = 'max-sm:border-0';

function Row({
  run,
  isShown,
  isCompared,
  onShow,
  onCompare,
}: {
  run: Run;
  isShown: boolean;
  isCompared: boolean;
  onShow: (id: string) => void;
  onCompare: (id: string) => void;
}) {
  return (
    <tr aria-current={isShown || undefined} className={cn(CARD_ROW, isShown && 'bg-accent/50')}>
      <Td className={cn(CARD_CELL, 'whitespace-nowrap')}>
        <RelativeTime at={run.finishedAt ?? run.createdAt} />
      </Td>
      <Td className={CARD_CELL}>
        <StateBadge state={run.status} />
      </Td>
      <Td numeric className={CARD_CELL}>
        {run.durationMs === null ? NO_VALUE : formatDuration(run.durationMs)}
      </Td>
      <Td className={cn(CARD_CELL, 'max-sm:col-span-3')}>
        {run.status !== 'succeeded' ? (
          // Quotes are plainer than the backticks of field names.
          <span className="text-muted-foreground">{run.error?.detail.replaceAll('`', '"')}</span>
        ) : isShown ? (
          <span className="flex flex-wrap items-center gap-2">
            <span className="text-muted-foreground">shown</span>
            <ExportButtons run={run} />
          </span>
        ) : (
          <span className="flex flex-wrap gap-2">
            <ExportButtons run={run} />
            <Button variant="outline" size="sm" onClick={() => onShow(run.id)}>
              Show
            </Button>
            <Button
              variant="outline"
              size="sm"
              aria-pressed={isCompared}
              onClick={() => onCompare(isCompared ? '' : run.id)}
            >
              {isCompared ? 'End' : 'Compare'}
            </Button>
          </span>
        )}
      </Td>
    </tr>
  );
}

/** The run's result as a file: its longest table, all of it, or all with what it was computed from. */
function ExportButtons({ run }: { run: Run }) {
  const { engineId } = run;
  if (!engineId) return null;
  const save = (path: string, ending: string) => {
    const name = `${engineId}-${run.action ?? 'result'}.${ending}`;
    downloadFile(path, name).catch((error: unknown) => showToast({ title: errorText(error), variant: 'destructive' }));
  };
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => save(engineApi.resultFile(engineId, run.id, 'csv'), 'csv')}>
        CSV
      </Button>
      <Button variant="ghost" size="sm" onClick={() => save(engineApi.resultFile(engineId, run.id, 'json'), 'json')}>
        JSON
      </Button>
      <Button
        variant="ghost"
        size="sm"
        title="Input, parameters, version and answer in one file: `motherlode capsule FILE` runs it again to the same bytes"
        onClick={() => save(runApi.capsule(run.id), 'capsule.zip')}
      >
        Capsule
      </Button>
    </>
  );
}
