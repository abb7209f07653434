import type { Run, Website } from '@/api/types';
import { ResultView } from '@/components/engines/result/result-view';
import type { JsonObject } from '@/components/engines/result/value';
import type { OwnValues } from '../input/own-field';
import { fileName } from '../result-card';
import { plotsOf } from './plots';

export interface ResultProps {
  engineId: string;
  action: string;
  run: Run;
  result: JsonObject;
  website: Website | null;
  /** Opens another action of the engine with fields filled in. */
  onAsk: (action: string, given: OwnValues) => void;
}

/** A result with the plots that belong to its action, and all the rest of it as figures and tables. */
export default function Result(props: ResultProps) {
  const plots = plotsOf(props.engineId, props.action);
  return (
    <ResultView result={props.result} fileName={fileName(props.run)} omit={plots?.shows}>
      {plots ? <plots.Component {...props} /> : null}
    </ResultView>
  );
}
