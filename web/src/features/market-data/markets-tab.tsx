import { useQuery } from '@tanstack/react-query';
import { type MarketFilter, marketQueries } from '@/api/market-data';
import { Attribution } from '@/components/markets/attribution';
import { TIERS } from '@/components/markets/market-words';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Callout } from '@/components/ui/callout';
import { Card, CardHeader } from '@/components/ui/card';
import { Choice } from '@/components/ui/choice';
import { Pages } from '@/components/ui/pages';
import { TypedFilter } from '@/components/ui/typed-filter';
import { useUrlState } from '@/hooks/use-url-state';
import { formatNumber } from '@/lib/format';
import { oneOf } from '@/lib/one-of';
import { ExportButton } from './export-button';
import { MarketsTable } from './markets-table';

const DEFAULTS = { q: '', vertical: '', state: '', tier: '', kind: '', least: '', sort: '', page: '1' };
type State = typeof DEFAULTS;

const KINDS = [
  { value: 'lead', label: 'Paid per lead' },
  { value: 'call', label: 'Paid per call' },
  { value: 'rent', label: 'Rent' },
  { value: 'job', label: 'Paid per job' },
] as const;
const SORTS = [
  { value: 'payout', label: 'Highest payout' },
  { value: 'demand', label: 'Highest search volume' },
  { value: 'population', label: 'Most people' },
] as const;

function toFilter(state: State): MarketFilter {
  const tier = oneOf(['tier1', 'tier2', 'tier3'] as const, state.tier);
  const kind = oneOf(['lead', 'call', 'rent', 'job'] as const, state.kind);
  const sort = oneOf(['payout', 'demand', 'population'] as const, state.sort);
  const least = Number(state.least);
  return {
    ...(state.q.trim() ? { text: state.q.trim() } : {}),
    ...(state.vertical ? { vertical: state.vertical } : {}),
    ...(state.state.trim() ? { state: state.state.trim().toUpperCase() } : {}),
    ...(tier ? { tier } : {}),
    ...(kind ? { kind } : {}),
    ...(least > 0 ? { minPayout: least } : {}),
    ...(sort ? { sort } : {}),
  };
}

/** Markets by expected profit, from the reference data and the workspace's own. */
export default function MarketsTab() {
  const [state, setState] = useUrlState(DEFAULTS);
  const page = Math.max(1, Math.floor(Number(state.page)) || 1);
  const filter = toFilter(state);
  const query = useQuery(marketQueries.markets(filter, page));
  const change = (next: Partial<State>) => setState({ page: '1', ...next });
  const found = query.data;
  return (
    <Card aria-label="Markets" className="overflow-clip">
      <CardHeader
        title={
          found ? `${formatNumber(found.total, 0)} markets, ${formatNumber(found.scored, 0)} with a score` : 'Markets'
        }
        description="Expected monthly profit of one site. A market whose demand or payout is unknown has no score and comes last."
        actions={
          <ExportButton
            table={{ table: 'markets', text: filter.text, vertical: filter.vertical, state: filter.state }}
          />
        }
      />
      <Filters state={state} onChange={change} />
      {found?.mixedBounds ? (
        <Callout tone="info" title="Different bounds" className="mx-5 mb-4">
          <p>Some demand figures here are lower bounds, others not. Compare verticals with the same bound.</p>
        </Callout>
      ) : null}
      <div className="min-h-60 border-t border-border">
        <QueryPanel
          query={query}
          fallback="Failed to search opportunities"
          isEmpty={(data) => data.data.length === 0}
          empty={<EmptyPanel title="No markets with these filters" className="py-8" />}
        >
          {(data) => <MarketsTable markets={data.data} />}
        </QueryPanel>
      </div>
      {found ? (
        <Pages
          label="Pages of markets"
          page={page}
          pages={found.pages}
          onChange={(next) => setState({ page: String(next) })}
        />
      ) : null}
      <div className="border-t border-border px-5 py-3">
        <Attribution />
      </div>
    </Card>
  );
}

function Filters({ state, onChange }: { state: State; onChange: (change: Partial<State>) => void }) {
  const verticals = useQuery(marketQueries.verticals());
  const options = (verticals.data ?? []).map(({ slug, name }) => ({ value: slug, label: name }));
  return (
    <search
      aria-label="Filter markets"
      className="grid grid-cols-2 items-center gap-2 px-4 py-3 sm:flex sm:flex-wrap sm:px-5"
    >
      <TypedFilter
        label="Vertical or place, e.g. plumbing tulsa"
        value={state.q}
        onChange={(q) => onChange({ q })}
        className="max-sm:col-span-2 sm:w-72"
        icon
      />
      <Choice
        label="Vertical"
        any="Any vertical"
        value={state.vertical}
        options={options}
        onChange={(vertical) => onChange({ vertical })}
      />
      <TypedFilter
        label="State, e.g. OK"
        value={state.state}
        onChange={(next) => onChange({ state: next })}
        className="sm:w-36"
      />
      <Choice label="Tier" any="Any tier" value={state.tier} options={TIERS} onChange={(tier) => onChange({ tier })} />
      <Choice
        label="Kind of rate"
        any="Any kind of rate"
        value={state.kind}
        options={KINDS}
        onChange={(kind) => onChange({ kind })}
      />
      <TypedFilter
        label="Minimum payout ($)"
        numeric
        value={state.least}
        onChange={(least) => onChange({ least })}
        className="sm:w-44"
      />
      <Choice
        label="Sort by"
        any="Highest profit"
        value={state.sort}
        options={SORTS}
        onChange={(sort) => onChange({ sort })}
      />
    </search>
  );
}
