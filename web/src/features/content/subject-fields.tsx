import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { type MarketPlace, marketQueries } from '@/api/market-data';
import { packQueries } from '@/api/packs';
import { formatNumber } from '@/lib/format';
import { ChooseField } from './choose-field';

/** A place of a document. */
export interface DocumentPlace {
  name: string;
  geonameId: number | null;
}

const SHOWN = 40;

/** One of the verticals of the market data, or none. */
export function VerticalField({ value, onChange }: { value: string | null; onChange: (slug: string | null) => void }) {
  const packs = useQuery(packQueries.list('en'));
  const [typed, setTyped] = useState<string | null>(null);
  const all = packs.data?.packs ?? [];
  const name = all.find(({ vertical }) => vertical === value)?.name ?? value ?? '';
  const wanted = (typed ?? '').trim().toLowerCase();
  const fitting = all.filter((pack) => `${pack.name} ${pack.vertical}`.toLowerCase().includes(wanted));
  const change = (text: string) => {
    setTyped(text);
    if (value !== null) onChange(null);
  };
  return (
    <ChooseField
      label="Vertical"
      hint={
        packs.isError
          ? 'The verticals could not be loaded.'
          : 'Its editorial pack has what is true about the trade. Leave empty for none.'
      }
      placeholder="Type to search, e.g. roofing"
      text={typed ?? name}
      options={fitting.slice(0, SHOWN).map((pack) => ({
        value: pack.vertical,
        label: pack.name,
        note: pack.hasPack ? (pack.hasOwn ? 'Your own pack' : undefined) : 'No pack yet: only your facts are used',
      }))}
      onText={change}
      onChoose={(option) => {
        setTyped(null);
        onChange(option.value);
      }}
    />
  );
}

const placeName = ({ name, state }: MarketPlace) => (state ? `${name}, ${state}` : name);

/** A place of the market data, or the name of any other one. */
export function PlaceField({
  value,
  onChange,
}: {
  value: DocumentPlace | null;
  onChange: (place: DocumentPlace | null) => void;
}) {
  const text = value?.name ?? '';
  const wanted = useDeferredValue(text.split(',')[0]?.trim() ?? '');
  const places = useInfiniteQuery({ ...marketQueries.places({ text: wanted }), enabled: wanted.length > 1 });
  const found = wanted.length > 1 ? (places.data?.pages[0]?.places ?? []) : [];
  const isChosen = value !== null && value.geonameId !== null;
  return (
    <ChooseField
      label="Place"
      hint="A place of the market data brings its facts: homes, climate, neighbors."
      placeholder="Tulsa"
      text={text}
      options={isChosen ? [] : found.slice(0, SHOWN).map((place) => optionOf(place))}
      onText={(name) => onChange(name === '' ? null : { name, geonameId: null })}
      onChoose={(option) => onChange({ name: option.label, geonameId: idOf(option.value) })}
    />
  );
}

function optionOf(place: MarketPlace) {
  const people = `${formatNumber(place.population, 0)} people`;
  return { value: place.id, label: placeName(place), note: place.county ? `${place.county}, ${people}` : people };
}

/** The GeoNames id; null for an own place. */
function idOf(id: string): number | null {
  const found = /(\d+)$/.exec(id);
  return found && /^(geonames:)?\d+$/.test(id) ? Number(found[1]) : null;
}
