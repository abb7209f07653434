import type { ComponentType, ReactNode } from 'react';
import { type ActionKey, typedResult } from '@/api/engine-results';
import { type ResultPanel, ResultView } from '@/components/engines/result/result-view';
import type { JsonObject } from '@/components/engines/result/value';
import { fileName } from '../file-name';
import { answerOf } from './answers';
import { PlotBoundary } from './plot-boundary';
import type { PlotProps } from './plot-props';
import { actionKey, PLOTS } from './plots';

type Shared = Omit<PlotProps<ActionKey>, 'result'>;

interface ResultProps extends Shared {
  engineId: string;
  action: string;
  result: JsonObject;
  /** Shown between the plots and the tabs. */
  next?: ReactNode;
  /** Further tabs. */
  panels?: readonly ResultPanel[];
  panel?: string;
  onPanel?: (id: string) => void;
}

/** A result: its answer, the plots of its action, and its values and tables in tabs. */
export default function Result({ engineId, action, result, next, panels, panel, onPanel, ...shared }: ResultProps) {
  const key = actionKey(engineId, action);
  const plots = key && PLOTS[key];
  const runId = shared.run.id;
  const lead = key ? <AnswerLine actionKey={key} result={result} /> : null;
  const view = { result, fileName: fileName(shared.run), lead, next, panels, panel, onPanel };
  if (!plots) return <ResultView {...view} />;
  return (
    <PlotBoundary runId={runId} fallback={<TablesOnly {...view} />}>
      <ResultView
        {...view}
        omit={plots.shows}
        {...(plots.Table
          ? { table: <Part key={runId} part="Table" actionKey={key} result={result} {...shared} /> }
          : {})}
      >
        <Part key={runId} part="Component" actionKey={key} result={result} {...shared} />
      </ResultView>
    </PlotBoundary>
  );
}

/** The answer in one sentence, with its confidence. */
function AnswerLine({ actionKey, result }: { actionKey: ActionKey; result: JsonObject }) {
  const answer = answerOf(actionKey, typedResult(actionKey, result));
  if (!answer) return null;
  return (
    <div className="max-w-prose">
      <p className="text-lg leading-snug font-semibold text-pretty wrap-anywhere">{answer.text}</p>
      <p className="tabular mt-1 text-[0.8125rem] text-muted-foreground">{answer.confidence}</p>
    </div>
  );
}

/** The plots or the table of an action. */
function Part<Key extends ActionKey>({
  part,
  actionKey,
  result,
  ...shared
}: Shared & { part: 'Component' | 'Table'; actionKey: Key; result: JsonObject }) {
  const Component: ComponentType<PlotProps<Key>> | undefined = PLOTS[actionKey]?.[part];
  return Component ? <Component {...shared} result={typedResult(actionKey, result)} /> : null;
}

function TablesOnly(view: Omit<Parameters<typeof ResultView>[0], 'children'>) {
  return (
    <ResultView {...view}>
      <p className="text-muted-foreground">
        These charts need data that this result does not have. Run the action again to see them.
      </p>
    </ResultView>
  );
}
