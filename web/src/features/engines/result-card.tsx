import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { runQueries } from '@/api/runs';
import type { Run } from '@/api/types';
import { type JsonObject, jsonResult } from '@/components/engines/result/value';
import { runPhrase } from '@/components/engines/run-words';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { useShortcut } from '@/hooks/use-shortcut';
import { formatDateTime } from '@/lib/format';
import { saveText } from '@/lib/save-file';
import type { ActionTabProps } from './action-tab-props';
import { fileName } from './file-name';

const Result = lazy(() => import('./results/result'));
const Comparison = lazy(() => import('./results/comparison'));

/** Result of the selected run of an action, or the comparison of two runs. */
export function ResultCard({
  shownId,
  history,
  hasRun,
  ...tab
}: ActionTabProps & { shownId: string; history: UseQueryResult<{ runs: Run[] }>; hasRun: boolean }) {
  return (
    <Card aria-label="Result">
      <QueryPanel
        query={history}
        isEmpty={() => !hasRun}
        empty={
          <EmptyPanel
            title="No results yet"
            text={`Press "${runPhrase(tab.engine.id, tab.action)}" above to see its tables and charts here.`}
          />
        }
      >
        {() => <Loaded {...tab} shownId={shownId} />}
      </QueryPanel>
    </Card>
  );
}

function Loaded({ shownId, ...tab }: ActionTabProps & { shownId: string }) {
  const query = useQuery(runQueries.result(shownId));
  return (
    <QueryPanel query={query} loading={<LoadingRows rows={6} />}>
      {({ run, result }) => <Found {...tab} run={run} result={jsonResult(result)} />}
    </QueryPanel>
  );
}

function Found({ run, result, ...tab }: ActionTabProps & { run: Run; result: JsonObject | null }) {
  return (
    <>
      <CardHeader
        title={tab.compareId ? 'Comparison of two runs' : 'Result'}
        description={`Run finished ${formatDateTime(run.finishedAt)}.`}
        actions={result ? <SaveJson run={run} result={result} /> : null}
      />
      <CardBody>{result ? <Body {...tab} run={run} result={result} /> : <p>This run has no result.</p>}</CardBody>
    </>
  );
}

function Body({ run, result, ...tab }: ActionTabProps & { run: Run; result: JsonObject }) {
  if (tab.compareId && tab.compareId !== run.id) {
    return (
      <Suspense fallback={<LoadingRows rows={4} className="p-0" />}>
        <Comparison beforeId={tab.compareId} after={{ run, result }} onEnd={() => tab.onCompare('')} />
      </Suspense>
    );
  }
  return (
    <Result
      engineId={tab.engine.id}
      action={tab.action}
      run={run}
      result={result}
      website={tab.website}
      onAsk={tab.onAsk}
    />
  );
}

function SaveJson({ run, result }: { run: Run; result: JsonObject }) {
  const save = () => saveText(JSON.stringify(result, null, 2), `${fileName(run)}.json`, 'application/json');
  useShortcut({ id: 'export', keys: 'e', label: 'Save the result as JSON', group: 'On this page', run: save });
  return (
    <Button variant="outline" size="sm" onClick={save}>
      <Download size={14} aria-hidden="true" />
      Save as JSON
    </Button>
  );
}
