import { useInfiniteQuery } from '@tanstack/react-query';
import { importedFiles, importedQueries, type Observation, type RateFilter } from '@/api/imported';
import { importColumn, orUnknown, type RecordColumn, RecordsCard } from '@/components/records/records-card';
import { Choice } from '@/components/ui/choice';
import { TypedFilter } from '@/components/ui/typed-filter';
import { useUrlState } from '@/hooks/use-url-state';
import { formatDate, formatMoney } from '@/lib/format';
import { numberOf, ObservationFreshness, textOf } from './observation-parts';
import { RecordFilters } from './record-filters';

const DEFAULTS = { q: '', place: '', unit: '', from: '', to: '' };

const UNITS = [
  { value: '', label: 'Any unit' },
  { value: 'lead', label: 'Per lead' },
  { value: 'call', label: 'Per call' },
  { value: 'rent', label: 'Rent per month' },
  { value: 'job', label: 'Per job' },
];

const COLUMNS: readonly RecordColumn<Observation>[] = [
  { name: 'Vertical', wide: true, cell: (row) => row.subject },
  { name: 'Service', cell: (row) => orUnknown(textOf(row, 'service')) },
  {
    name: 'Place',
    cell: (row) => [textOf(row, 'city'), textOf(row, 'state')].filter(Boolean).join(', ') || 'Everywhere',
  },
  {
    name: 'Amount',
    numeric: true,
    cell: (row) => formatMoney(numberOf(row, 'amountCents'), textOf(row, 'currency') ?? undefined),
  },
  { name: 'Unit', cell: (row) => unitOf(textOf(row, 'unit')) },
  { name: 'Valid', cell: (row) => validity(textOf(row, 'validFrom'), textOf(row, 'validTo')) },
  { name: 'Buyer or source', wide: true, cell: (row) => orUnknown(textOf(row, 'source')) },
  importColumn,
];

function unitOf(unit: string | null): string {
  return UNITS.find(({ value }) => value === unit)?.label ?? unit ?? '';
}

function validity(from: string | null, to: string | null): string {
  if (from && to) return `${formatDate(from)} to ${formatDate(to)}`;
  if (from) return `From ${formatDate(from)}`;
  return to ? `Until ${formatDate(to)}` : 'Always';
}

/** What buyers pay for leads, calls, rentals and jobs, from imported rate cards. */
export function RatesTab({ websiteId }: { websiteId: string }) {
  const [state, setState] = useUrlState(DEFAULTS);
  const isKnown = UNITS.some(({ value }) => value === state.unit);
  const filter: RateFilter = {
    websiteId,
    q: state.q || undefined,
    place: state.place || undefined,
    unit: (isKnown ? state.unit || undefined : undefined) as RateFilter['unit'],
    from: state.from || undefined,
    to: state.to || undefined,
  };
  const query = useInfiniteQuery(importedQueries.rates(filter));
  return (
    <RecordsCard
      title="Rates"
      description="What is paid for a lead, a call, a rented site or a job, from imported rate cards, the latest import first. The days are those from which a rate is valid."
      summary={<ObservationFreshness websiteId={websiteId} table="rates" />}
      filters={
        <>
          <RecordFilters label="Vertical contains" state={state} onChange={setState} />
          <TypedFilter
            label="City or state contains"
            value={state.place}
            onChange={(place) => setState({ place })}
            className="sm:w-48"
          />
          <Choice label="Unit" value={state.unit} options={UNITS} onChange={(unit) => setState({ unit })} />
        </>
      }
      isFiltered={Object.values(state).some((value) => value !== '')}
      onClear={() => setState(DEFAULTS)}
      query={query}
      rowsOf={(page) => page.observations}
      columns={COLUMNS}
      file={{ address: importedFiles.observations('rates', filter), name: 'rates.csv' }}
      formats="Import a rate card: vertical, unit (lead, call, rent or job), amount and currency, with state or city where it differs."
    />
  );
}
