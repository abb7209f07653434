import type { ReactNode } from 'react';
import type { KeywordParameter, KeywordResult } from '@/api/keyword-result';
import type { Keyword, Website } from '@/api/types';
import { ErrorPanel } from '@/components/states/panels';
import { Card } from '@/components/ui/card';
import { Fold } from '@/components/ui/fold';
import { Skeleton } from '@/components/ui/skeleton';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { readable } from '@/lib/readable';
import { ClustersView } from './clusters-view';
import { CurveView } from './curve-view';
import { type FinderState, NO_FILTER, VIEWS } from './finder-state';
import { KeywordsView } from './keywords-view';
import { RunPanel } from './run-panel';
import { RunControls, RunStrip } from './run-strip';
import { Summary, ValueAnswer } from './summary';
import { useKeywordResult, useKeywordRun } from './use-keyword-run';
import { WinsView } from './wins-view';

const VIEW_NAMES: Record<string, string> = {
  keywords: 'Keywords',
  clusters: 'Clusters',
  wins: 'Quick wins',
  curve: 'CTR',
};

interface Props {
  website: Website;
  state: FinderState;
  setState: (change: Partial<FinderState>, options?: { replace?: boolean }) => void;
}

/** A website with data: the latest run, its results, and the button for the next. */
export function Finder({ website, state, setState }: Props) {
  const latest = useKeywordRun(website.id);
  const answer = useKeywordResult(website.id);
  const openRun = (focus: KeywordParameter | '' = '') => setState({ panel: 'run', focus });
  if (answer.query.isPending || latest.isLoading) return <FinderSkeleton />;
  const neverRan = answer.missing;
  const choosing = state.panel === 'run' || (neverRan && !latest.isUnderWay);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <RunStrip run={latest.run} onStarted={latest.follow} />
      {latest.error ? (
        <Card>
          <ErrorPanel error={latest.error} fallback="Failed to load the latest run." onRetry={latest.retry} />
        </Card>
      ) : null}
      {choosing ? (
        <RunPanel
          website={website}
          focus={state.focus}
          busy={latest.isUnderWay}
          onStarted={(run) => {
            latest.follow(run);
            setState({ panel: '', focus: '' });
          }}
          onClose={neverRan ? undefined : () => setState({ panel: '', focus: '' })}
        />
      ) : null}
      {answer.query.isError && !neverRan ? (
        <Card>
          <ErrorPanel
            error={answer.query.error}
            fallback="Failed to load the keywords."
            onRetry={() => answer.query.refetch()}
          />
        </Card>
      ) : null}
      {answer.result ? (
        <>
          <ValueAnswer result={answer.result} />
          <Summary website={website} result={answer.result} onValue={() => openRun('valuePerLeadCents')} />
          <Views
            website={website}
            state={state}
            setState={setState}
            result={answer.result}
            controls={
              state.panel === 'run' ? null : (
                <RunControls
                  website={website}
                  run={answer.run}
                  isUnderWay={latest.isUnderWay}
                  onStarted={latest.follow}
                  onParameters={() => openRun()}
                />
              )
            }
          />
          <Notes result={answer.result} />
        </>
      ) : null}
    </div>
  );
}

function Views({ website, state, setState, result, controls }: Props & { result: KeywordResult; controls: ReactNode }) {
  const view = VIEWS.some((each) => each === state.view) ? state.view : 'keywords';
  const open = (keyword: Keyword) =>
    setState({ ...NO_FILTER, view: 'keywords', q: keyword.query, row: keyword.id }, { replace: false });
  return (
    <Tabs value={view} onValueChange={(next) => setState({ view: next, row: '' }, { replace: false })}>
      <div className="flex flex-wrap-reverse items-center justify-between gap-x-6 gap-y-3 border-b border-border">
        <TabList aria-label="Views" className="max-w-full border-b-0">
          {VIEWS.map((each) => (
            <Tab key={each} value={each}>
              {VIEW_NAMES[each]}
            </Tab>
          ))}
        </TabList>
        {controls}
      </div>
      <TabPanel value="keywords" className="pt-5">
        <KeywordsView website={website} result={result} state={state} setState={setState} />
      </TabPanel>
      <TabPanel value="clusters" className="pt-5">
        <ClustersView
          website={website}
          onOpen={(cluster) => setState({ ...NO_FILTER, cluster, view: 'keywords', row: '' }, { replace: false })}
        />
      </TabPanel>
      <TabPanel value="wins" className="pt-5">
        <WinsView website={website} kind={state.win} onKind={(win) => setState({ win })} onOpen={open} />
      </TabPanel>
      <TabPanel value="curve" className="pt-5">
        <CurveView website={website} result={result} onOpen={open} />
      </TabPanel>
    </Tabs>
  );
}

/** Data that would reduce uncertainty and notes of the engine; its assumptions and method unfold. */
function Notes({
  result: { needs = [], notes = [], assumptions = [], method, methodVersion },
}: {
  result: KeywordResult;
}) {
  const improvements = needs.map((need) => need.label);
  if (improvements.length + notes.length + assumptions.length === 0) return null;
  return (
    <section aria-label="About these figures" className="grid gap-4 text-[0.8125rem]">
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-3">
        <Texts title="Improve these results" texts={improvements} />
        <Texts title="Notes" texts={notes} />
      </div>
      <Fold title={<span className="font-semibold">Assumptions and method</span>}>
        <div className="grid gap-3">
          <Texts title="Assumptions" texts={assumptions} />
          {method ? (
            <p className="text-xs text-muted-foreground">
              Method: {method}
              {methodVersion ? `, version ${methodVersion}` : ''}
            </p>
          ) : null}
        </div>
      </Fold>
    </section>
  );
}

function Texts({ title, texts }: { title: string; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <div>
      <h2 className="font-semibold">{title}</h2>
      <ul className="mt-1.5 grid list-disc gap-1 pl-4 text-muted-foreground">
        {texts.map((text) => (
          <li key={text}>{readable(text)}</li>
        ))}
      </ul>
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
