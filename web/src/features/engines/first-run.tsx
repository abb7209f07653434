import type { ReactNode } from 'react';
import { actionName } from '@/components/engines/action-name';
import { actionWords } from '@/components/engines/action-words';
import { Panels, type ResultPanel } from '@/components/engines/result/result-view';
import { runPhrase } from '@/components/engines/run-words';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { PHONE, useMedia } from '@/hooks/use-media';
import type { ActionTabProps } from './action-tab-props';
import { Inputs, isComplete } from './inputs-card';
import type { useActionRuns } from './use-action-runs';

/**
 * An action without a result: the form that runs it and the data that it requires, on a phone in short unless they need attention.
 */
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
  const isPhone = useMedia(PHONE);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card aria-label={phrase}>
          <CardHeader
            title={words?.answers ?? actionName(action)}
            description={words ? `Data used: ${words.reads}` : null}
          />
          <CardBody className="grid gap-4">
            {engine.id === 'execution' ? <PlanHint /> : null}
            {progress}
            {form}
          </CardBody>
        </Card>
        {/* On a phone the button that brings a result is in view, so an empty card would only be scrolled past. */}
        {isPhone && !runs.query.isError ? null : <NoResult query={runs.query} phrase={phrase} />}
        <Card aria-label="Details">
          <CardBody className="pt-2">
            <Panels panels={panels} panel={tab.panel} onPanel={tab.onPanel} />
          </CardBody>
        </Card>
      </div>
      {/* On a narrow screen missing data come before the form that needs them. */}
      <div className={engine.needs.length > 0 ? 'max-xl:order-first' : ''}>
        <Inputs engine={engine} website={website} isShort={isPhone && isComplete(engine)} />
      </div>
    </div>
  );
}

/** Plans are made from opportunities; the form is for plans written by programs. */
function PlanHint() {
  return (
    <Callout
      tone="info"
      title="Choose an opportunity to create a plan"
      action={
        <ButtonLink to="/opportunities/discover" size="sm" variant="outline">
          Open opportunities
        </ButtonLink>
      }
    >
      Its steps wait under Approvals, where you approve and undo them. This form is for a plan of your own.
    </Callout>
  );
}

function NoResult({ query, phrase }: { query: ReturnType<typeof useActionRuns>['query']; phrase: string }) {
  return (
    <Card aria-label="Result">
      <QueryPanel
        query={query}
        fallback="Failed to load the parameters."
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
  );
}
