import type { ComponentType } from 'react';
import { type ActionKey, typedResult } from '@/api/engine-results';
import { ResultView } from '@/components/engines/result/result-view';
import type { JsonObject } from '@/components/engines/result/value';
import { fileName } from '../file-name';
import { PlotBoundary } from './plot-boundary';
import type { PlotProps } from './plot-props';
import { actionKey, PLOTS } from './plots';

type Shared = Omit<PlotProps<ActionKey>, 'result'>;

interface ResultProps extends Shared {
  engineId: string;
  action: string;
  result: JsonObject;
}

/** A result with the plots of its action, and its other values and tables. */
export default function Result({ engineId, action, result, ...shared }: ResultProps) {
  const key = actionKey(engineId, action);
  const plots = key && PLOTS[key];
  const file = fileName(shared.run);
  if (!plots) return <ResultView result={result} fileName={file} />;
  return (
    <PlotBoundary key={shared.run.id} fallback={<TablesOnly result={result} file={file} />}>
      <ResultView result={result} fileName={file} omit={plots.shows}>
        <Plots actionKey={key} result={result} {...shared} />
      </ResultView>
    </PlotBoundary>
  );
}

function Plots<Key extends ActionKey>({
  actionKey,
  result,
  ...shared
}: Shared & { actionKey: Key; result: JsonObject }) {
  const Component: ComponentType<PlotProps<Key>> | undefined = PLOTS[actionKey]?.Component;
  return Component ? <Component {...shared} result={typedResult(actionKey, result)} /> : null;
}

function TablesOnly({ result, file }: { result: JsonObject; file: string }) {
  return (
    <ResultView result={result} fileName={file}>
      <p className="text-muted-foreground">
        These charts need data that this result does not have. Run the action again to see them.
      </p>
    </ResultView>
  );
}
