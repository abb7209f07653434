import { useInfiniteQuery } from '@tanstack/react-query';
import { type KeywordRankCheck, type RankHistoryFilter, rankApi, rankQueries } from '@/api/ranks';
import type { Website } from '@/api/types';
import { DayFilter } from '@/components/records/day-filter';
import { Address, type RecordColumn, RecordsCard } from '@/components/records/records-card';
import { Choice } from '@/components/ui/choice';
import { TypedFilter } from '@/components/ui/typed-filter';
import { useUrlState } from '@/hooks/use-url-state';
import { formatDateTime, formatMicros } from '@/lib/format';
import { serpProviderName } from '@/lib/words';
import { DEVICES, featureName, placeText, rankText } from './rank-words';

const DEFAULTS = { hq: '', hdevice: '', hoverview: '', hcountry: '', hfrom: '', hto: '', hsort: '' };
const NO_FILTER = { hq: '', hdevice: '', hoverview: '', hcountry: '', hfrom: '', hto: '' };
type State = typeof DEFAULTS;

const ANY_DEVICE = [{ value: '', label: 'Any device' }, ...DEVICES];

const OVERVIEWS = [
  { value: '', label: 'Any AI overview' },
  { value: 'cited', label: 'AI overview cites you' },
  { value: 'present', label: 'AI overview with sources' },
  { value: 'not_loaded', label: 'AI overview, sources not loaded' },
  { value: 'absent', label: 'No AI overview' },
  { value: 'unknown', label: 'AI overview not reported' },
];

const SORTS = [
  { value: '', label: 'Latest first' },
  { value: 'rank', label: 'Best rank first' },
  { value: 'keyword', label: 'By keyword' },
];

function toFilter(websiteId: string, state: State): RankHistoryFilter {
  const known = (options: readonly { value: string }[], value: string) =>
    options.some((option) => option.value === value) && value !== '' ? value : undefined;
  const overview = known(OVERVIEWS, state.hoverview);
  return {
    websiteId,
    q: state.hq || undefined,
    device: known(ANY_DEVICE, state.hdevice) as RankHistoryFilter['device'],
    country: state.hcountry || undefined,
    overview: (overview === 'cited' ? undefined : overview) as RankHistoryFilter['overview'],
    cited: overview === 'cited' ? true : undefined,
    from: state.hfrom || undefined,
    to: state.hto || undefined,
    sort: known(SORTS, state.hsort) as RankHistoryFilter['sort'],
  };
}

/** Every check of every keyword, with the search results as they were. */
export function HistoryCard({ website, onKeyword }: { website: Website; onKeyword: (id: string) => void }) {
  const [state, setState] = useUrlState(DEFAULTS);
  const filter = toFilter(website.id, state);
  const query = useInfiniteQuery(rankQueries.history(filter));
  const lastAt = query.data?.pages[0]?.lastAt;
  return (
    <RecordsCard
      title="Rank history"
      description={`Every check of every keyword, with the search results as they were.${lastAt ? ` Last check: ${formatDateTime(lastAt)}.` : ''}`}
      summary={null}
      filters={<Filters state={state} onChange={setState} />}
      isFiltered={Object.keys(NO_FILTER).some((key) => state[key as keyof typeof NO_FILTER] !== '')}
      onClear={() => setState(NO_FILTER)}
      query={query}
      rowsOf={(page) => page.checks}
      columns={columns(onKeyword)}
      file={{ address: rankApi.historyFile(filter), name: `rank-history-${website.host}.csv` }}
      formats="Ranks appear here after the first check. Start one above, or wait for the daily run."
      action={null}
      folds
    />
  );
}

function columns(onKeyword: (id: string) => void): readonly RecordColumn<KeywordRankCheck>[] {
  return [
    {
      name: 'Keyword',
      wide: true,
      cell: (row) => (
        <button
          type="button"
          className="min-h-6 text-left wrap-anywhere hover:text-brand hover:underline"
          onClick={() => onKeyword(row.keywordId)}
        >
          {row.keyword}
        </button>
      ),
    },
    { name: 'Rank', numeric: true, cell: (row) => rankText(row.rank, row.depth) },
    { name: 'Page', wide: true, cell: (row) => (row.url ? <Address url={row.url} /> : 'None within the depth') },
    {
      name: 'Place and device',
      cell: (row) => `${placeText(row)}, ${row.device === 'mobile' ? 'mobile' : 'desktop'}`,
    },
    { name: 'Features', wide: true, cell: (row) => row.features.map(featureName).join(', ') || 'None' },
    { name: 'AI overview', cell: overviewText },
    {
      name: 'First results',
      wide: true,
      cell: (row) => <span className="wrap-anywhere">{row.topHosts.slice(0, 3).join(', ') || 'None'}</span>,
    },
    { name: 'Checked', cell: (row) => <span className="whitespace-nowrap">{formatDateTime(row.checkedAt)}</span> },
    {
      name: 'Source',
      cell: (row) => `${serpProviderName(row.provider) ?? row.provider}, ${formatMicros(row.costMicros)}`,
    },
  ];
}

function overviewText({ aiOverview, isCited }: KeywordRankCheck): string {
  if (aiOverview === 'present') return isCited ? 'Cites you' : 'Does not cite you';
  return { unknown: 'Not reported', absent: 'None', not_loaded: 'Sources not loaded' }[aiOverview];
}

function Filters({ state, onChange }: { state: State; onChange: (change: Partial<State>) => void }) {
  return (
    <>
      <TypedFilter
        label="Keyword, page or host contains"
        placeholder="Keyword, page or host"
        value={state.hq}
        onChange={(hq) => onChange({ hq })}
        className="max-sm:col-span-2 sm:w-64"
        icon
      />
      <Choice
        label="Device of the check"
        value={state.hdevice}
        options={ANY_DEVICE}
        onChange={(hdevice) => onChange({ hdevice })}
      />
      <Choice
        label="AI overview"
        value={state.hoverview}
        options={OVERVIEWS}
        onChange={(hoverview) => onChange({ hoverview })}
      />
      <TypedFilter
        label="Country, such as us"
        placeholder="Country"
        value={state.hcountry}
        onChange={(hcountry) => onChange({ hcountry })}
        className="sm:w-28"
      />
      <Choice
        label="Order of the history"
        value={state.hsort}
        options={SORTS}
        onChange={(hsort) => onChange({ hsort })}
      />
      <DayFilter label="From" value={state.hfrom} onChange={(hfrom) => onChange({ hfrom })} />
      <DayFilter label="To" value={state.hto} onChange={(hto) => onChange({ hto })} />
    </>
  );
}
