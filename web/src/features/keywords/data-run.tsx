import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type KeywordDataResult, keywordDataResult } from '@/api/keyword-data';
import { runQueries } from '@/api/runs';
import { RunProgress } from '@/components/runs/run-progress';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { formatMicros, formatNumber } from '@/lib/format';

/** A run that fetches data on keywords, and what it has found. */
export function DataRun({
  runId,
  onRetried,
  onAgain,
  onClose,
}: {
  runId: string;
  onRetried: (runId: string) => void;
  onAgain: () => void;
  onClose: () => void;
}) {
  const [isDone, setDone] = useState(false);
  return (
    <div className="grid gap-5">
      <RunProgress
        key={runId}
        runId={runId}
        title="Keyword data"
        onFinished={(run) => setDone(run.status === 'succeeded')}
        onRetried={(run) => onRetried(run.id)}
      />
      {isDone ? <Result runId={runId} /> : null}
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onAgain}>
          Fetch more
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  );
}

function Result({ runId }: { runId: string }) {
  const query = useQuery(runQueries.result(runId));
  return (
    <QueryPanel query={query} fallback="Failed to load the result.">
      {({ result }) => <Found result={keywordDataResult(result)} />}
    </QueryPanel>
  );
}

function Found({ result }: { result: KeywordDataResult }) {
  const figures: [string, number][] = [
    ['Keywords stored', result.keywords],
    ['With a volume', result.volumes],
    ['With a difficulty', result.difficulties],
    ['New ideas', result.ideas],
    ['New ranked keywords', result.ranked],
    ['Backlinks', result.links],
    ['Without any figure', result.unknown],
    ['Left out', result.leftOut],
  ];
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-[0.8125rem] text-muted-foreground">{name}</dt>
            <dd className="tabular text-lg font-semibold">{formatNumber(value, 0)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-[0.8125rem]">
        Cost: {formatMicros(result.costMicros)}.{' '}
        {result.importId
          ? 'The data are an import of the website, which you can undo. Run the analysis to use them.'
          : 'Nothing was found, so nothing was stored.'}
      </p>
      {result.stopped ? (
        <Callout tone="warning" title="Stopped early">
          <p>{result.stopped}.</p>
        </Callout>
      ) : null}
      {result.failed.map(({ what, detail }) => (
        <Callout key={what} tone="warning" title={`${what}: failed`}>
          <p>{detail}.</p>
        </Callout>
      ))}
    </div>
  );
}
