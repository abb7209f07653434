import { GitBranchPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Attribution } from '@/components/markets/attribution';
import { TIERS } from '@/components/markets/market-words';
import { EmptyPanel } from '@/components/states/panels';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Choice } from '@/components/ui/choice';
import { TypedFilter } from '@/components/ui/typed-filter';
import { useMedia } from '@/hooks/use-media';
import { useShortcut } from '@/hooks/use-shortcut';
import { formatNumber, plural } from '@/lib/format';
import { CompareMarkets, MOST_COMPARED } from './compare-markets';
import { type DiscoveryState, keyOf, listOf, NO_VIEW_FILTER, type Scan, type SetState } from './discovery-state';
import { MarketCards } from './market-cards';
import { MarketDrawer } from './market-drawer';
import { MarketGrid, type MarketListProps } from './market-grid';
import { PayoutHistogram } from './payout-histogram';
import { UsMap } from './us-map';
import { useAddToPipeline } from './use-add-to-pipeline';
import { filterMarkets, relaxations, sortMarkets } from './view-markets';

interface Props {
  scan: Scan;
  scanId: string;
  state: DiscoveryState;
  setState: SetState;
  canChange: boolean;
}

/** The markets of a scan: map and grid, which filter each other, and the open market. */
export function Results({ scan, scanId, state, setState, canChange }: Props) {
  const { add, inPipeline } = useAddToPipeline(scanId);
  const [isComparing, setComparing] = useState(false);
  const view = useView(scan, state);
  const { shown, picked, chosen, at } = view;
  const open = shown[at] ?? scan.markets.find((market) => keyOf(market) === state.row) ?? null;
  const ready = open ? [open] : chosen;
  const addReady = () => {
    if (canChange && ready.length > 0 && !add.isPending) add.mutate(ready);
  };
  useShortcut({ id: 'pipeline-add', keys: 'p', label: 'Add to pipeline', group: 'On this page', run: addReady });
  const onOpen = (key: string) => setState({ row: key === state.row ? '' : key });
  const list = { ...view.list, currency: scan.currency, open: state.row, picked, inPipeline, onOpen };
  return (
    <>
      <MapCard {...{ scan, state, setState, picked, onOpen }} markets={view.onMap} />
      <Card aria-label="Markets of the scan" className="overflow-clip">
        <CardHeader
          title={
            shown.length === scan.markets.length
              ? `The best ${plural(shown.length, 'listed market')}`
              : `${formatNumber(shown.length, 0)} of ${plural(scan.markets.length, 'listed market')}`
          }
          description="The highest expected profit of the first year first. Ranges are 80% intervals."
          actions={
            <Actions
              picked={picked.size}
              canChange={canChange}
              busy={add.isPending}
              onAdd={() => add.mutate(chosen)}
              onCompare={() => setComparing(true)}
              onClear={() => setState({ pick: '' })}
            />
          }
        />
        <ViewFilters state={state} setState={setState} />
        <List {...list} scan={scan} state={state} setState={setState} />
        <div className="border-t border-border px-5 py-3">
          <Attribution />
        </div>
      </Card>
      <CompareMarkets
        open={isComparing}
        markets={chosen}
        currency={scan.currency}
        onClose={() => setComparing(false)}
      />
      <MarketDrawer
        market={state.row ? open : null}
        currency={scan.currency}
        scanId={scanId}
        canChange={canChange}
        isInPipeline={open !== null && inPipeline.has(keyOf(open))}
        isAdding={add.isPending}
        hasPrevious={at > 0}
        hasNext={at >= 0 && at < shown.length - 1}
        onAdd={() => open && add.mutate([open])}
        onClose={() => setState({ row: '' })}
        onStep={(step) => setState({ row: view.keyAt(at + step) })}
      />
    </>
  );
}

/** The filtered and sorted markets, and the selection. */
function useView(scan: Scan, state: DiscoveryState) {
  const { tier, q, at, sort, order, pick, row } = state;
  const filtered = useMemo(() => filterMarkets(scan.markets, { tier, q, at }), [scan, tier, q, at]);
  const onMap = useMemo(() => filterMarkets(scan.markets, { tier, q, at: '' }), [scan, tier, q]);
  const shown = useMemo(() => sortMarkets(filtered, sort, order), [filtered, sort, order]);
  const picked = useMemo(() => new Set(listOf(pick)), [pick]);
  const chosen = useMemo(() => scan.markets.filter((market) => picked.has(keyOf(market))), [scan, picked]);
  const keyAt = (index: number) => {
    const market = shown[index];
    return market ? keyOf(market) : '';
  };
  return {
    shown,
    onMap,
    picked,
    chosen,
    keyAt,
    at: shown.findIndex((market) => keyOf(market) === row),
    list: { markets: shown, sort, order },
  };
}

