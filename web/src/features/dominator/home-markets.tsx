import type { Website } from '@/api/types';
import { EmptyPanel } from '@/components/states/panels';
import { ButtonLink } from '@/components/ui/button';
import { searchMarket } from '@/lib/market-country';

/** Country of the built-in places. */
const BUILT_IN = 'us';

/** Returns the items in the country of the website; all of them without a website. */
export function inCountryOf<Item extends { place: { country: string } }>(
  website: Website | null,
  items: readonly Item[],
): Item[] {
  const country = website ? searchMarket(website).country : BUILT_IN;
  return items.filter(({ place }) => !website || place.country.toLowerCase() === country);
}

/** Instead of markets abroad: how to compare markets at home. */
export function NoHomeMarkets({ website }: { website: Website | null }) {
  return (
    <EmptyPanel
      title={website ? `No market in the country of ${website.name}` : 'No markets'}
      text="Built-in places are in the United States. Add places of your country to compare markets there."
      action={
        <ButtonLink to="/market-data?tab=own" variant="outline" size="sm">
          Add places
        </ButtonLink>
      }
    />
  );
}
