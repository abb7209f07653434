import type { OwnField } from './own-field';
import { listAt, numberAt, rowsAt, textAt } from './readers';

const upper = (state: string) => state.toUpperCase();
const slug = (name: string) => name.toLowerCase().replaceAll(/\s+/g, '-');

const filters: readonly OwnField[] = [
  {
    name: 'verticals',
    label: 'Trades',
    help: 'Short names with commas between; empty for all.',
    kind: 'text',
    placeholder: 'plumbing, water-damage',
    read: listAt('filters.verticals', slug),
  },
  {
    name: 'states',
    label: 'States',
    help: 'Two-letter codes with commas between; empty for all.',
    kind: 'text',
    placeholder: 'TX, OK',
    read: listAt('filters.states', upper),
  },
  { name: 'minPopulation', label: 'Fewest people', kind: 'number', read: numberAt('filters.minPopulation') },
  { name: 'maxPopulation', label: 'Most people', kind: 'number', read: numberAt('filters.maxPopulation') },
  {
    name: 'minPayout',
    label: 'Least payout of a lead, in dollars',
    kind: 'number',
    read: numberAt('filters.minPayoutCents', 100),
  },
  {
    name: 'limit',
    label: 'Markets to list',
    help: '100 unless given.',
    kind: 'number',
    read: numberAt('filters.limit'),
  },
];

const market: readonly OwnField[] = [
  {
    name: 'vertical',
    label: 'Trade',
    help: 'Its short name, as a scan lists it.',
    kind: 'text',
    isRequired: true,
    placeholder: 'plumbing',
    read: (text) => textAt('vertical')(slug(text)),
  },
  {
    name: 'place',
    label: 'Place',
    help: 'Its name with the state, or its id out of a scan.',
    kind: 'text',
    isRequired: true,
    placeholder: 'Tulsa',
    read: textAt('place'),
  },
  { name: 'state', label: 'State', kind: 'text', placeholder: 'OK', read: (text) => textAt('state')(upper(text)) },
];

export const localFields: Record<string, readonly OwnField[]> = {
  'local scan': filters,
  'local score': filters,
  'local explain': market,
  'local tenants': [
    ...market,
    {
      name: 'candidates',
      label: 'Businesses',
      help: 'A CSV of the map pack and the list behind it: name, phone, position, rating, votes, website.',
      kind: 'file',
      isRequired: true,
      read: rowsAt('candidates', ['name', 'phone'], ['name', 'phone', 'website']),
    },
  ],
};
