import { Fragment } from 'react';
import type { KeywordResult } from '@/api/keyword-result';
import type { Keyword, Website } from '@/api/types';
import { ErrorPanel } from '@/components/states/panels';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { ClustersView } from './clusters-view';
import { CurveView } from './curve-view';
import { type FinderState, NO_FILTER, VIEWS } from './finder-state';
import { KeywordsView } from './keywords-view';
import { RunPanel } from './run-panel';
import { RunStrip } from './run-strip';
import { Summary } from './summary';
import { useKeywordResult, useKeywordRun } from './use-keyword-run';
import { WinsView } from './wins-view';

const VIEW_NAMES: Record<string, string> = {
  keywords: 'Keywords',
  clusters: 'Clusters',
  wins: 'Quick wins',
  curve: 'Click-through',
};

interface Props {
  website: Website;
  state: FinderState;
  setState: (change: Partial<FinderState>, options?: { replace?: boolean }) => void;
}

/** A website with data: the newest run, what it found, and the way to the next. */
export function Finder({ website, state, setState }: Props) {
  const latest = useKeywordRun(website.id);
  const answer = useKeywordResult(website.id);
  const openRun = (focus = '') => setState({ panel: 'run', focus });
  if (answer.query.isPending || latest.isLoading) return <FinderSkeleton />;
  const neverRan = answer.missing;
  return (
    <div className="grid gap-6">
      {neverRan && !latest.run ? null : (
        <RunStrip
          website={website}
          run={latest.run}
          isUnderWay={latest.isUnderWay}
          onStarted={latest.follow}
          onParameters={() => openRun()}
        />
      )}
      {state.panel === 'run' || (neverRan && !latest.run) ? (
        <RunPanel
          website={website}
          focus={state.focus}
          busy={latest.isUnderWay}
          onStarted={(run) => {
            latest.follow(run);
            setState({ panel: '', focus: '' });
          }}
          onClose={neverRan && !latest.run ? undefined : () => setState({ panel: '', focus: '' })}
        />
      ) : null}
      {answer.query.isError && !neverRan ? (
        <Card>
          <ErrorPanel error={answer.query.error} onRetry={() => answer.query.refetch()} />
        </Card>
      ) : null}
      {answer.result ? (
        <>
          <Summary website={website} result={answer.result} onValue={() => openRun('valuePerLeadCents')} />
          <Notes result={answer.result} />
          <Views website={website} state={state} setState={setState} result={answer.result} />
        </>
      ) : null}
    </div>
  );
}

function Views({ website, state, setState, result }: Props & { result: KeywordResult }) {
  const view = VIEWS.some((each) => each === state.view) ? state.view : 'keywords';
  const open = (keyword: Keyword) =>
    setState({ ...NO_FILTER, view: 'keywords', q: keyword.query, row: keyword.id }, { replace: false });
  return (
    <Tabs value={view} onValueChange={(next) => setState({ view: next, row: '' }, { replace: false })}>
      <TabList aria-label="Views">
        {VIEWS.map((each) => (
          <Tab key={each} value={each}>
            {VIEW_NAMES[each]}
          </Tab>
        ))}
      </TabList>
      <TabPanel value="keywords">
        <KeywordsView website={website} result={result} state={state} setState={setState} />
      </TabPanel>
      <TabPanel value="clusters">
        <ClustersView
          website={website}
          onOpen={(cluster) => setState({ ...NO_FILTER, cluster, view: 'keywords', row: '' }, { replace: false })}
        />
      </TabPanel>
      <TabPanel value="wins">
        <WinsView website={website} kind={state.win} onKind={(win) => setState({ win })} onOpen={open} />
      </TabPanel>
      <TabPanel value="curve">
        <CurveView website={website} result={result} onOpen={open} />
      </TabPanel>
    </Tabs>
  );
}

/** What the engine lacked, noted and took for granted. */
function Notes({ result }: { result: KeywordResult }) {
  const needs = result.needs ?? [];
  const asides = [
    ['Notes', result.notes ?? []],
    ['Taken for granted', result.assumptions ?? []],
  ] as const;
  const count = asides.reduce((sum, [, texts]) => sum + texts.length, 0);
  if (needs.length + count === 0) return null;
  return (
    <div className="grid gap-3">
      {needs.length > 0 ? (
        <Callout tone="info" title="What would make this surer">
          <ul className="mt-1 grid list-disc gap-0.5 pl-4">
            {needs.map((need) => (
              <li key={need.kind}>{need.label}</li>
            ))}
          </ul>
        </Callout>
      ) : null}
      {count > 0 ? (
        <details className="text-[0.8125rem]">
          <summary className="w-fit cursor-pointer py-1 text-muted-foreground hover:text-foreground">
            Notes and assumptions of this run ({count})
          </summary>
          <dl className="mt-1 grid gap-2 border-l-2 border-border pl-4">
            {asides.map(([title, texts]) =>
              texts.length === 0 ? null : (
                <Fragment key={title}>
                  <dt className="font-medium">{title}</dt>
                  {texts.map((text) => (
                    <dd key={text} className="text-muted-foreground">
                      {text}
                    </dd>
                  ))}
                </Fragment>
              ),
            )}
            {result.method ? (
              <dd className="text-xs text-muted-foreground">
                {result.method}
                {result.methodVersion ? `, version ${result.methodVersion}` : ''}
              </dd>
            ) : null}
          </dl>
        </details>
      ) : null}
    </div>
  );
}

function FinderSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-6">
      <Skeleton className="h-14" />
      <Skeleton className="h-24" />
      <Skeleton className="h-11" />
      <Skeleton className="h-96" />
    </div>
  );
}
