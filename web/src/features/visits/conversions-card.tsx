import { useInfiniteQuery } from '@tanstack/react-query';
import type { Website } from '@/api/types';
import { type Conversion, type ConversionFilter, visitFiles, visitQueries } from '@/api/visits';
import { DayFilter } from '@/components/records/day-filter';
import { type RecordColumn, RecordsCard } from '@/components/records/records-card';
import { Choice } from '@/components/ui/choice';
import { RelativeTime } from '@/components/ui/relative-time';
import { TypedFilter } from '@/components/ui/typed-filter';
import { useUrlState } from '@/hooks/use-url-state';
import { formatMoney, NO_VALUE } from '@/lib/format';
import { humanise } from '@/lib/words';
import { channelName, conversionSource, currencyOf, groupName } from './visit-words';

const DEFAULTS = { q: '', channel: '', device: '', from: '', to: '' };
type State = typeof DEFAULTS;

const CHANNELS = ['direct', 'search', 'ai', 'social', 'email', 'paid', 'referral'];
const DEVICES = ['desktop', 'mobile', 'tablet'];

const CHANNEL_OPTIONS = [
  { value: '', label: 'Any channel' },
  ...CHANNELS.map((value) => ({ value, label: channelName(value) })),
];
const DEVICE_OPTIONS = [
  { value: '', label: 'Any device' },
  ...DEVICES.map((value) => ({ value, label: humanise(value) })),
];

function toFilter(state: State): ConversionFilter {
  const known = (options: readonly string[], value: string) => (options.includes(value) ? value : undefined);
  return {
    q: state.q || undefined,
    channel: known(CHANNELS, state.channel) as ConversionFilter['channel'],
    device: known(DEVICES, state.device) as ConversionFilter['device'],
    from: state.from || undefined,
    to: state.to || undefined,
  };
}

/** Conversions of a website, newest first. */
export function ConversionsCard({ website }: { website: Website }) {
  const [state, setState] = useUrlState(DEFAULTS);
  const filter = toFilter(state);
  const query = useInfiniteQuery(visitQueries.conversions(website.id, filter));
  return (
    <RecordsCard
      title="Conversions"
      description="Newest first, of all periods, as the beacon reports them."
      summary={null}
      filters={<Filters state={state} onChange={setState} />}
      isFiltered={Object.values(state).some((value) => value !== '')}
      onClear={() => setState(DEFAULTS)}
      query={query}
      rowsOf={(page) => page.conversions}
      columns={columns(currencyOf(website))}
      file={{ address: visitFiles.conversions(website.id, filter), name: `conversions-${website.host}.csv` }}
      formats="A form that is sent, or a conversion that your own script reports, appears here."
      action={null}
      folds
    />
  );
}

function columns(currency: string): readonly RecordColumn<Conversion>[] {
  return [
    { name: 'Time', cell: (row) => <RelativeTime at={row.at} /> },
    { name: 'Name', wide: true, cell: (row) => (row.name === '' ? 'Unnamed' : row.name) },
    { name: 'Page', cell: (row) => <span className="wrap-anywhere">{groupName(row.page)}</span> },
    { name: 'First page', cell: (row) => <span className="wrap-anywhere">{groupName(row.entryPage)}</span> },
    { name: 'Source', cell: conversionSource },
    { name: 'Device', cell: (row) => humanise(row.device) },
    {
      name: 'Value',
      numeric: true,
      cell: (row) => (row.valueCents === null ? NO_VALUE : formatMoney(row.valueCents, currency)),
    },
  ];
}

function Filters({ state, onChange }: { state: State; onChange: (change: Partial<State>) => void }) {
  return (
    <>
      <TypedFilter
        label="Name, page or source"
        value={state.q}
        onChange={(q) => onChange({ q })}
        className="max-sm:col-span-2 sm:w-64"
        icon
      />
      <Choice
        label="Channel"
        value={state.channel}
        options={CHANNEL_OPTIONS}
        onChange={(channel) => onChange({ channel })}
      />
      <Choice
        label="Device"
        value={state.device}
        options={DEVICE_OPTIONS}
        onChange={(device) => onChange({ device })}
      />
      <DayFilter label="From" value={state.from} onChange={(from) => onChange({ from })} />
      <DayFilter label="To" value={state.to} onChange={(to) => onChange({ to })} />
    </>
  );
}
