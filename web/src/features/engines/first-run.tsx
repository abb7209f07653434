import type { ReactNode } from 'react';
import { actionName, actionWords } from '@/components/engines/action-words';
import { Panels, type ResultPanel } from '@/components/engines/result/result-view';
import { runPhrase } from '@/components/engines/run-words';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import type { ActionTabProps } from './action-tab-props';
import { Inputs } from './inputs-card';
import type { useActionRuns } from './use-action-runs';

/** An action without a result: the data that it requires and the form that runs it. */
export function FirstRun({
  runs,
  form,
  progress,
  panels,
  ...tab
}: ActionTabProps & {
  runs: ReturnType<typeof useActionRuns>;
  form: ReactNode;
  progress: ReactNode;
  panels: readonly ResultPanel[];
}) {
  const { engine, action, website } = tab;
  const words = actionWords(engine.id, action);
  const phrase = runPhrase(engine.id, action);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card aria-label={phrase}>
          <CardHeader
            title={words?.answers ?? actionName(action)}
            description={words ? `Data used: ${words.reads}` : null}
          />
          <CardBody className="grid gap-4">
            {progress}
            {form}
          </CardBody>
        </Card>
        <Card aria-label="Result">
          <QueryPanel
            query={runs.query}
            isEmpty={() => true}
            empty={
              <EmptyPanel
                title="No results yet"
                text={`Press "${phrase}" above to see its answer, charts and tables here.`}
                className="py-8"
              />
            }
          >
            {() => null}
          </QueryPanel>
        </Card>
        <Card aria-label="Details">
          <CardBody className="pt-2">
            <Panels panels={panels} panel={tab.panel} onPanel={tab.onPanel} />
          </CardBody>
        </Card>
      </div>
      {/* On a narrow screen missing data come before the form that needs them. */}
      <div className={engine.needs.length > 0 ? 'max-xl:order-first' : ''}>
        <Inputs engine={engine} website={website} />
      </div>
    </div>
  );
}
