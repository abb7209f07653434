import { useInfiniteQuery } from '@tanstack/react-query';
import { type MarketPlace, marketQueries } from '@/api/market-data';
import { Attribution } from '@/components/markets/attribution';
import { CLIMATES, MATCHES, UNKNOWN } from '@/components/markets/market-words';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Card, CardHeader } from '@/components/ui/card';
import { Choice } from '@/components/ui/choice';
import { LoadMore } from '@/components/ui/load-more';
import { Table, Td, Th } from '@/components/ui/table';
import { TypedFilter } from '@/components/ui/typed-filter';
import { useUrlState } from '@/hooks/use-url-state';
import { cn } from '@/lib/cn';
import { formatMoney, formatNumber, formatPercent } from '@/lib/format';
import { CARD_ROW, NAMED_CELL, WHOLE_LINE } from './cards';
import { ExportButton } from './export-button';

const DEFAULTS = { q: '', state: '', people: '', own: '' };
const PEOPLE = [
  { value: '20000', label: '20,000 people and more' },
  { value: '50000', label: '50,000 people and more' },
  { value: '100000', label: '100,000 people and more' },
  { value: '500000', label: '500,000 people and more' },
] as const;
const OWN = [{ value: 'true', label: 'Your places' }] as const;

/** Places with people, households, income, climate and ages of homes. */
export default function PlacesTab() {
  const [state, setState] = useUrlState(DEFAULTS);
  const code = state.state.trim().toUpperCase();
  const text = state.q.trim();
  const least = Number(state.people);
  const query = useInfiniteQuery(
    marketQueries.places({
      ...(text ? { text } : {}),
      ...(code ? { state: code } : {}),
      ...(least > 0 ? { minPopulation: least } : {}),
      ...(state.own === 'true' ? { own: true } : {}),
    }),
  );
  const total = query.data?.pages[0]?.total;
  return (
    <Card aria-label="Places" className="overflow-clip">
      <CardHeader
        title={total === undefined ? 'Places' : `${formatNumber(total, 0)} places`}
        description="Cities and towns of 5,000 people and more in the United States, and your own places. Households are an estimate; income and owners are those of the county."
        actions={
          <ExportButton table={{ table: 'places', ...(text ? { text } : {}), ...(code ? { state: code } : {}) }} />
        }
      />
      <search
        aria-label="Filter places"
        className="grid grid-cols-2 items-center gap-2 px-4 py-3 sm:flex sm:flex-wrap sm:px-5"
      >
        <TypedFilter
          label="Name or county contains"
          value={state.q}
          onChange={(q) => setState({ q })}
          className="max-sm:col-span-2 sm:w-56"
          icon
        />
        <TypedFilter
          label="State, e.g. OK"
          value={state.state}
          onChange={(next) => setState({ state: next })}
          className="sm:w-36"
        />
        <Choice
          label="Population"
          any="Any size"
          value={state.people}
          options={PEOPLE}
          onChange={(people) => setState({ people })}
        />
        <Choice label="Origin" any="All places" value={state.own} options={OWN} onChange={(own) => setState({ own })} />
      </search>
      <div className="min-h-60 border-t border-border">
        <QueryPanel
          query={query}
          fallback="Failed to load the places."
          isEmpty={(data) => data.pages.every(({ places }) => places.length === 0)}
          empty={
            <EmptyPanel
              title="No places with these filters"
              text="Import places of another country under Your data."
              className="py-8"
            />
          }
        >
          {(data) => <Rows places={data.pages.flatMap(({ places }) => places)} />}
        </QueryPanel>
      </div>
      <LoadMore query={query} />
      <div className="border-t border-border px-5 py-3">
        <Attribution />
      </div>
    </Card>
  );
}

function Rows({ places }: { places: readonly MarketPlace[] }) {
  return (
    <Table label="Places" className="max-md:block">
      <thead className="max-md:sr-only">
        <tr>
          <Th className="pl-5">Place</Th>
          <Th numeric>People</Th>
          <Th numeric title="Population divided by the persons per household of the county">
            Households
          </Th>
          <Th numeric title="Median household income of the county, ACS 2015 to 2019">
            County income
          </Th>
          <Th numeric title="Owner-occupied households of the county, ACS 2006 to 2010">
            Owners
          </Th>
          <Th title="Climate zone of the county, US Department of Energy">Climate</Th>
          <Th numeric title="Homes of the county that were built before 1960, ACS 2010 to 2014">
            Before 1960
          </Th>
          <Th numeric title="Homes of the county that were built from 1990 on, ACS 2010 to 2014">
            Since 1990
          </Th>
          <Th className="pr-5">Match</Th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {places.map((place) => (
          <Row key={place.id} place={place} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ place }: { place: MarketPlace }) {
  const known = (value: number | null | undefined, format: (value: number) => string) =>
    value === null || value === undefined ? <span className="text-muted-foreground">{UNKNOWN}</span> : format(value);
  const percent = (value: number) => formatPercent(value / 100, 0);
  const figures: [string, React.ReactNode][] = [
    ['People', formatNumber(place.population, 0)],
    ['Households', known(place.households, (value) => formatNumber(value, 0))],
    ['County income', known(place.countyIncome, (value) => formatMoney(value * 100))],
    ['Owners', known(place.countyOwnerPercent, percent)],
  ];
  const homes: [string, React.ReactNode][] = [
    ['Homes before 1960', known(place.homesBefore1960Percent, percent)],
    ['Homes since 1990', known(place.homesSince1990Percent, percent)],
  ];
  const area = [place.county, place.metro].filter(Boolean).join(', ');
  return (
    <tr className={CARD_ROW}>
      <Td className={cn('min-w-52 pl-5', WHOLE_LINE)}>
        <span className="font-medium">
          {place.name}
          {place.state ? `, ${place.state}` : ''}
          {place.country && place.country !== 'US' ? ` (${place.country})` : ''}
        </span>
        {area ? <span className="block text-xs text-muted-foreground">{area}</span> : null}
      </Td>
      {figures.map(([name, text]) => (
        <Td key={name} numeric data-name={name} className={cn('whitespace-nowrap', NAMED_CELL)}>
          {text}
        </Td>
      ))}
      <Td data-name="Climate" className={cn('whitespace-nowrap', NAMED_CELL)}>
        {place.climate ? (
          (CLIMATES[place.climate] ?? place.climate)
        ) : (
          <span className="text-muted-foreground">{UNKNOWN}</span>
        )}
      </Td>
      {homes.map(([name, text]) => (
        <Td key={name} numeric data-name={name} className={cn('whitespace-nowrap', NAMED_CELL)}>
          {text}
        </Td>
      ))}
      <Td data-name="Match" className={cn('pr-5 whitespace-nowrap', NAMED_CELL)}>
        {MATCHES[place.match] ?? place.match}
      </Td>
    </tr>
  );
}