function MapCard({
  scan,
  markets,
  state,
  setState,
  picked,
  onOpen,
}: Pick<Props, 'scan' | 'state' | 'setState'> & {
  markets: Scan['markets'];
  picked: ReadonlySet<string>;
  onOpen: (key: string) => void;
}) {
  const isPhone = useMedia('(max-width: 639px)');
  const map = (
    <UsMap
      markets={markets}
      currency={scan.currency}
      at={state.at}
      open={state.row}
      picked={picked}
      onState={(code) => setState({ at: code, row: '' })}
      onOpen={onOpen}
    />
  );
  const payouts = <PayoutHistogram markets={markets} currency={scan.currency} />;
  if (isPhone) {
    return (
      <Card aria-label="Map and payouts" className="px-4 py-3">
        <details>
          <summary className="min-h-8 cursor-pointer font-medium">Map</summary>
          <div className="pt-3">{map}</div>
        </details>
        <details className="border-t border-border pt-2">
          <summary className="min-h-8 cursor-pointer font-medium">Payouts</summary>
          <div className="pt-3">{payouts}</div>
        </details>
      </Card>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
      <Card aria-label="Map">
        <CardHeader title="Map" description="Best expected monthly profit by state, and the best cities." />
        <CardBody>{map}</CardBody>
      </Card>
      <Card aria-label="Payouts">
        <CardHeader title="Payouts" description="Expected payout per lead or call of the listed markets." />
        <CardBody>{payouts}</CardBody>
      </Card>
    </div>
  );
}

function Actions({
  picked,
  canChange,
  busy,
  onAdd,
  onCompare,
  onClear,
}: {
  picked: number;
  canChange: boolean;
  busy: boolean;
  onAdd: () => void;
  onCompare: () => void;
  onClear: () => void;
}) {
  if (picked === 0) return null;
  const isFew = picked >= 2 && picked <= MOST_COMPARED;
  return (
    <>
      <p role="status" className="text-[0.8125rem]">
        {formatNumber(picked, 0)} selected
      </p>
      <Button variant="ghost" size="sm" onClick={onClear}>
        Clear selection
      </Button>
      <Button
        variant="outline"
        size="sm"
        disabled={!isFew}
        title={isFew ? undefined : `Select 2 to ${MOST_COMPARED} markets to compare them`}
        onClick={onCompare}
      >
        Compare
      </Button>
      {canChange ? (
        <Button size="sm" needsNetwork busy={busy} onClick={onAdd}>
          {busy ? null : <GitBranchPlus size={14} aria-hidden="true" />}
          Add to pipeline
        </Button>
      ) : null}
    </>
  );
}

function ViewFilters({ state, setState }: Pick<Props, 'state' | 'setState'>) {
  return (
    <search aria-label="Filter markets" className="grid grid-cols-2 items-center gap-2 px-5 py-3 sm:flex sm:flex-wrap">
      <TypedFilter
        label="Market contains"
        icon
        value={state.q}
        onChange={(q) => setState({ q })}
        className="max-sm:col-span-2 sm:w-64"
      />
      <Choice label="Tier" any="Any tier" value={state.tier} options={TIERS} onChange={(tier) => setState({ tier })} />
      {state.at ? (
        <Button variant="outline" size="sm" onClick={() => setState({ at: '' })}>
          Show all states, not only {state.at}
        </Button>
      ) : null}
    </search>
  );
}

const FILTER_NAMES = { tier: 'the tier filter', q: 'the text filter', at: 'the state of the map' } as const;

function List({
  scan,
  state,
  setState,
  ...list
}: Omit<MarketListProps, 'onSort' | 'onPick'> & Pick<Props, 'scan' | 'state' | 'setState'>) {
  const isPhone = useMedia('(max-width: 639px)');
  if (list.markets.length === 0) return <NothingShown scan={scan} state={state} setState={setState} />;
  const onPick = (key: string) => {
    const keys = listOf(state.pick);
    setState({ pick: (keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key]).join(',') });
  };
  const onSort = (sort: string) => {
    const isFlip = state.sort === sort && state.order === 'desc';
    setState({ sort, order: isFlip ? 'asc' : 'desc' });
  };
  const Shape = isPhone ? MarketCards : MarketGrid;
  return <Shape {...list} onPick={onPick} onSort={onSort} />;
}

function NothingShown({ scan, state, setState }: Pick<Props, 'scan' | 'state' | 'setState'>) {
  if (scan.markets.length === 0) {
    return (
      <EmptyPanel
        title="No market has a score with these filters"
        text={`Demand is unknown for ${plural(scan.totals.demandUnknown, 'market')}, the payout for ${plural(scan.totals.payoutUnknown, 'market')}. Provide figures, or scan more verticals.`}
      />
    );
  }
  return (
    <EmptyPanel
      title="No markets match"
      text="Remove a filter to see markets again."
      action={
        <>
          {relaxations(scan.markets, state).map(({ filter, markets }) => (
            <Button key={filter} variant="outline" size="sm" onClick={() => setState({ [filter]: '' })}>
              Remove {FILTER_NAMES[filter]} ({plural(markets, 'market')})
            </Button>
          ))}
          <Button variant="outline" size="sm" onClick={() => setState(NO_VIEW_FILTER)}>
            Remove all filters
          </Button>
        </>
      }
    />
  );
}
