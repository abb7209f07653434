import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { engineQueries } from '@/api/engines';
import { runQueries } from '@/api/runs';
import { actionName } from '@/components/engines/action-name';
import { feedQuery } from '@/components/insights/insight-feed';
import { RunProgress } from '@/components/runs/run-progress';
import { LoadingRows } from '@/components/states/panels';
import { Card } from '@/components/ui/card';
import { PHONE, useMedia } from '@/hooks/use-media';
import type { ActionTabProps } from './action-tab-props';
import { enginePanels } from './engine-panels';
import { FirstRun } from './first-run';
import { isComplete } from './inputs-card';
import { ResultCard } from './result-card';
import { RunForm } from './run-form';
import { useActionRuns } from './use-action-runs';

/** Tab of an action: its newest result with the button that runs it again; before the first run, its form. */
export function ActionTab(props: ActionTabProps) {
  const { engine, action, website, runId, given, severalWebsites } = props;
  const runs = useActionRuns(engine.id, action, website?.id);
  const schema = useQuery(engineQueries.parameters(engine.id, action));
  const insights = useQuery(feedQuery(engine.id, severalWebsites ? website : null));
  const shown = runs.succeeded.find(({ id }) => id === runId)?.id ?? runs.succeeded[0]?.id ?? '';
  const result = useQuery({ ...runQueries.result(shown), enabled: shown !== '' });
  const isLoading =
    schema.isPending || insights.isPending || (website && runs.query.isPending) || (shown !== '' && result.isPending);
  const isPhone = useMedia(PHONE);
  const [wasShown, setShown] = useState(false);
  if (!isLoading && !wasShown) setShown(true);
  // Form and result appear together, replacing a skeleton as high as the window, to avoid layout shifts.
  if (isLoading && !wasShown) return <Loading />;
  const hasResult = runs.succeeded.length > 0;
  const form = (
    <RunForm
      key={`${website?.id} ${JSON.stringify(given)}`}
      engine={engine}
      action={action}
      website={website}
      given={given}
      busy={runs.isUnderWay}
      hasResult={hasResult}
      onStarted={runs.follow}
    />
  );
  const progress = runs.followed ? (
    <RunProgress
      key={runs.followed.id}
      runId={runs.followed.id}
      title={actionName(action)}
      onFinished={() => props.onShow('')}
      onRetried={runs.follow}
    />
  ) : null;
  const hasInputs = hasResult || (isPhone && isComplete(engine));
  const panels = enginePanels({ ...props, runs, shownId: shown, hasInputs });
  return (
    <Suspense fallback={<Loading />}>
      {hasResult ? (
        <ResultCard {...props} shownId={shown} form={form} progress={progress} panels={panels} />
      ) : (
        <FirstRun {...props} runs={runs} form={form} progress={progress} panels={panels} />
      )}
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
