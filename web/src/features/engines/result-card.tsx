import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { runQueries } from '@/api/runs';
import type { Run } from '@/api/types';
import { actionName } from '@/components/engines/action-name';
import { actionWords } from '@/components/engines/action-words';
import { needsOf } from '@/components/engines/result/result-model';
import { Panels, type ResultPanel } from '@/components/engines/result/result-view';
import { type JsonObject, jsonResult } from '@/components/engines/result/value';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { useShortcut } from '@/hooks/use-shortcut';
import { formatDateTime } from '@/lib/format';
import { saveText } from '@/lib/save-file';
import type { ActionTabProps } from './action-tab-props';
import { fileName } from './file-name';
import { NextSteps } from './next-steps';

const Result = lazy(() => import('./results/result'));
const Comparison = lazy(() => import('./results/comparison'));

const PARTS = 'grid grid-cols-[minmax(0,1fr)] gap-6';

/** Height of a window: the tabs below a comparison stay out of sight until it has loaded. */
const FILL = 'min-h-dvh content-start';

interface ResultCardProps extends ActionTabProps {
  shownId: string;
  /** Buttons that run the action again and change its parameters. */
  form: ReactNode;
  /** Progress of a run that is under way or has failed. */
  progress: ReactNode;
  panels: readonly ResultPanel[];
}

/** Result of the selected run of an action, or the comparison of two runs, with the buttons that run it again. */
export function ResultCard(props: ResultCardProps) {
  const { engine, action, form, progress } = props;
  // The result of the previous run stays until another one is loaded, and the tabs with it.
  const query = useQuery({ ...runQueries.result(props.shownId), placeholderData: keepPreviousData });
  const words = actionWords(engine.id, action);
  const result = jsonResult(query.data?.result);
  return (
    <Card aria-label="Result">
      <CardHeader
        title={props.compareId ? 'Comparison of two runs' : (words?.answers ?? actionName(action))}
        description={query.data ? `Run finished ${formatDateTime(query.data.run.finishedAt)}.` : null}
        actions={
          <>
            {form}
            {query.data && result ? <SaveJson run={query.data.run} result={result} /> : null}
          </>
        }
      />
      <CardBody className={PARTS}>
        {progress}
        {engine.freshness.isStale ? (
          <Callout tone="warning">New data was imported after this result. Run the analysis again.</Callout>
        ) : null}
        <QueryPanel
          query={query}
          fallback="Failed to load the result."
          loading={<LoadingRows rows={6} className={props.compareId ? FILL : ''} />}
        >
          {({ run, result }) => <Found {...props} run={run} result={jsonResult(result)} />}
        </QueryPanel>
        {query.data ? null : <RunTabs {...props} />}
      </CardBody>
    </Card>
  );
}

/** Tabs without a result above them: another run can still be chosen. */
function RunTabs({ panels, panel, onPanel }: ResultCardProps) {
  return <Panels panels={panels} panel={panel} onPanel={onPanel} />;
}

function Found({ run, result, ...props }: ResultCardProps & { run: Run; result: JsonObject | null }) {
  const { engine, action, website, compareId, severalWebsites } = props;
  if (!result) {
    return (
      <div className={PARTS}>
        <p>This run has no result.</p>
        <RunTabs {...props} />
      </div>
    );
  }
  if (compareId && compareId !== run.id) {
    return (
      <Suspense fallback={<LoadingRows rows={6} className={FILL} />}>
        <Comparison beforeId={compareId} after={{ run, result }} onEnd={() => props.onCompare('')}>
          <RunTabs {...props} />
        </Comparison>
      </Suspense>
    );
  }
  const scope = severalWebsites ? website : null;
  return (
    <Result
      engineId={engine.id}
      action={action}
      run={run}
      result={result}
      website={website}
      onAsk={props.onAsk}
      next={<NextSteps engine={engine} website={scope} run={run} needs={needsOf(result)} />}
      panels={props.panels}
      panel={props.panel}
      onPanel={props.onPanel}
    />
  );
}

function SaveJson({ run, result }: { run: Run; result: JsonObject }) {
  const save = () => saveText(JSON.stringify(result, null, 2), `${fileName(run)}.json`, 'application/json');
  useShortcut({ id: 'export', keys: 'e', label: 'Save the result as JSON', group: 'On this page', run: save });
  return (
    <Button variant="outline" size="icon" aria-label="Save as JSON" title="Save as JSON" onClick={save}>
      <Download size={14} aria-hidden="true" />
    </Button>
  );
}
