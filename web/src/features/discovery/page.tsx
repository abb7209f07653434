import { Radar } from 'lucide-react';
import type { MarketScan } from '@/api/pipeline';
import { RunProgress } from '@/components/runs/run-progress';
import { DominatorNav } from '@/components/sites/dominator-nav';
import { EmptyPanel, ErrorPanel } from '@/components/states/panels';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { PHONE, useMedia } from '@/hooks/use-media';
import { useWorkspaces } from '@/hooks/use-workspaces';
import {
  type DiscoveryState,
  listOf,
  NO_SCAN_FILTER,
  numberOf,
  type SetState,
  useDiscoveryState,
} from './discovery-state';
import { Results } from './results';
import { ScanForm } from './scan-form';
import { ScansCard } from './scans-card';
import { Summary } from './summary';
import { UnknownCard } from './unknown-card';
import { useScan } from './use-scan';
import { useStartScan } from './use-start-scan';

/** Opportunity discovery: scan all markets, filter them, open one, and add it to the pipeline. */
export default function DiscoveryPage() {
  const [state, setState] = useDiscoveryState();
  const canChange = useWorkspaces().current?.role !== 'viewer';
  const scan = useScan(state, setState);
  const isPhone = useMedia(PHONE);
  const { start, error } = useStartScan((run) => {
    scan.follow(run);
    if (run.status === 'succeeded') scan.onFinished(run);
  });
  const isFirst = scan.list.isSuccess && scan.shown === '' && scan.followed === null;
  return (
    <>
      <DominatorNav />
      <PageHeader
        title="Opportunity discovery"
        description="Find profitable markets: a vertical in a city, with its expected profit and the reasons."
        actions={
          <ButtonLink to="/market-data" variant="outline" size="sm">
            Market data
          </ButtonLink>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {isFirst ? (
          <FirstScan canChange={canChange} busy={start.isPending} onScan={() => start.mutate(NO_SCAN_FILTER)} />
        ) : null}
        <ScanForm
          state={state}
          setState={setState}
          canScan={canChange}
          busy={start.isPending}
          isOutdated={scan.shownScan !== null && isOutdated(state, scan.shownScan)}
          isFolded={isPhone && !isFirst}
          error={error}
          onScan={() => start.mutate(state)}
        />
        {scan.followed ? (
          <Card className="px-5 py-2">
            <RunProgress
              key={scan.followed}
              runId={scan.followed}
              title="Market scan"
              isReadOnly={!canChange}
              onFinished={scan.onFinished}
              onRetried={scan.follow}
            />
            <Relax state={state} setState={setState} isFailed={scan.isFailed} />
          </Card>
        ) : null}
        <Shown scan={scan} state={state} setState={setState} canChange={canChange} />
      </div>
    </>
  );
}

/** True if the shown scan had other filters than the form. A city is stored as the places it stands for. */
function isOutdated(state: DiscoveryState, { filters }: MarketScan): boolean {
  const same = (one: readonly string[], other: readonly string[]) =>
    [...one].sort().join() === [...other].sort().join();
  const payout = numberOf(state.payout);
  return !(
    same(listOf(state.verticals), filters.verticals) &&
    same(listOf(state.states), filters.states) &&
    (state.city.trim() === '') === (filters.places.length === 0) &&
    numberOf(state.people) === (filters.minPopulation ?? null) &&
    (payout === null ? null : Math.round(payout * 100)) === (filters.minPayoutCents ?? null)
  );
}

function FirstScan({ canChange, busy, onScan }: { canChange: boolean; busy: boolean; onScan: () => void }) {
  return (
    <Card>
      <EmptyPanel
        icon={Radar}
        title="No scan yet"
        text="A scan scores every vertical in every US city from built-in, sourced data. It needs no key and takes seconds."
        action={
          canChange ? (
            <Button busy={busy} needsNetwork onClick={onScan}>
              Scan all markets
            </Button>
          ) : null
        }
      />
    </Card>
  );
}

const SCAN_FILTERS: Record<keyof typeof NO_SCAN_FILTER, string> = {
  verticals: 'verticals',
  states: 'states',
  city: 'city',
  people: 'minimum population',
  payout: 'minimum payout',
};

/** After a scan without a match: the filters that can be removed. */
function Relax({ state, setState, isFailed }: { state: DiscoveryState; setState: SetState; isFailed: boolean }) {
  const names = Object.keys(NO_SCAN_FILTER) as (keyof typeof NO_SCAN_FILTER)[];
  const used = names.filter((name) => state[name] !== '');
  if (!isFailed || used.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 py-2">
      <p className="text-[0.8125rem]">Remove a filter, then scan again:</p>
      {used.map((name) => (
        <Button key={name} variant="outline" size="sm" onClick={() => setState({ [name]: '' })}>
          Remove {SCAN_FILTERS[name]}
        </Button>
      ))}
    </div>
  );
}

type Scan = ReturnType<typeof useScan>;

function Shown({
  scan,
  state,
  setState,
  canChange,
}: {
  scan: Scan;
  state: DiscoveryState;
  setState: SetState;
  canChange: boolean;
}) {
  const { list, query, result, shown, done } = scan;
  const failed = [list, query].find((each) => each.isError && each.data === undefined);
  if (failed) {
    const retry = () => failed.refetch();
    return (
      <Card>
        <ErrorPanel error={failed.error} fallback="Failed to load the scan" onRetry={retry} />
      </Card>
    );
  }
  if (list.isPending || (shown !== '' && query.isPending)) return <Loading />;
  if (!result) return null;
  return (
    <>
      <Summary scan={result} />
      <Results scan={result} scanId={shown} state={state} setState={setState} canChange={canChange} />
      <UnknownCard key={shown} scan={result} state={listOf(state.states)[0] ?? ''} />
      <ScansCard
        scans={done}
        shown={shown}
        result={result}
        hasMore={list.hasNextPage}
        onMore={() => list.fetchNextPage()}
        onOpen={({ run, filters }) =>
          setState(
            {
              run: run.id,
              verticals: filters.verticals.join(','),
              states: filters.states.join(','),
              city: '',
              people: filters.minPopulation == null ? '' : String(filters.minPopulation),
              payout: filters.minPayoutCents == null ? '' : String(filters.minPayoutCents / 100),
              row: '',
              pick: '',
              at: '',
            },
            { replace: false },
          )
        }
      />
    </>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-6">
      <Skeleton className="h-24" />
      <Skeleton className="h-96" />
      <Skeleton className="h-96" />
    </div>
  );
}
