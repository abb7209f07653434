import type { OwnField } from './own-field';
import { listAt, numberAt, rowsAt, textAt } from './readers';

const upper = (state: string) => state.toUpperCase();
const slug = (name: string) => name.toLowerCase().replaceAll(/\s+/g, '-');

const filters: readonly OwnField[] = [
  {
    name: 'verticals',
    label: 'Trades',
    help: 'Trade IDs, separated by commas. Leave empty for all.',
    kind: 'text',
    placeholder: 'plumbing, water-damage',
    read: listAt('filters.verticals', slug),
  },
  {
    name: 'states',
    label: 'States',
    help: 'Two-letter codes, separated by commas. Leave empty for all.',
    kind: 'text',
    placeholder: 'TX, OK',
    read: listAt('filters.states', upper),
  },
  { name: 'minPopulation', label: 'Minimum population', kind: 'number', read: numberAt('filters.minPopulation') },
  { name: 'maxPopulation', label: 'Maximum population', kind: 'number', read: numberAt('filters.maxPopulation') },
  {
    name: 'minPayout',
    label: 'Minimum payout per lead, $',
    kind: 'number',
    read: numberAt('filters.minPayoutCents', 100),
  },
  {
    name: 'limit',
    label: 'Markets to list',
    help: 'Default: 100.',
    kind: 'number',
    read: numberAt('filters.limit'),
  },
];

const market: readonly OwnField[] = [
  {
    name: 'vertical',
    label: 'Trade',
    help: 'Trade ID as listed by a scan.',
    kind: 'text',
    isRequired: true,
    placeholder: 'plumbing',
    read: (text) => textAt('vertical')(slug(text)),
  },
  {
    name: 'place',
    label: 'Place',
    help: 'Name with the state, or the ID from a scan.',
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
      help: 'A CSV of the map pack and local results: name, phone, position, rating, votes, website.',
      kind: 'file',
      isRequired: true,
      read: rowsAt('candidates', ['name', 'phone'], ['name', 'phone', 'website']),
    },
  ],
};
