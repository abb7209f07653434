import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { engineQueries } from '@/api/engines';
import { runQueries } from '@/api/runs';
import { actionName, actionWords } from '@/components/engines/action-words';
import { runPhrase } from '@/components/engines/run-words';
import { RunProgress } from '@/components/runs/run-progress';
import { LoadingRows } from '@/components/states/panels';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import type { ActionTabProps } from './action-tab-props';
import { HistoryCard } from './history-card';
import { ResultCard } from './result-card';
import { RunForm } from './run-form';
import { useActionRuns } from './use-action-runs';

/** Tab of an action: its question with the button that runs it, its latest result and its history. */
export function ActionTab(props: ActionTabProps) {
  const { engine, action, website, runId, given } = props;
  const runs = useActionRuns(engine.id, action, website?.id);
  const schema = useQuery(engineQueries.parameters(engine.id, action));
  const words = actionWords(engine.id, action);
  const shown = runs.succeeded.find(({ id }) => id === runId)?.id ?? runs.succeeded[0]?.id ?? '';
  const result = useQuery({ ...runQueries.result(shown), enabled: shown !== '' });
  const isLoading = schema.isPending || (website && runs.query.isPending) || (shown !== '' && result.isPending);
  const [wasShown, setShown] = useState(false);
  if (!isLoading && !wasShown) setShown(true);
  // Form and result appear together, replacing a skeleton as high as the window, to avoid layout shifts.
  if (isLoading && !wasShown) return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card aria-label={runPhrase(engine.id, action)}>
          <CardHeader
            title={words?.answers ?? actionName(action)}
            description={words ? `Data used: ${words.reads}` : null}
          />
          <CardBody className="grid gap-4">
            {runs.followed ? (
              <RunProgress
                key={runs.followed.id}
                runId={runs.followed.id}
                title={actionName(action)}
                onFinished={() => props.onShow('')}
                onRetried={runs.follow}
              />
            ) : null}
            <RunForm
              key={`${website?.id} ${JSON.stringify(given)}`}
              engine={engine}
              action={action}
              website={website}
              given={given}
              busy={runs.isUnderWay}
              hasResult={runs.succeeded.length > 0}
              onStarted={runs.follow}
            />
          </CardBody>
        </Card>
        <ResultCard {...props} shownId={shown} history={runs.query} hasRun={runs.succeeded.length > 0} />
        <HistoryCard runs={runs} shownId={shown} {...props} />
      </div>
    </Suspense>
  );
}

function Loading() {
  return (
    <Card>
      <LoadingRows rows={6} className="min-h-dvh content-start" />
    </Card>
  );
}
